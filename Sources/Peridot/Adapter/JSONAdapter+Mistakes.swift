public import Foundation

// Calls that are mistakes, with messages about the right ones.

/// Calls without a model type, for which the compiler's own message is unclear.
extension JSONAdapter {
  @available(
    *, unavailable,
    message: "Say which model: let user: User = try JSONAdapter.model(from: data)"
  )
  @_disfavoredOverload
  public static func model(
    from object: Any, at place: JSONKeyPath? = nil, policy: ConversionPolicy? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> Model { fatalError("Peridot: unavailable") }

  @available(
    *, unavailable,
    message: "Say which models: let users: [User] = try JSONAdapter.models(from: data)"
  )
  @_disfavoredOverload
  public static func models(
    from object: Any, at place: JSONKeyPath? = nil, policy: ConversionPolicy? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [Model] { fatalError("Peridot: unavailable") }

  @available(
    *, unavailable,
    message: "Say which models: let users: [String: User] = try JSONAdapter.modelsByKey(from: data)"
  )
  @_disfavoredOverload
  public static func modelsByKey(
    from object: Any, at place: JSONKeyPath? = nil, policy: ConversionPolicy? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [String: Model] { fatalError("Peridot: unavailable") }

  @available(
    *, unavailable,
    message: "Say which model: let user: User = try adapter.model(from: data)"
  )
  @_disfavoredOverload
  public func model(
    from object: Any, at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> Model { fatalError("Peridot: unavailable") }

  @available(
    *, unavailable,
    message: "Say which models: let users: [User] = try adapter.models(from: data)"
  )
  @_disfavoredOverload
  public func models(
    from object: Any, at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [Model] { fatalError("Peridot: unavailable") }

  @available(
    *, unavailable,
    message: "Say which models: let users: [String: User] = try adapter.modelsByKey(from: data)"
  )
  @_disfavoredOverload
  public func modelsByKey(
    from object: Any, at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [String: Model] { fatalError("Peridot: unavailable") }
}

/// Calls for one model whose result is to be several.
extension JSONAdapter {
  @available(
    *, unavailable,
    message: "Say models: let users: [User] = try JSONAdapter.models(from: data)"
  )
  @_disfavoredOverload
  public static func model<M: JSONSerializing>(
    of type: M.Type = M.self, from object: Any, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil, report: (JSONIssue) -> Void = { _ in }
  ) throws -> [M] { fatalError("Peridot: unavailable") }

  @available(
    *, unavailable,
    message: "Say models: let users: [User] = try adapter.models(from: data)"
  )
  @_disfavoredOverload
  public func model<M: JSONSerializing>(
    of type: M.Type = M.self, from object: Any, at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [M] { fatalError("Peridot: unavailable") }
}

/// Calls with values other than models, of which the compiler only says that they lack a protocol,
/// which is one of classes.
extension JSONAdapter {
  @available(
    *, unavailable,
    message:
      "JSONAdapter reads classes: declare final class User: Model, JSONSerializing. JSONDecoder reads structs"
  )
  @_disfavoredOverload
  public static func model<Value: Decodable>(
    of type: Value.Type = Value.self, from object: Any, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil, report: (JSONIssue) -> Void = { _ in }
  ) throws -> Value { fatalError("Peridot: unavailable") }

  @available(
    *, unavailable,
    message:
      "JSONAdapter reads classes: declare final class User: Model, JSONSerializing. JSONDecoder reads structs"
  )
  @_disfavoredOverload
  public static func models<Value: Decodable>(
    of type: Value.Type = Value.self, from object: Any, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil, report: (JSONIssue) -> Void = { _ in }
  ) throws -> [Value] { fatalError("Peridot: unavailable") }

  @available(
    *, unavailable,
    message:
      "JSONAdapter writes models: unwrap an Optional, or declare final class User: Model, JSONSerializing. JSONEncoder writes structs"
  )
  @_disfavoredOverload
  public static func data(
    from value: some Encodable, policy: ConversionPolicy? = nil
  ) throws -> Data { fatalError("Peridot: unavailable") }

  @available(
    *, unavailable,
    message:
      "JSONAdapter writes models: unwrap an Optional, or declare final class User: Model, JSONSerializing. JSONEncoder writes structs"
  )
  @_disfavoredOverload
  public static func string(
    from value: some Encodable, policy: ConversionPolicy? = nil
  ) throws -> String { fatalError("Peridot: unavailable") }

  @available(
    *, unavailable,
    message:
      "JSONAdapter reads classes: declare final class User: Model, JSONSerializing. JSONDecoder reads structs"
  )
  @_disfavoredOverload
  public func model<Value: Decodable>(
    of type: Value.Type = Value.self, from object: Any, at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> Value { fatalError("Peridot: unavailable") }

  @available(
    *, unavailable,
    message:
      "JSONAdapter reads classes: declare final class User: Model, JSONSerializing. JSONDecoder reads structs"
  )
  @_disfavoredOverload
  public func models<Value: Decodable>(
    of type: Value.Type = Value.self, from object: Any, at place: JSONKeyPath? = nil,
    report: (JSONIssue) -> Void = { _ in }
  ) throws -> [Value] { fatalError("Peridot: unavailable") }

  @available(
    *, unavailable,
    message:
      "JSONAdapter writes models: unwrap an Optional, or declare final class User: Model, JSONSerializing. JSONEncoder writes structs"
  )
  @_disfavoredOverload
  public func data(from value: some Encodable) throws -> Data {
    fatalError("Peridot: unavailable")
  }

  @available(
    *, unavailable,
    message:
      "JSONAdapter writes models: unwrap an Optional, or declare final class User: Model, JSONSerializing. JSONEncoder writes structs"
  )
  @_disfavoredOverload
  public func string(from value: some Encodable) throws -> String {
    fatalError("Peridot: unavailable")
  }
}

/// Calls with models that are not Codable.
extension JSONDecoder {
  @available(
    *, unavailable,
    message:
      "Read a model by JSONAdapter.model(of:from:), or conform its class to CodableModel to read it here"
  )
  @_disfavoredOverload
  public func decode<M: Model>(_ type: M.Type, from data: Data) throws -> M {
    fatalError("Peridot: unavailable")
  }

  @available(
    *, unavailable,
    message:
      "Read models by JSONAdapter.models(of:from:), or conform their class to CodableModel to read them here"
  )
  @_disfavoredOverload
  public func decode<M: Model>(_ type: [M].Type, from data: Data) throws -> [M] {
    fatalError("Peridot: unavailable")
  }
}

extension JSONEncoder {
  @available(
    *, unavailable,
    message:
      "Write a model by JSONAdapter.data(from:), or conform its class to CodableModel to write it here"
  )
  @_disfavoredOverload
  public func encode(_ model: some Model) throws -> Data { fatalError("Peridot: unavailable") }

  @available(
    *, unavailable,
    message:
      "Write models by JSONAdapter.data(from:), or conform their class to CodableModel to write them here"
  )
  @_disfavoredOverload
  public func encode(_ models: [some Model]) throws -> Data { fatalError("Peridot: unavailable") }
}

/// For calls that pass a URL instead of its content. Reading it throws, as for any value that is not
/// JSON.
@available(
  *, deprecated, message: "A URL isn't JSON. Pass its content: try Data(contentsOf: url)"
)
extension URL: JSONReadable {
  public var jsonInput: JSONInput { JSONInput(value: self) }
}

// Mantle's names, for programs that come from there. If Mantle is imported too, its own names win.

@available(*, unavailable, renamed: "Model")
public typealias MTLModel = Model

@available(*, unavailable, renamed: "JSONAdapter")
public typealias MTLJSONAdapter = JSONAdapter

@available(
  *, unavailable, renamed: "JSONSerializing",
  message: "Conform to JSONSerializing, and override keyPathsByPropertyKey and transformer(forKey:)"
)
public typealias MTLJSONSerializing = JSONSerializing

@available(
  *, unavailable,
  message: "Return a transformer from transformer(forKey:), such as .closure(forward:reverse:)"
)
public typealias MTLValueTransformer = ValueTransformer

extension JSONAdapter {
  /// Finds all mistakes in the mappings of a class and of the classes that its properties lead to.
  ///
  ///     @Test func hasNoMistakes() throws {
  ///       try JSONAdapter.check(Issue.self)
  ///     }
  ///
  /// Without this call a mistake is reported at the first use of the class. Only this call reports
  /// stored variables that can't take part; see ``Model/unsupportedVariables``.
  ///
  /// - Throws: a ``JSONAdapterError`` of kind `.invalidMapping`, or `.multiple` with one for each
  ///   class that has mistakes.
  public static func check<M: JSONSerializing>(
    _ type: M.Type, policy: ConversionPolicy? = nil
  ) throws {
    try MappingMaker.Check.run(type, .of(policy, for: type))
  }

  /// Finds all mistakes in the mappings of a class and of the classes that its properties lead to.
  public func check<M: JSONSerializing>(_ type: M.Type) throws {
    try MappingMaker.Check.run(type, plans(for: type))
  }
}
