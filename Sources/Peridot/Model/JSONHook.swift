/// What the protocols have in common by which a model class takes part in its own JSON.
///
/// Conform to one of them: ``JSONKeyStyling``, ``JSONPreparing``, ``JSONFinishing`` or
/// ``JSONExtrasKeeping``.
public protocol JSONHook: Model {
  // The runtime takes long to tell that a class does not conform to a protocol. With one question
  // for all of them, a class without hooks is asked that once.
}
