import Foundation
import Peridot

/// A class that others inherit from.
class LawBase<Tag, A, B>: Model, LawModel {
  var baseID: A
  var baseText: B

  required init() {
    let entry = ClassTable.entry(of: LawBase.self)
    baseID = entry.initial(0)
    baseText = entry.initial(1)
    super.init()
    LiveModels.begin()
  }

  deinit { LiveModels.end() }

  func visitVariables(_ visitor: VariableVisitor) {
    let entry = ClassTable.entry(of: LawBase.self)
    visitor.visit(entry, 0, &baseID)
    visitor.visit(entry, 1, &baseText)
  }

  override class var archiveName: String { ClassTable.entry(of: self).archiveName }
  override class var conversionPolicy: ConversionPolicy? { ClassTable.entry(of: self).policy }
  override class var excludedPropertyKeys: Set<String> {
    ClassTable.entry(of: LawBase.self).unused
  }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ClassTable.entry(of: LawBase.self).keyPaths
  }
  override class var declaredProperties: [Property] {
    let entry = ClassTable.entry(of: LawBase.self)
    return [
      entry.declaration(0, \LawBase.baseID),
      entry.declaration(1, \LawBase.baseText),
    ].compactMap { $0 }
  }
  override class var requiredPropertyKeys: Set<String> {
    ClassTable.entry(of: LawBase.self).required
  }
  override class var identityKey: String? { ClassTable.entry(of: LawBase.self).identityKey }
  override class func transformer(forKey key: String) -> ValueTransformer? {
    ClassTable.entry(of: LawBase.self).transformers[key]
  }
  override class func conversionPolicy(
    forKey key: String, basedOn policy: ConversionPolicy
  ) -> ConversionPolicy { ClassTable.entry(of: LawBase.self).policy(forKey: key, basedOn: policy) }
  override class var cluster: Cluster? {
    ClassTable.entry(of: LawBase.self).cluster(of: LawBase.self)
  }
}

/// A subclass, from which others inherit.
class LawSub<BaseTag, A, B, Tag, C, D, E>: LawBase<BaseTag, A, B> {
  var subA: C
  var subB: D
  var subC: E

  required init() {
    let entry = ClassTable.entry(of: LawSub.self)
    subA = entry.initial(0)
    subB = entry.initial(1)
    subC = entry.initial(2)
    super.init()
  }

  override func visitVariables(_ visitor: VariableVisitor) {
    super.visitVariables(visitor)
    let entry = ClassTable.entry(of: LawSub.self)
    visitor.visit(entry, 0, &subA)
    visitor.visit(entry, 1, &subB)
    visitor.visit(entry, 2, &subC)
  }

  override class var archiveName: String { ClassTable.entry(of: self).archiveName }
  override class var excludedPropertyKeys: Set<String> {
    ClassTable.entry(of: LawSub.self).unused
  }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ClassTable.entry(of: LawSub.self).keyPaths
  }
  override class var declaredProperties: [Property] {
    let entry = ClassTable.entry(of: LawSub.self)
    return [
      entry.declaration(0, \LawSub.subA),
      entry.declaration(1, \LawSub.subB),
      entry.declaration(2, \LawSub.subC),
    ].compactMap { $0 }
  }
  override class var requiredPropertyKeys: Set<String> {
    ClassTable.entry(of: LawSub.self).required
  }
  override class var identityKey: String? { ClassTable.entry(of: LawSub.self).identityKey }
  override class var cluster: Cluster? {
    ClassTable.entry(of: LawSub.self).cluster(of: LawSub.self) ?? super.cluster
  }
}

/// A subclass of a subclass.
final class LawLeaf<BaseTag, A, B, SubTag, C, D, E, Tag, F, G>: LawSub<
  BaseTag, A, B, SubTag, C, D, E
>
{
  var leafA: F
  var leafB: G

  required init() {
    let entry = ClassTable.entry(of: LawLeaf.self)
    leafA = entry.initial(0)
    leafB = entry.initial(1)
    super.init()
  }

  override func visitVariables(_ visitor: VariableVisitor) {
    super.visitVariables(visitor)
    let entry = ClassTable.entry(of: LawLeaf.self)
    visitor.visit(entry, 0, &leafA)
    visitor.visit(entry, 1, &leafB)
  }

  override class var archiveName: String { ClassTable.entry(of: self).archiveName }
  override class var excludedPropertyKeys: Set<String> {
    ClassTable.entry(of: LawLeaf.self).unused
  }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ClassTable.entry(of: LawLeaf.self).keyPaths
  }
  override class var declaredProperties: [Property] {
    let entry = ClassTable.entry(of: LawLeaf.self)
    return [
      entry.declaration(0, \LawLeaf.leafA),
      entry.declaration(1, \LawLeaf.leafB),
    ].compactMap { $0 }
  }

}

/// A subclass for objects without a class of their own.
final class LawKeeping<BaseTag, A, B, Tag, C>: LawBase<BaseTag, A, B>, JSONKeeping {
  var otherID: C
  var keptJSON = RawJSON()

  required init() {
    let entry = ClassTable.entry(of: LawKeeping.self)
    otherID = entry.initial(0)
    super.init()
  }

  override func visitVariables(_ visitor: VariableVisitor) {
    super.visitVariables(visitor)
    let entry = ClassTable.entry(of: LawKeeping.self)
    visitor.visit(entry, 0, &otherID)
  }

  override class var archiveName: String { ClassTable.entry(of: self).archiveName }
  override class var excludedPropertyKeys: Set<String> {
    ClassTable.entry(of: LawKeeping.self).unused
  }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ClassTable.entry(of: LawKeeping.self).keyPaths
  }
  override class var declaredProperties: [Property] {
    let entry = ClassTable.entry(of: LawKeeping.self)
    return [
      entry.declaration(0, \LawKeeping.otherID)
    ].compactMap { $0 }
  }

}
