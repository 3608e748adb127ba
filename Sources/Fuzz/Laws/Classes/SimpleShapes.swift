import Foundation
import Peridot

/// Two variables and no hook.
final class LawSmall<Tag, A, B>: Model, LawModel {
  var id: A
  var userName: B

  required init() {
    let entry = ClassTable.entry(of: LawSmall.self)
    id = entry.initial(0)
    userName = entry.initial(1)
    super.init()
    LiveModels.begin()
  }

  deinit { LiveModels.end() }

  func visitVariables(_ visitor: VariableVisitor) {
    let entry = ClassTable.entry(of: LawSmall.self)
    visitor.visit(entry, 0, &id)
    visitor.visit(entry, 1, &userName)
  }

  override class var archiveName: String { ClassTable.entry(of: self).archiveName }
  override class var conversionPolicy: ConversionPolicy? { ClassTable.entry(of: self).policy }
  override class var excludedPropertyKeys: Set<String> {
    ClassTable.entry(of: LawSmall.self).unused
  }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ClassTable.entry(of: LawSmall.self).keyPaths
  }
  override class var declaredProperties: [Property] {
    let entry = ClassTable.entry(of: LawSmall.self)
    return [
      entry.declaration(0, \LawSmall.id),
      entry.declaration(1, \LawSmall.userName),
    ].compactMap { $0 }
  }

}

/// Four variables and no hook but required members and an identity.
final class LawPlain<Tag, A, B, C, D>: Model, LawModel {
  var id: A
  var userName: B
  var homeURL: C
  var item2: D

  required init() {
    let entry = ClassTable.entry(of: LawPlain.self)
    id = entry.initial(0)
    userName = entry.initial(1)
    homeURL = entry.initial(2)
    item2 = entry.initial(3)
    super.init()
    LiveModels.begin()
  }

  deinit { LiveModels.end() }

  func visitVariables(_ visitor: VariableVisitor) {
    let entry = ClassTable.entry(of: LawPlain.self)
    visitor.visit(entry, 0, &id)
    visitor.visit(entry, 1, &userName)
    visitor.visit(entry, 2, &homeURL)
    visitor.visit(entry, 3, &item2)
  }

  override class var archiveName: String { ClassTable.entry(of: self).archiveName }
  override class var conversionPolicy: ConversionPolicy? { ClassTable.entry(of: self).policy }
  override class var excludedPropertyKeys: Set<String> {
    ClassTable.entry(of: LawPlain.self).unused
  }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ClassTable.entry(of: LawPlain.self).keyPaths
  }
  override class var declaredProperties: [Property] {
    let entry = ClassTable.entry(of: LawPlain.self)
    return [
      entry.declaration(0, \LawPlain.id),
      entry.declaration(1, \LawPlain.userName),
      entry.declaration(2, \LawPlain.homeURL),
      entry.declaration(3, \LawPlain.item2),
    ].compactMap { $0 }
  }
  override class var requiredPropertyKeys: Set<String> {
    ClassTable.entry(of: LawPlain.self).required
  }
  override class var identityKey: String? { ClassTable.entry(of: LawPlain.self).identityKey }
}

/// Seven variables and transformers.
final class LawWide<Tag, A, B, C, D, E, F, G>: Model, LawModel {
  var id: A
  var userName: B
  var homeURL: C
  var item2: D
  var more: E
  var rest: F
  var last: G

  required init() {
    let entry = ClassTable.entry(of: LawWide.self)
    id = entry.initial(0)
    userName = entry.initial(1)
    homeURL = entry.initial(2)
    item2 = entry.initial(3)
    more = entry.initial(4)
    rest = entry.initial(5)
    last = entry.initial(6)
    super.init()
    LiveModels.begin()
  }

  deinit { LiveModels.end() }

  func visitVariables(_ visitor: VariableVisitor) {
    let entry = ClassTable.entry(of: LawWide.self)
    visitor.visit(entry, 0, &id)
    visitor.visit(entry, 1, &userName)
    visitor.visit(entry, 2, &homeURL)
    visitor.visit(entry, 3, &item2)
    visitor.visit(entry, 4, &more)
    visitor.visit(entry, 5, &rest)
    visitor.visit(entry, 6, &last)
  }

  override class var archiveName: String { ClassTable.entry(of: self).archiveName }
  override class var conversionPolicy: ConversionPolicy? { ClassTable.entry(of: self).policy }
  override class var excludedPropertyKeys: Set<String> {
    ClassTable.entry(of: LawWide.self).unused
  }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ClassTable.entry(of: LawWide.self).keyPaths
  }
  override class var declaredProperties: [Property] {
    let entry = ClassTable.entry(of: LawWide.self)
    return [
      entry.declaration(0, \LawWide.id),
      entry.declaration(1, \LawWide.userName),
      entry.declaration(2, \LawWide.homeURL),
      entry.declaration(3, \LawWide.item2),
      entry.declaration(4, \LawWide.more),
      entry.declaration(5, \LawWide.rest),
      entry.declaration(6, \LawWide.last),
    ].compactMap { $0 }
  }
  override class var requiredPropertyKeys: Set<String> {
    ClassTable.entry(of: LawWide.self).required
  }
  override class var identityKey: String? { ClassTable.entry(of: LawWide.self).identityKey }
  override class func transformer(forKey key: String) -> ValueTransformer? {
    ClassTable.entry(of: LawWide.self).transformers[key]
  }
  override class func conversionPolicy(
    forKey key: String, basedOn policy: ConversionPolicy
  ) -> ConversionPolicy { ClassTable.entry(of: LawWide.self).policy(forKey: key, basedOn: policy) }
}

/// A class with a style of keys.
final class LawStyled<Tag, A, B, C, D>: Model, LawModel, JSONKeyStyling {
  var id: A
  var userName: B
  var homeURL: C
  var item2: D

  required init() {
    let entry = ClassTable.entry(of: LawStyled.self)
    id = entry.initial(0)
    userName = entry.initial(1)
    homeURL = entry.initial(2)
    item2 = entry.initial(3)
    super.init()
    LiveModels.begin()
  }

  deinit { LiveModels.end() }

  func visitVariables(_ visitor: VariableVisitor) {
    let entry = ClassTable.entry(of: LawStyled.self)
    visitor.visit(entry, 0, &id)
    visitor.visit(entry, 1, &userName)
    visitor.visit(entry, 2, &homeURL)
    visitor.visit(entry, 3, &item2)
  }

  override class var archiveName: String { ClassTable.entry(of: self).archiveName }
  override class var conversionPolicy: ConversionPolicy? { ClassTable.entry(of: self).policy }
  override class var excludedPropertyKeys: Set<String> {
    ClassTable.entry(of: LawStyled.self).unused
  }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ClassTable.entry(of: LawStyled.self).keyPaths
  }
  override class var declaredProperties: [Property] {
    let entry = ClassTable.entry(of: LawStyled.self)
    return [
      entry.declaration(0, \LawStyled.id),
      entry.declaration(1, \LawStyled.userName),
      entry.declaration(2, \LawStyled.homeURL),
      entry.declaration(3, \LawStyled.item2),
    ].compactMap { $0 }
  }
  override class var requiredPropertyKeys: Set<String> {
    ClassTable.entry(of: LawStyled.self).required
  }
  override class var identityKey: String? { ClassTable.entry(of: LawStyled.self).identityKey }

  static var jsonKeyStyle: JSONKeyStyle { ClassTable.entry(of: LawStyled.self).keyStyle }
}
