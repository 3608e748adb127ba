#if canImport(ObjectiveC)
  public import Foundation
#else
  import Foundation
#endif

extension ValueTransformer {
  /// Between a JSON object and a model of the class, which can be chosen at run time.
  ///
  /// As the transformer of a property of that class, it reads and writes under the policy of the
  /// call, unless it has one, and repairs are issues of the call. Within another transformer, such
  /// as ``lossyArray(of:)``, the policy is `.strict`, unless it has one.
  public static func model<M: JSONSerializing>(
    _ type: M.Type, policy: ConversionPolicy? = nil
  ) -> ValueTransformer {
    ModelTransformer<[String: Any], M>(
      type, policy,
      forward: { try JSONAdapter.model(of: type, from: $0, policy: $1) },
      reverse: { try JSONAdapter.dictionary(from: $0, policy: $1) })
  }

  /// Between a JSON array and models of the class, which can be chosen at run time; see
  /// ``model(_:policy:)``.
  public static func models<M: JSONSerializing>(
    _ type: M.Type, policy: ConversionPolicy? = nil
  ) -> ValueTransformer {
    ModelTransformer<[Any], [M]>(
      type, policy,
      forward: { try JSONAdapter.models(of: type, from: $0, policy: $1) },
      reverse: { try JSONAdapter.array(from: $0, policy: $1) })
  }
}

extension ValueTransformer {
  /// Between text that holds JSON and the value of a type whose JSON is an object or an array: a
  /// model, a list, a dictionary, a Codable value.
  ///
  ///     // {"payload": "{\"id\":1}"}
  ///     .embeddedJSON(Payload.self)
  ///
  /// Errors have the path within the text, and the line and column of the text. The policy is that
  /// of the call, as for ``model(_:policy:)``.
  public static func embeddedJSON<Value>(
    _ type: Value.Type, policy: ConversionPolicy? = nil
  ) -> ValueTransformer {
    ModelTransformer<String, Value>(
      nil, policy, isEmbedded: true,
      forward: { try JSONAdapter.value(of: type, from: $0, policy: $1) },
      reverse: { try RawJSON(encoding: $0, policy: $1).description })
  }
}

extension Transform {
  /// Between text that holds JSON and a value of the property's type; see
  /// `ValueTransformer.embeddedJSON`.
  public static var embeddedJSON: Self { .embeddedJSON() }

  /// Between text that holds JSON and a value of the property's type; see
  /// `ValueTransformer.embeddedJSON`.
  public static func embeddedJSON(
    _ type: Value.Type = Value.self, policy: ConversionPolicy? = nil
  ) -> Self {
    .using(
      type is any OptionalProtocol.Type
        ? EmbeddedJSONMaker(policy: policy).visit(type) : .embeddedJSON(type, policy: policy))
  }
}

/// Makes the transformer of a type without its Optional.
private struct EmbeddedJSONMaker: LeafVisitor {
  let policy: ConversionPolicy?

  func visitOptional<Wrapped>(_ type: Wrapped.Type) -> ValueTransformer {
    .embeddedJSON(type, policy: policy)
  }

  func visitLeaf<Leaf>(_ type: Leaf.Type) -> ValueTransformer {
    .embeddedJSON(type, policy: policy)
  }
}

extension Transform where Value: JSONSerializing {
  /// Between a JSON object and a model; see `ValueTransformer.model`.
  public static func model(
    _ type: Value.Type = Value.self, policy: ConversionPolicy? = nil
  ) -> Self { .using(.model(type, policy: policy)) }
}

extension Transform {
  /// Between a JSON object and a model; see `ValueTransformer.model`.
  public static func model<M: JSONSerializing>(
    _ type: M.Type = M.self, policy: ConversionPolicy? = nil
  ) -> Self where Value == M? { .using(.model(type, policy: policy)) }

  /// Between a JSON array and models; see `ValueTransformer.models`.
  public static func models<M: JSONSerializing>(
    _ type: M.Type = M.self, policy: ConversionPolicy? = nil
  ) -> Self where Value == [M] { .using(.models(type, policy: policy)) }

  /// Between a JSON array and models; see `ValueTransformer.models`.
  public static func models<M: JSONSerializing>(
    _ type: M.Type = M.self, policy: ConversionPolicy? = nil
  ) -> Self where Value == [M]? { .using(.models(type, policy: policy)) }
}

/// A transformer between JSON and models, without its type parameters.
protocol ModelTransforming {
  /// The type whose JSON is read, its policy whatever the call's is, and whether a text holds the
  /// JSON.
  var content: (type: Any.Type, policy: ConversionPolicy?, isText: Bool) { get }

  /// Returns the codec for `Value` under the policy of `plans`; nil if the types don't match.
  func modelCodec<Value>(for type: Value.Type, _ plans: PolicyPlans) -> (any JSONCodec<Value>)?
}

private final class ModelTransformer<Input, Output>: TypedTransformer<Input, Output>,
  ModelTransforming, @unchecked Sendable
{
  // Sendable: constants, and functions that are.

  private let modelClass: Model.Type?
  /// Whether the JSON is text that holds the value's.
  private let isEmbedded: Bool
  /// The policy whatever the call's is; nil for the call's.
  private let policy: ConversionPolicy?

  var content: (type: Any.Type, policy: ConversionPolicy?, isText: Bool) {
    (Output.self, policy, isEmbedded)
  }

  init(
    _ modelClass: Model.Type?, _ policy: ConversionPolicy?, isEmbedded: Bool = false,
    forward: @escaping @Sendable (Input, ConversionPolicy) throws -> Output,
    reverse: @escaping @Sendable (Output, ConversionPolicy) throws -> Input
  ) {
    self.modelClass = modelClass
    self.isEmbedded = isEmbedded
    self.policy = policy
    let used = policy ?? .strict
    super.init(
      from: TypeName.phrase(for: Input.self), to: TypeName.phrase(for: Output.self),
      forward: { try forward($0, used) }, reverse: { try reverse($0, used) })
  }

  func modelCodec<Value>(
    for type: Value.Type, _ plans: PolicyPlans
  ) -> (any JSONCodec<Value>)? {
    let rules = plans.policy.rules
    let plans = policy.map { plans.plans(under: $0.within(rules), isGiven: true) } ?? plans
    var maker = plans.maker
    maker.chosenClass = modelClass
    guard var models = maker.codec(for: Output.self) else { return nil }
    if isEmbedded { models = EmbeddedJSONCodec(models) }
    let codec = HeldModelCodec(models, policy == nil ? nil : plans.policy)
    return codec.asCodec(of: type) ?? JSONOptionalCodec(codec).asCodec(of: type)
  }
}

/// Models by a transformer: an update replaces them, and a patch changes them.
private final class HeldModelCodec<Value>: JSONCodec {
  private let models: any JSONCodec<Value>
  /// The transformer's own policy.
  private let shared: ConversionPolicy.Shared?

  init(_ models: any JSONCodec<Value>, _ shared: ConversionPolicy.Shared?) {
    self.models = models
    self.shared = shared
  }

  func read(from reader: inout JSONReader, in context: ReadingContext) throws -> Value {
    try underOwn(context, &reader) { try models.read(from: &$0, in: $1) }
  }

  func update(
    _ current: Value, from reader: inout JSONReader, in context: ReadingContext
  ) throws -> Value {
    guard context.isPatch else { return try read(from: &reader, in: context) }
    return try underOwn(context, &reader) { try models.update(current, from: &$0, in: $1) }
  }

  func insert(from reader: inout JSONReader, in context: ReadingContext) throws -> Value {
    try underOwn(context, &reader) { try models.insert(from: &$0, in: $1) }
  }

  private func underOwn(
    _ context: ReadingContext, _ reader: inout JSONReader,
    _ body: (inout JSONReader, ReadingContext) throws -> Value
  ) throws -> Value {
    guard let shared else { return try models.reading(&reader, in: context, body) }
    let outer = (shared: context.shared, repaired: context.repaired)
    context.shared = shared
    context.repaired.insert(.ofElements(shared.rules))
    defer { (context.shared, context.repaired) = outer }
    return try models.reading(&reader, in: context, body)
  }

  func write(_ value: Value, to writer: inout JSONWriter, in context: WritingContext) throws {
    try models.write(value, to: &writer, in: context)
  }

  func boxed(_ value: Value, _ writing: DictionaryWriting) throws -> Any {
    try models.boxed(value, writing)
  }

  var seesLive: Bool { true }
}
