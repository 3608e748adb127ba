public import Foundation
public import Peridot

/// The JSON Schema of a model class: what the class reads, or what it writes.
///
///     let schema = try JSONSchema(of: User.self)
///     print(schema.string)
///
/// A schema for reading never refuses what the class reads. ``limitations`` lists what it accepts
/// beyond that; each has a `$comment` in the schema.
public struct JSONSchema: Encodable, Sendable, Equatable {
  let root: SchemaNode
  /// What the schema can't say, so that it accepts more JSON than the class.
  public let limitations: [Limitation]

  /// Makes the schema of a class.
  ///
  /// - Parameters:
  ///   - modelClass: the class.
  ///   - dialect: the form of the schema.
  ///   - direction: whether it is about what the class reads, or about what it writes.
  ///   - policy: the rules of the calls that read or write; nil for the class's own.
  ///   - examples: models that become the schema's examples, without their secrets.
  /// - Throws: the mistakes of the class's mapping, as `JSONAdapter.check` does; and for tool
  ///   parameters an ``UnsupportedError``.
  public init<M: JSONSerializing>(
    of modelClass: M.Type, dialect: Dialect = .draft202012, direction: Direction = .reading,
    policy: ConversionPolicy? = nil, examples: [M] = []
  ) throws {
    try JSONAdapter.check(modelClass, policy: policy)
    let examples = try examples.map { model in
      SchemaNode.written(
        try RawJSON(JSONAdapter.string(from: model, keys: Self.keys(of: model))))
    }
    try self.init([modelClass], dialect, direction, policy, examples)
  }

  /// Makes the schemas of several classes in one document: OpenAPI's components, or `$defs`.
  ///
  /// - Throws: the mistakes of the classes' mappings; and for tool parameters, which are about one
  ///   class, an ``UnsupportedError``.
  public init(
    of modelClasses: [any JSONSerializing.Type], dialect: Dialect = .openAPI31,
    direction: Direction = .reading, policy: ConversionPolicy? = nil
  ) throws {
    func check<M: JSONSerializing>(_ type: M.Type) throws {
      try JSONAdapter.check(type, policy: policy)
    }
    for modelClass in modelClasses { try check(modelClass) }
    try self.init(modelClasses, dialect, direction, policy, [])
  }

  private init(
    _ classes: [Model.Type], _ dialect: Dialect, _ direction: Direction,
    _ policy: ConversionPolicy?, _ examples: [SchemaNode]
  ) throws {
    let maker = SchemaMaker(dialect, direction, policy)
    var root = maker.document(of: classes)
    if !examples.isEmpty {
      let name = classes.first.map { maker.rootName(of: $0) } ?? ""
      switch dialect.form {
      case .draft202012: root["examples"] = .array(examples)
      case .openAPI31: root["components"]?["schemas"]?[name]?["examples"] = .array(examples)
      case .toolParameters: break
      }
    }
    if case .toolParameters(let rules) = dialect.form {
      guard classes.count == 1 else {
        throw UnsupportedError(place: "$", reason: "tool parameters are about one class")
      }
      var subset = ToolSchema(rules)
      root = try subset.schema(root)
    }
    self.root = root
    limitations = maker.limitations
  }

  /// The property keys of what may be shown of a model.
  private static func keys(of model: Model) -> [String] {
    ClassDescription(of: type(of: model)).properties.filter { !$0.isSecret }.map(\.key)
  }

  /// The schema as JSON in several lines, its members in order of declaration.
  public var string: String {
    var json = ""
    root.write(to: &json, indent: "\n")
    return json
  }

  /// The schema as JSON in UTF-8, in one line.
  public var data: Data {
    var json = ""
    root.write(to: &json, indent: nil)
    return Data(json.utf8)
  }

  public func encode(to encoder: any Encoder) throws {
    try root.encode(to: encoder)
  }
}

extension JSONSchema {
  /// Whether a schema is about JSON that is read or written.
  public enum Direction: Sendable, Hashable {
    /// It accepts the JSON that the class reads.
    case reading
    /// It accepts the JSON that the class writes.
    case writing
  }

  /// The form of a schema.
  public struct Dialect: Sendable, Hashable {
    enum Form: Sendable, Hashable {
      case draft202012
      case openAPI31
      case toolParameters(ToolRules)
    }

    let form: Form

    /// JSON Schema 2020-12, with `$defs`.
    public static let draft202012 = Dialect(form: .draft202012)
    /// The components of an OpenAPI 3.1 document.
    public static let openAPI31 = Dialect(form: .openAPI31)
    /// The parameters of a tool that a language model calls.
    public static let toolParameters = toolParameters(ToolRules())
    /// The parameters of a tool that a language model calls, as a provider takes them.
    public static func toolParameters(_ rules: ToolRules) -> Dialect {
      Dialect(form: .toolParameters(rules))
    }
  }

  /// The subset of JSON Schema that a provider takes for the parameters of tools.
  public struct ToolRules: Sendable, Hashable {
    /// Whether every member is required, so that an Optional is null instead of absent.
    public var requiresEveryMember = true
    /// Whether limits, such as `minimum` and `pattern`, may occur.
    public var allowsLimits = true
    /// Whether `format` may occur.
    public var allowsFormats = true
    /// Whether a class can refer to itself.
    public var allowsRecursion = true

    /// Creates the rules of providers with strict tools.
    public init() {}
  }

  /// Something that a schema can't say of a class.
  public struct Limitation: Sendable, Hashable, CustomStringConvertible {
    /// The kinds of limitations.
    public enum Kind: Sendable, Hashable {
      /// Code of the class decides: hooks, validation, rules in code.
      case code
      /// A transformer decides about the values of its JSON type.
      case transformer
      /// A Codable conformance that isn't synthesized.
      case coding
      /// The format of text, which no pattern describes.
      case text
      /// The precision of numbers.
      case number
      /// A limit without a keyword of its meaning.
      case limit
      /// A policy that accepts other JSON for a type.
      case policy
      /// A place in the JSON, or a class, that depends on other members.
      case structure
    }

    /// The kind.
    public let kind: Kind
    /// The class and the property, such as `User.birthday`; a class or a type alone, or `$` for the
    /// whole document.
    public let place: String
    /// What the schema doesn't say.
    public let reason: String

    public var description: String { "\(place): \(reason)" }
  }

  /// A class has something that the parameters of tools can't say.
  public struct UnsupportedError: Error, Sendable, CustomStringConvertible {
    /// The class and the members on the path to it.
    public let place: String
    /// What the subset doesn't have.
    public let reason: String

    public var description: String { "\(place): \(reason)" }
  }
}
