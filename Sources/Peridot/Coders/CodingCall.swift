import Foundation

/// One model that a coder reads or writes, and its contents.
///
/// A coder calls `init(from:)` and `encode(to:)` of nested values and can't pass anything to them:
/// they find the call in the thread.
final class CodingCall {
  private static let current = ThreadLocal<CodingCall>()

  /// The plans under this place's policy.
  var plans: PolicyPlans
  /// The depth of models and untyped values at this place, and its limit.
  private var depth = 0
  private let maximumDepth: Int
  /// The class for the models in the current property, if their holder chooses it.
  var chosenClass: Model.Type?
  /// Whether the holder of the next written models chooses their class.
  var holderChooses = false
  /// The models being written, the outermost first.
  private var open: [ObjectIdentifier] = []
  /// Whether the coder has a policy, which then also determines the form of dates.
  let hasPolicy: Bool
  /// The errors so far, if the policy collects all.
  var collected: Collected?

  private init(_ type: any JSONSerializing.Type, _ userInfo: [CodingUserInfoKey: Any]) {
    let given = userInfo.isEmpty ? nil : userInfo[.conversionPolicy] as? ConversionPolicy
    hasPolicy = given != nil
    plans = .of(given, for: type)
    collected = plans.policy.rules.collectsErrors ? Collected() : nil
    maximumDepth = plans.policy.rules.maximumDepth
  }

  // MARK: Beginning

  /// Reads a model by its class's policy, unless it is within another model.
  static func model(
    of type: any CodableModel.Type, from decoder: any Decoder
  ) throws -> Model {
    if let call = current.object { return try call.model(type, decoder) }
    let userInfo = decoder.userInfo
    let call = CodingCall(type, userInfo)
    return try call.run(userInfo) {
      call.collected == nil
        ? try call.model(type, decoder) : try call.collecting(type, decoder)
    }
  }

  /// Writes a model by its class's policy, unless it is within another model.
  ///
  /// - Parameter declared: The class that the coder got, which reads the model back.
  static func encode(
    _ model: any JSONSerializing, as declared: Model.Type, to encoder: any Encoder
  ) throws {
    if let call = current.object { return try call.encode(model, declared, encoder) }
    let userInfo = encoder.userInfo
    let call = CodingCall(type(of: model), userInfo)
    try call.run(userInfo) { try call.encode(model, declared, encoder) }
  }

  /// Reads a model within another, of any class.
  static func part(of type: Model.Type, from decoder: any Decoder) throws -> Model {
    guard let call = current.object else { throw strayed(decoder) }
    return try call.model(type, decoder)
  }

  /// Writes a model within another, of any class.
  static func encode(
    part model: Model, as declared: Model.Type, to encoder: any Encoder
  ) throws {
    guard let call = current.object else {
      throw EncodingError.invalidValue(
        model, .init(codingPath: encoder.codingPath, debugDescription: strayed))
    }
    try call.encode(model, declared, encoder)
  }

  /// Calls `body` under a property's own policy, if it has one, which applies to all its contents.
  @inline(__always)
  func under<Result>(
    _ policy: ConversionPolicy?, _ body: () throws -> Result
  ) rethrows -> Result {
    guard let policy else { return try body() }
    let outer = plans
    plans = outer.plans(under: policy)
    defer { plans = outer }
    return try body()
  }

  /// Runs the user's code, which can read or write another document meanwhile.
  static func outside<Result>(_ body: () throws -> Result) rethrows -> Result {
    try current.withoutObject(body)
  }

  /// Continues this call within such code.
  func inside<Result>(_ body: () throws -> Result) rethrows -> Result {
    try Self.current.withObject(self, body)
  }

  /// Calls `body` one level deeper.
  static func deeper<Result>(_ body: () throws -> Result) throws -> Result {
    guard let call = current.object else { return try body() }
    return try call.deeper(body)
  }

  private func deeper<Result>(_ body: () throws -> Result) throws -> Result {
    // Foundation's coders need stack to describe their place.
    if depth == maximumDepth || StackRoom.isLow {
      throw JSONAdapterError(.tooDeep, found: "nesting deeper than \(depth)")
    }
    depth += 1
    defer { depth -= 1 }
    return try body()
  }

  private static let strayed = "the coder works on another thread than it was called on"

  private static func strayed(_ decoder: any Decoder) -> DecodingError {
    .dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: strayed))
  }

  private func run<Result>(
    _ userInfo: [CodingUserInfoKey: Any], _ body: () throws -> Result
  ) throws -> Result {
    defer { withExtendedLifetime(plans) {} }
    do {
      return try runWithInfo(userInfo, body)
    } catch {
      throw plans.policy.rules.hidesFoundValues ? CodingFailure.hiding(error) : error
    }
  }

  private func runWithInfo<Result>(
    _ userInfo: [CodingUserInfoKey: Any], _ body: () throws -> Result
  ) throws -> Result {
    if userInfo.isEmpty { return try Self.current.withObject(self, body) }
    var values = JSONAdapter.userInfo
    for (key, value) in userInfo where key != .conversionPolicy {
      values[key.rawValue] = sendable(value)
    }
    return try JSONAdapter.$userInfo.withValue(values) {
      try Self.current.withObject(self, body)
    }
  }

  // MARK: Reading

  func model(_ type: Model.Type, _ decoder: any Decoder) throws -> Model {
    do {
      return try deeper { try read(type, decoder) }
    } catch let error as JSONAdapterError {
      let failure = CodingFailure.decoding(error, decoder.codingPath)
      guard let placeholder = try placeholder(for: type, failure, decoder) else { throw failure }
      return placeholder
    } catch {
      guard let placeholder = try placeholder(for: type, error, decoder) else { throw error }
      return placeholder
    }
  }

  /// Whether the model that was read is within another one.
  var isWithinModel: Bool { depth > 0 }

  private func read(_ type: Model.Type, _ decoder: any Decoder) throws -> Model {
    let asked = chosenClass ?? type
    let (chosen, plans) = (chosenClass, plans)
    chosenClass = nil
    defer {
      chosenClass = chosen
      self.plans = plans
    }
    let mapping = try plans.plan(of: asked)
    self.plans = mapping.plans
    let members: DecodedMembers
    do {
      members = try decoder.container(keyedBy: CodingPlace.MemberKey.self)
    } catch  where depth == 1 {
      throw CodingFailure.decoding(
        error, inner: nil, modelClass: asked, key: nil, "\(asked)", decoder.codingPath)
    }
    guard mapping.chosenPlans != nil else {
      return try mapping.coding.model(members, decoder, self)
    }
    let (resolved, known) = try CoderObject.view(of: members) { view, object in
      (try Self.outside { try mapping.chosen(for: view) }, object.decoded)
    }
    self.plans = resolved.plans
    return try resolved.coding.model(members, decoder, self, known: known)
  }

  // MARK: Writing

  private func encode(_ model: Model, _ declared: Model.Type, _ encoder: any Encoder) throws {
    let type = type(of: model)
    let (chosen, asks) = (holderChooses, !holderChooses && type != declared)
    holderChooses = false
    defer { holderChooses = chosen }
    do {
      if asks { try checkClass(of: model, declared) }
      try deeper { try write(model, type, encoder) }
    } catch let error as JSONAdapterError {
      throw CodingFailure.encoding(error, value: model, modelClass: type, nil, encoder.codingPath)
    }
  }

  /// Throws if a model of another class than the declared one would lose its class on reading. A
  /// coder accepts only errors, not issues.
  private func checkClass(of model: Model, _ declared: Model.Type) throws {
    guard plans.policy.rules.unreadableClass == .fail else { return }
    let failure = try Self.outside {
      try plans.plan(of: declared).lostClass(of: model, plans.policy)
    }
    if let failure { throw JSONAdapterError(failure.attributed(to: declared, nil)) }
  }

  /// Throws if a model in a property whose holder chooses the class would lose its class on reading.
  func checkClasses(
    in property: Property, of holder: Model, _ mapping: JSONMapping
  ) throws {
    guard plans.policy.rules.unreadableClass == .fail else { return }
    let failure = Self.outside {
      mapping.lostClass(in: property, of: holder, plans.policy)
    }
    if let failure {
      throw JSONAdapterError(failure.attributed(to: mapping.modelClass, property.key))
    }
  }

  private func write(_ model: Model, _ type: Model.Type, _ encoder: any Encoder) throws {
    let outer = plans
    let mapping = try outer.plan(of: type)
    plans = mapping.plans
    defer { plans = outer }
    if let mistake = mapping.writingMistake { throw mistake }
    if mapping.clusters != nil || !mapping.tags.isEmpty { try mapping.checkTags(of: model) }
    guard mapping.mayHoldModels else { return try mapping.coding.write(model, encoder, self) }
    let identifier = ObjectIdentifier(model)
    if open.contains(identifier) {
      throw JSONAdapterError(
        .cycle, modelClass: type, expected: "a tree of models",
        found: "\(TypeName.withArticle(type)) that contains itself")
    }
    open.append(identifier)
    defer { open.removeLast() }
    try mapping.coding.write(model, encoder, self)
  }
}

/// Returns a value that the user put into a coder's `userInfo`, which makes the user responsible
/// for sending it.
private func sendable(_ value: Any) -> any Sendable {
  func cast<Target>(_: Target.Type) -> Target? { value as? Target }
  // At run time the two types are the same.
  return cast((any Sendable).self) ?? "\(value)"
}

extension JSONMapping {
  /// How a coder reads and writes the class, found at first use.
  var coding: CodingPlan {
    let kept = coderPlan.object ?? coderPlan.store(KeptPlan(CodingPlan(self)))
    return downcast(kept.plan, to: CodingPlan.self)
  }

  /// Returns the plan of the class that an object chooses.
  fileprivate func chosen(for object: JSONObject) throws -> JSONMapping {
    func failure(_ found: ErrorPhrase) -> JSONAdapterError {
      JSONAdapterError(
        .noClassFound, modelClass: modelClass, expected: "\(modelClass)", found: found)
    }
    let first = modelClass.classForParsing(object)
    let type = try modelClass.chosenClass(for: object, first, failure: failure)
    if type == Model.self {
      throw failure("classForParsing(_:forKey:) of its holder found no class")
    }
    return type == modelClass ? self : try plans.plan(of: type)
  }
}

/// A model within another, in the form for coders: its class doesn't have to be Codable.
///
/// `Value` is a model class.
struct CodedModel<Value>: Codable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  init(from decoder: any Decoder) throws {
    guard let type = Value.self as? Model.Type,
      let model = try CodingCall.part(of: type, from: decoder) as? Value
    else { fatalError("Peridot: \(Value.self) is not a model class") }
    value = model
  }

  func encode(to encoder: any Encoder) throws {
    guard let type = Value.self as? Model.Type, let model = value as? Model else {
      fatalError("Peridot: \(Value.self) is not a model class")
    }
    try CodingCall.encode(part: model, as: type, to: encoder)
  }
}

/// A coder whose only container is open already: a model that is the same object doesn't open it a
/// second time.
struct OpenedDecoder: Decoder {
  let decoder: any Decoder
  let members: DecodedMembers

  var codingPath: [any CodingKey] { decoder.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { decoder.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try members as? KeyedDecodingContainer<Key> ?? decoder.container(keyedBy: type)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try decoder.unkeyedContainer()
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    try decoder.singleValueContainer()
  }
}

/// An encoder whose container is open already, and is not asked for a second time.
struct OpenedEncoder: Encoder {
  let encoder: any Encoder
  let members: EncodedMembers

  var codingPath: [any CodingKey] { encoder.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { encoder.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    members as? KeyedEncodingContainer<Key> ?? encoder.container(keyedBy: type)
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
  func singleValueContainer() -> any SingleValueEncodingContainer {
    encoder.singleValueContainer()
  }
}

/// The value of a member on a path of names, of one model.
struct EncodedNode: Encodable {
  let model: Model
  let members: [CodingPlan.Output]
  let plan: CodingPlan
  let call: CodingCall

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingPlace.MemberKey.self)
    try plan.write(members, of: model, to: &container, in: call)
  }
}
