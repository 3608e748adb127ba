import Peridot

/// The same document, whose payload becomes a dictionary.
final class AnyPayload: Model, JSONSerializing {
  var payload: [String: Any] = [:]
}
