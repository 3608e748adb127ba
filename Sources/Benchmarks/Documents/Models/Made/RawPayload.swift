import Peridot

/// A document whose payload is kept as it came.
final class RawPayload: Model, JSONSerializing {
  var payload = RawJSON()
}
