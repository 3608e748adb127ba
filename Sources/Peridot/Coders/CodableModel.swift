/// A model class that any coder reads and writes by its mapping.
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
/// There is nothing more to write, and subclasses inherit it: a model goes wherever Codable is asked
/// for, as a property of a Codable struct too. A coder gets what it would get from a class whose
/// coding the compiler makes: one container with keys, and each value as its own Swift type, so that
/// the coder's own strategies hold. Mapping, transformers, class clusters, validation and hooks are
/// those of ``JSONAdapter``; a property whose member is absent keeps its initial value.
///
/// Where a coder refuses a value, the rules of the policy are tried: text becomes a date by
/// ``ConversionPolicy/dateStrategy``, so that a plain `JSONDecoder` reads ISO 8601. A policy in the
/// coder's `userInfo` says the form of dates in either direction. Repairs are not reported. Errors are
/// `DecodingError` and `EncodingError`, with the ``JSONAdapterError`` underneath; an error that a coder
/// throws for itself passes through unchanged.
///
/// Values of type `Any`, transformers that take `Any`, ``JSONExtrasKeeping``, ``JSONPreparing``, and
/// paths through arrays need a coder that tells what it holds, as those for JSON, property lists and
/// YAML do: such values are found by trying one type after another.
public protocol CodableModel: JSONSerializing, Codable {
  /// The rules by which the class is read and written: ``ConversionPolicy/strict`` unless the class
  /// that conforms declares others.
  ///
  /// Declare them in the very class that names `CodableModel`, even if they are strict, where a
  /// subclass is to have its own:
  ///
  ///     class Job: Model, CodableModel {
  ///       class var codingPolicy: ConversionPolicy { .strict }
  ///     }
  ///
  ///     final class LooseJob: Job {
  ///       override class var codingPolicy: ConversionPolicy { .lenient }
  ///     }
  ///
  /// Without that line in `Job` there is nothing to override. A `codingPolicy` that `LooseJob` then
  /// declares without `override` compiles, and is not asked: the policy of `Job` stays the default.
  ///
  /// A policy in the coder's `userInfo`, under `CodingUserInfoKey.conversionPolicy`, wins. Models
  /// within a model go by the policy of the outermost.
  static var codingPolicy: ConversionPolicy { get }
}

extension CodableModel {
  public static var codingPolicy: ConversionPolicy { .strict }

  /// Creates the model that `decoder` holds, of the class that ``Model/classForParsing(_:)-(JSONObject)`` chooses.
  ///
  /// - Throws: a `DecodingError`, or what the coder throws for itself.
  public init(from decoder: any Decoder) throws {
    let model = try CodingCall.model(of: Self.self, from: decoder)
    self.init(downcast(model, to: Self.self))
  }

  /// Writes the model as its class is mapped. Nil is given to the coder as nil.
  ///
  /// - Throws: an `EncodingError`, or what the coder throws for itself.
  public func encode(to encoder: any Encoder) throws {
    try CodingCall.encode(self, as: Self.self, to: encoder)
  }
}

extension CodingUserInfoKey {
  /// The ``ConversionPolicy`` by which a coder reads and writes models, the form of their dates
  /// included.
  ///
  ///     decoder.userInfo[.conversionPolicy] = ConversionPolicy.lenient
  ///
  /// Everything else in `userInfo` is in ``JSONAdapter/userInfo`` while a model is read or written,
  /// under the name of its key.
  public static let conversionPolicy = CodingUserInfoKey(name: "Peridot.conversionPolicy")

  private init(name: String) {
    guard let key = CodingUserInfoKey(rawValue: name) else {
      preconditionFailure("Any text is a key.")
    }
    self = key
  }
}
