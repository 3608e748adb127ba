import Foundation
import Peridot
import Testing

@testable import TestSupport

// Class members that ask the class they belong to.

private class Draft: Model, JSONSerializing {
  var title = ""
  var body = ""
  var tempNote = ""
  var tempCount = 0

  override class var excludedPropertyKeys: Set<String> {
    Set(propertyKeys.filter { $0.hasPrefix("temp") })
  }
}

private final class LongDraft: Draft {
  var tempExtra = 0
  var chapters = 0
}

private final class Narrow: Draft {
  var secret = ""

  override class var includedPropertyKeys: Set<String>? {
    Set(propertyKeys).subtracting(["secret", "body"])
  }
}

private final class Typed: Model, JSONSerializing {
  var name = ""
  var cache: Data?
  var thumbnail: Data?
  var count = 0

  override class func storageBehavior(forKey key: String) -> PropertyStorage {
    guard let property = property(forKey: key) else { return .excluded }
    if property.valueType == Data?.self { return key == "cache" ? .excluded : .transitory }
    return propertyKeys.contains(key) ? super.storageBehavior(forKey: key) : .excluded
  }

  override class var requiredPropertyKeys: Set<String> { Set(propertyKeys.prefix(1)) }

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    Dictionary(uniqueKeysWithValues: propertyKeys.map { ($0, .literal("the_" + $0)) })
  }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    property(forKey: key)?.valueType == Int.self ? .validating(Int.self) : nil
  }
}

private final class Circle: Model, JSONSerializing {
  @TaskLocal static var member = ""
  var value = 0

  private static func useJSON() { _ = try? JSONAdapter.model(of: Circle.self, from: "{}") }

  override class var declaredProperties: [Property] {
    if member == "declaredProperties" { _ = propertyKeys }
    return []
  }
  override class var excludedPropertyKeys: Set<String> {
    if member == "excludedPropertyKeys" { return Set(Circle().dictionaryValue.keys) }
    return []
  }
  override class var includedPropertyKeys: Set<String>? {
    if member == "includedPropertyKeys" { useJSON() }
    return nil
  }
  override class func storageBehavior(forKey key: String) -> PropertyStorage {
    if member == "storageBehavior(forKey:)" { _ = Circle().copy() }
    return super.storageBehavior(forKey: key)
  }
  override class func transformer(forKey key: String) -> ValueTransformer? {
    if member == "transformer(forKey:)" { useJSON() }
    return nil
  }
  override class func conversionPolicy(
    forKey key: String, basedOn policy: ConversionPolicy
  ) -> ConversionPolicy {
    if member == "conversionPolicy(forKey:basedOn:)" { useJSON() }
    return policy
  }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    if member == "keyPathsByPropertyKey" { _ = jsonKeyPath(forKey: "value") }
    return [:]
  }
  override class var requiredPropertyKeys: Set<String> {
    if member == "requiredPropertyKeys" { useJSON() }
    return []
  }
  override class var identityKey: String? {
    if member == "identityKey" { useJSON() }
    return nil
  }
  override class var encodingBehaviorsByPropertyKey: [String: EncodingBehavior] {
    if member == "encodingBehaviorsByPropertyKey" { _ = try? Circle().archivedData() }
    return [:]
  }
  override class var allowedSecureCodingClassesByPropertyKey: [String: [AnyClass]] {
    if member == "allowedSecureCodingClassesByPropertyKey" { _ = try? Circle().archivedData() }
    return [:]
  }
  override class var archiveName: String {
    if member == "archiveName" { _ = try? Circle().archivedData() }
    return "ClassMemberTests.Circle"
  }
}

private final class Hen: Model, JSONSerializing {
  var name = ""
  override class func transformer(forKey key: String) -> ValueTransformer? {
    _ = try? JSONAdapter.model(of: Egg.self, from: "{}", policy: .lenient)
    return nil
  }
}

private final class Egg: Model, JSONSerializing {
  var name = ""
  override class func transformer(forKey key: String) -> ValueTransformer? {
    _ = try? JSONAdapter.model(of: Hen.self, from: "{}")
    return nil
  }
}

@Suite struct ClassMemberTests {
  @Test func listsMayAskForTheKeys() throws {
    // The subclass first, so that its superclass is asked on its own behalf too.
    #expect(LongDraft.propertyKeys == ["title", "body", "chapters"])
    #expect(Draft.propertyKeys == ["title", "body"])
    #expect(Narrow.propertyKeys == ["title"])
    let draft = try JSONAdapter.model(of: Draft.self, from: #"{"title": "t", "tempCount": 3}"#)
    #expect(draft.title == "t")
    #expect(draft.tempCount == 0)
  }

  @Test func storageMayAskForTheProperty() throws {
    #expect(Typed.propertyKeys == ["name", "thumbnail", "count"])
    #expect(Typed.property(forKey: "cache") == nil)
    let typed = try JSONAdapter.model(of: Typed.self, from: #"{"the_name": "n", "the_count": 2}"#)
    #expect(try JSONAdapter.string(from: typed) == #"{"the_name":"n","the_count":2}"#)
    #expect(throws: JSONAdapterError.self) { try JSONAdapter.model(of: Typed.self, from: "{}") }
    let other = typed.with { _ in }
    other.thumbnail = Data([1])
    #expect(other == typed)
  }

  @Test func severalThreadsMayAskAtOnce() async {
    await withTaskGroup(of: [String].self) { group in
      for _ in 0..<8 { group.addTask { LongDraft.propertyKeys + Typed.propertyKeys } }
      for await keys in group {
        #expect(keys == ["title", "body", "chapters", "name", "thumbnail", "count"])
      }
    }
  }

  @Test(arguments: [
    "declaredProperties", "excludedPropertyKeys", "includedPropertyKeys",
    "storageBehavior(forKey:)", "transformer(forKey:)", "conversionPolicy(forKey:basedOn:)",
    "keyPathsByPropertyKey", "requiredPropertyKeys", "identityKey",
    "encodingBehaviorsByPropertyKey", "allowedSecureCodingClassesByPropertyKey", "archiveName",
  ])
  func namesAMemberThatRunsInACircle(_ member: String) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [member] in
      try Circle.$member.withValue(member) {
        _ = try JSONAdapter.model(of: Circle.self, from: "{}")
        _ = try Circle().archivedData()
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Peridot: Circle.\(member) runs in a circle: it uses Circle for what"))
  }

  @Test func namesAllMembersOfACircle() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = try JSONAdapter.model(of: Hen.self, from: "{}")
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        """
        Peridot: Hen.transformer(forKey:), then Egg.transformer(forKey:) runs in a circle: it uses \
        Hen for what depends on its own answer.
        """))
  }
}
