/// A model class that any coder reads and writes by the class's mapping.
///
///     class User: Model, CodableModel {
///       var login = ""
///       var avatarURL: URL?
///
///       override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
///         ["avatarURL": "avatar_url"]
///       }
///     }
///
///     let users = try JSONDecoder().decode([User].self, from: data)
///     let list = try PropertyListEncoder().encode(users)
///
/// You don't write anything else, and subclasses inherit it. A model then works in every place for
/// a Codable type, such as a property of a Codable struct. A coder sees the calls of compiled
/// coding: one container with keys, and each value as its own Swift type, so that the coder's own
/// strategies apply. Mapping, transformers, class clusters, validation and hooks are those of
/// ``JSONAdapter``. If a member is absent, its property keeps the initial value.
///
/// If a coder refuses a value, the policy's rules are tried: text becomes a date by
/// ``ConversionPolicy/dateStrategy``, so that a plain `JSONDecoder` reads ISO 8601. A policy in the
/// coder's `userInfo` determines the form of dates in both directions. Repairs are not reported.
/// Errors are `DecodingError` and `EncodingError`, with the ``JSONAdapterError`` underneath. An
/// error that the coder itself throws passes through unchanged.
///
/// Values of type `Any`, transformers that take `Any`, ``JSONExtrasKeeping``, ``JSONPreparing``,
/// and paths through arrays need a coder whose data shows types, such as those for JSON, property
/// lists and YAML: Peridot tries one type after another.
public protocol CodableModel: JSONSerializing, Codable {
}

extension CodableModel {
  /// Creates the model of `decoder`, of the class that ``Model/classForParsing(_:)-(JSONObject)``
  /// chooses.
  ///
  /// - Throws: a `DecodingError`, or an error of the coder itself.
  public init(from decoder: any Decoder) throws {
    let model = try CodingCall.model(of: Self.self, from: decoder)
    self.init(downcast(model, to: Self.self))
  }

  /// Writes the model by its class's mapping. The coder gets nil as nil.
  ///
  /// - Throws: an `EncodingError`, or an error of the coder itself.
  public func encode(to encoder: any Encoder) throws {
    try CodingCall.encode(self, as: Self.self, to: encoder)
  }
}
