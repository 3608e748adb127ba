/// The common base of the protocols by which a model class takes part in its own JSON.
///
/// It is not for conforming: conform to ``JSONKeyStyling``, ``JSONPreparing``, ``JSONFinishing`` or
/// ``JSONExtrasKeeping``.
public protocol _JSONHook: Model {
  // The runtime takes long to tell that a class does not conform to a protocol. With one question
  // for all of them, a class without hooks is asked that once.
}
