import Foundation
import Peridot

/// A class that overrides all functions.
final class LawHooked<Tag, A, B, C, D>: Model, LawModel {
  var id: A
  var userName: B
  var homeURL: C
  var item2: D

  required init() {
    let entry = ClassTable.entry(of: LawHooked.self)
    id = entry.initial(0)
    userName = entry.initial(1)
    homeURL = entry.initial(2)
    item2 = entry.initial(3)
    super.init()
    LiveModels.begin()
  }

  deinit { LiveModels.end() }

  func visitVariables(_ visitor: VariableVisitor) {
    let entry = ClassTable.entry(of: LawHooked.self)
    visitor.visit(entry, 0, &id)
    visitor.visit(entry, 1, &userName)
    visitor.visit(entry, 2, &homeURL)
    visitor.visit(entry, 3, &item2)
  }

  override class var archiveName: String { ClassTable.entry(of: self).archiveName }
  override class var conversionPolicy: ConversionPolicy? { ClassTable.entry(of: self).policy }
  override class var excludedPropertyKeys: Set<String> {
    ClassTable.entry(of: LawHooked.self).unused
  }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ClassTable.entry(of: LawHooked.self).keyPaths
  }
  override class var declaredProperties: [Property] {
    let entry = ClassTable.entry(of: LawHooked.self)
    return [
      entry.declaration(0, \LawHooked.id),
      entry.declaration(1, \LawHooked.userName),
      entry.declaration(2, \LawHooked.homeURL),
      entry.declaration(3, \LawHooked.item2),
    ].compactMap { $0 }
  }
  override class var requiredPropertyKeys: Set<String> {
    ClassTable.entry(of: LawHooked.self).required
  }
  override class var identityKey: String? { ClassTable.entry(of: LawHooked.self).identityKey }
  override class func transformer(forKey key: String) -> ValueTransformer? {
    ClassTable.entry(of: LawHooked.self).transformers[key]
  }
  override class func conversionPolicy(
    forKey key: String, basedOn policy: ConversionPolicy
  ) -> ConversionPolicy {
    ClassTable.entry(of: LawHooked.self).policy(forKey: key, basedOn: policy)
  }
  override class func storageBehavior(forKey key: String) -> PropertyStorage {
    ClassTable.entry(of: LawHooked.self).storage[key] ?? super.storageBehavior(forKey: key)
  }
  override class func cluster(forKey key: String) -> Cluster? {
    ClassTable.entry(of: LawHooked.self).heldCluster(forKey: key)
  }
  override func validate(_ value: inout Any?, forKey key: String) throws {
    try ClassTable.entry(of: LawHooked.self).validate(&value, forKey: key)
  }
  override func validate() throws {
    try super.validate()
    try ClassTable.entry(of: LawHooked.self).validate(self)
  }
}

/// A class that keeps members without a property.
final class LawExtras<Tag, A, B, C>: Model, LawModel, JSONExtrasKeeping {
  var id: A
  var userName: B
  var homeURL: C
  var jsonExtras: [String: Any] = [:]

  required init() {
    let entry = ClassTable.entry(of: LawExtras.self)
    id = entry.initial(0)
    userName = entry.initial(1)
    homeURL = entry.initial(2)
    super.init()
    LiveModels.begin()
  }

  deinit { LiveModels.end() }

  func visitVariables(_ visitor: VariableVisitor) {
    let entry = ClassTable.entry(of: LawExtras.self)
    visitor.visit(entry, 0, &id)
    visitor.visit(entry, 1, &userName)
    visitor.visit(entry, 2, &homeURL)
  }

  override class var archiveName: String { ClassTable.entry(of: self).archiveName }
  override class var conversionPolicy: ConversionPolicy? { ClassTable.entry(of: self).policy }
  override class var excludedPropertyKeys: Set<String> {
    ClassTable.entry(of: LawExtras.self).unused
  }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ClassTable.entry(of: LawExtras.self).keyPaths
  }
  override class var declaredProperties: [Property] {
    let entry = ClassTable.entry(of: LawExtras.self)
    return [
      entry.declaration(0, \LawExtras.id),
      entry.declaration(1, \LawExtras.userName),
      entry.declaration(2, \LawExtras.homeURL),
    ].compactMap { $0 }
  }
  override class var requiredPropertyKeys: Set<String> {
    ClassTable.entry(of: LawExtras.self).required
  }
  override class var identityKey: String? { ClassTable.entry(of: LawExtras.self).identityKey }
  override class func transformer(forKey key: String) -> ValueTransformer? {
    ClassTable.entry(of: LawExtras.self).transformers[key]
  }
  override class func conversionPolicy(
    forKey key: String, basedOn policy: ConversionPolicy
  ) -> ConversionPolicy {
    ClassTable.entry(of: LawExtras.self).policy(forKey: key, basedOn: policy)
  }
}

/// A class that keeps the presence of its members.
final class LawPresent<Tag, A, B, C>: Model, LawModel, JSONPresenceKeeping {
  var id: A
  var userName: B
  var homeURL: C
  var jsonPresence = JSONPresence()

  required init() {
    let entry = ClassTable.entry(of: LawPresent.self)
    id = entry.initial(0)
    userName = entry.initial(1)
    homeURL = entry.initial(2)
    super.init()
    LiveModels.begin()
  }

  deinit { LiveModels.end() }

  func visitVariables(_ visitor: VariableVisitor) {
    let entry = ClassTable.entry(of: LawPresent.self)
    visitor.visit(entry, 0, &id)
    visitor.visit(entry, 1, &userName)
    visitor.visit(entry, 2, &homeURL)
  }

  override class var archiveName: String { ClassTable.entry(of: self).archiveName }
  override class var conversionPolicy: ConversionPolicy? { ClassTable.entry(of: self).policy }
  override class var excludedPropertyKeys: Set<String> {
    ClassTable.entry(of: LawPresent.self).unused
  }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ClassTable.entry(of: LawPresent.self).keyPaths
  }
  override class var declaredProperties: [Property] {
    let entry = ClassTable.entry(of: LawPresent.self)
    return [
      entry.declaration(0, \LawPresent.id),
      entry.declaration(1, \LawPresent.userName),
      entry.declaration(2, \LawPresent.homeURL),
    ].compactMap { $0 }
  }
  override class var requiredPropertyKeys: Set<String> {
    ClassTable.entry(of: LawPresent.self).required
  }
  override class var identityKey: String? { ClassTable.entry(of: LawPresent.self).identityKey }
  override class func transformer(forKey key: String) -> ValueTransformer? {
    ClassTable.entry(of: LawPresent.self).transformers[key]
  }
  override class func conversionPolicy(
    forKey key: String, basedOn policy: ConversionPolicy
  ) -> ConversionPolicy {
    ClassTable.entry(of: LawPresent.self).policy(forKey: key, basedOn: policy)
  }
}

/// A class that rewrites its JSON.
final class LawPrepared<Tag, A, B, C>: Model, LawModel, JSONPreparing, JSONFinishing {
  var id: A
  var userName: B
  var homeURL: C

  required init() {
    let entry = ClassTable.entry(of: LawPrepared.self)
    id = entry.initial(0)
    userName = entry.initial(1)
    homeURL = entry.initial(2)
    super.init()
    LiveModels.begin()
  }

  deinit { LiveModels.end() }

  func visitVariables(_ visitor: VariableVisitor) {
    let entry = ClassTable.entry(of: LawPrepared.self)
    visitor.visit(entry, 0, &id)
    visitor.visit(entry, 1, &userName)
    visitor.visit(entry, 2, &homeURL)
  }

  override class var archiveName: String { ClassTable.entry(of: self).archiveName }
  override class var conversionPolicy: ConversionPolicy? { ClassTable.entry(of: self).policy }
  override class var excludedPropertyKeys: Set<String> {
    ClassTable.entry(of: LawPrepared.self).unused
  }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ClassTable.entry(of: LawPrepared.self).keyPaths
  }
  override class var declaredProperties: [Property] {
    let entry = ClassTable.entry(of: LawPrepared.self)
    return [
      entry.declaration(0, \LawPrepared.id),
      entry.declaration(1, \LawPrepared.userName),
      entry.declaration(2, \LawPrepared.homeURL),
    ].compactMap { $0 }
  }
  override class var requiredPropertyKeys: Set<String> {
    ClassTable.entry(of: LawPrepared.self).required
  }
  override class var identityKey: String? { ClassTable.entry(of: LawPrepared.self).identityKey }
  override class func transformer(forKey key: String) -> ValueTransformer? {
    ClassTable.entry(of: LawPrepared.self).transformers[key]
  }
  override class func conversionPolicy(
    forKey key: String, basedOn policy: ConversionPolicy
  ) -> ConversionPolicy {
    ClassTable.entry(of: LawPrepared.self).policy(forKey: key, basedOn: policy)
  }

  static func prepare(_ json: [String: Any]) throws -> [String: Any] {
    try ClassTable.entry(of: LawPrepared.self).prepare(json)
  }

  func finish(_ json: inout [String: Any]) throws {
    ClassTable.entry(of: LawPrepared.self).finish(&json)
  }
}

/// A class that refers to itself.
final class LawNode<Tag, A, B>: Model, LawModel {
  var id: A
  var name: B
  var next: LawNode?
  var children: [LawNode] = []
  var named: [String: LawNode] = [:]
  weak var parent: LawNode?

  required init() {
    let entry = ClassTable.entry(of: LawNode.self)
    id = entry.initial(0)
    name = entry.initial(1)
    super.init()
    LiveModels.begin()
  }

  deinit { LiveModels.end() }

  func visitVariables(_ visitor: VariableVisitor) {
    let entry = ClassTable.entry(of: LawNode.self)
    visitor.visit(entry, 0, &id)
    visitor.visit(entry, 1, &name)
    visitor.visit(entry, 2, &next)
    visitor.visit(entry, 3, &children)
    visitor.visit(entry, 4, &named)
  }

  override class var archiveName: String { ClassTable.entry(of: self).archiveName }
  override class var conversionPolicy: ConversionPolicy? { ClassTable.entry(of: self).policy }
  override class var excludedPropertyKeys: Set<String> {
    ClassTable.entry(of: LawNode.self).unused
  }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ClassTable.entry(of: LawNode.self).keyPaths
  }
  override class var declaredProperties: [Property] {
    let entry = ClassTable.entry(of: LawNode.self)
    return [
      entry.declaration(0, \LawNode.id),
      entry.declaration(1, \LawNode.name),
    ].compactMap { $0 }
  }
  override class var requiredPropertyKeys: Set<String> {
    ClassTable.entry(of: LawNode.self).required
  }
  override class var identityKey: String? { ClassTable.entry(of: LawNode.self).identityKey }
}
