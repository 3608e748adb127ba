import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Tag: Model, JSONSerializing {
  var name = ""

  override class var archiveName: String { "Tests.PatchTag" }
}

/// What a PATCH says: absent is nil, and null is `.some(nil)`.
private class Patch: Model, JSONSerializing {
  var count: Int??
  var text: String??
  var flag: Bool??
  var date: Date??
  var link: URL??
  var tag: Tag??
  var list: [Int?]??
  var deep: Int???
  var inner: Int??
  var seconds: Int??

  override class var archiveName: String { "Tests.Patch" }

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["inner": "in.ner"] }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "seconds"
      ? .closure(forward: { (text: String) in text.count }, reverse: { "\($0)" }) : nil
  }
}

private final class Dated: Patch {
  var due: Date?? = .some(nil)
  var any: Any??
}

@Suite struct DoubleOptionalTests {
  private static let absent = "{}"
  private static let null = #"""
    {"count":null,"text":null,"flag":null,"date":null,"link":null,"tag":null,"list":null,"deep":null,"in":{"ner":null},"seconds":null}
    """#
  private static let present = #"""
    {"count":1,"text":"a","flag":true,"date":"2026-01-02T03:04:05Z","link":"https://a.b","tag":{"name":"n"},"list":[1,null],"deep":4,"in":{"ner":5},"seconds":"6"}
    """#

  private static let policies: [ConversionPolicy] = {
    var nulls = ConversionPolicy.strict
    nulls.nilOnExport = .null
    var skipping = ConversionPolicy.strict
    skipping.null = .skip
    var keeping = ConversionPolicy.lenient
    keeping.legacyRules = .nullKeepsOptionals
    return [.strict, .lenient, nulls, skipping, keeping, .legacyYYModel]
  }()

  private func expectNothing(_ patch: Patch) {
    #expect(patch.count == nil && patch.text == nil && patch.flag == nil && patch.date == nil)
    #expect(patch.link == nil && patch.tag == nil && patch.list == nil && patch.deep == nil)
    #expect(patch.inner == nil && patch.seconds == nil)
  }

  private func expectNull(_ patch: Patch) {
    #expect(patch.count == .some(nil) && patch.text == .some(nil) && patch.flag == .some(nil))
    #expect(patch.date == .some(nil) && patch.link == .some(nil) && patch.tag == .some(nil))
    #expect(patch.list == .some(nil) && patch.deep == .some(.some(nil)))
    #expect(patch.inner == .some(nil) && patch.seconds == .some(nil))
  }

  private func expectValues(_ patch: Patch) {
    #expect(patch.count == 1 && patch.text == "a" && patch.flag == true)
    #expect(patch.date == Date(timeIntervalSince1970: 1_767_323_045))
    #expect(patch.link == URL(string: "https://a.b") && patch.tag??.name == "n")
    #expect(patch.list == [1, nil] && patch.deep == 4 && patch.inner == 5 && patch.seconds == 1)
  }

  @Test(arguments: policies)
  func tellsAbsentFromNull(_ policy: ConversionPolicy) throws {
    for type in [Patch.self, Dated.self] {
      expectNothing(try JSONAdapter.model(of: type, from: Self.absent, policy: policy))
      expectNull(try JSONAdapter.model(of: type, from: Self.null, policy: policy))
      expectValues(try JSONAdapter.model(of: type, from: Self.present, policy: policy))
    }
  }

  @Test func tellsThemApartInDictionaries() throws {
    for (text, expect) in [
      (Self.absent, expectNothing), (Self.null, expectNull), (Self.present, expectValues),
    ] as [(String, (Patch) -> Void)] {
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
      let members = try #require(object as? [String: Any])
      let patch: Patch = try JSONAdapter.model(from: members)
      expect(patch)
      let written = try JSONAdapter.dictionary(from: patch)
      #expect(written.keys.sorted() == members.keys.sorted())
      let again: Patch = try JSONAdapter.model(from: written)
      #expect(again.count == patch.count && again.tag == patch.tag && again.inner == patch.inner)
    }
  }

  @Test(arguments: policies)
  func writesWhatItRead(_ policy: ConversionPolicy) throws {
    for text in [Self.absent, Self.null] {
      let patch: Patch = try JSONAdapter.model(from: text)
      #expect(try JSONAdapter.string(from: patch, policy: policy) == text)
      #expect(
        try JSONAdapter.dictionary(from: patch, policy: policy) as NSDictionary
          == JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
    }
    let values: Patch = try JSONAdapter.model(from: Self.present)
    let again = try JSONAdapter.string(from: values)
    #expect(again == Self.present.replacing(#""seconds":"6""#, with: #""seconds":"1""#))
  }

  @Test(arguments: policies)
  func updatesOnlyWhatIsNamed(_ policy: ConversionPolicy) throws {
    let patch: Patch = try JSONAdapter.model(from: Self.present)
    let tag = patch.tag
    try JSONAdapter.update(patch, from: Self.absent, policy: policy)
    expectValues(patch)
    try JSONAdapter.update(patch, from: #"{"tag":{"name":"m"}}"#, policy: policy)
    #expect(patch.tag??.name == "m")
    if policy.nestedUpdate == .update { #expect((patch.tag ?? nil) === (tag ?? nil)) }
    try JSONAdapter.update(patch, from: Self.null, policy: policy)
    expectNull(patch)
    try JSONAdapter.update(patch, from: Self.present, policy: policy)
    expectValues(patch)
  }

  @Test func rollsBack() throws {
    for text in [Self.absent, Self.null, Self.present] {
      let patch: Patch = try JSONAdapter.model(from: text)
      let before = patch.copied()
      #expect(throws: JSONAdapterError.self) {
        try JSONAdapter.update(
          patch, from: #"{"count":null,"tag":{"name":"x"},"inner":1,"flag":"?"}"#)
      }
      #expect(patch == before)
    }
  }

  @Test func isKeptByArchivesAndCopies() throws {
    for (text, expect) in [
      (Self.absent, expectNothing), (Self.null, expectNull), (Self.present, expectValues),
    ] as [(String, (Patch) -> Void)] {
      let patch: Patch = try JSONAdapter.model(from: text)
      expect(patch.copied())
      expect(patch.deeplyCopied())
      expect(try Patch.unarchive(from: patch.archivedData()))
      let merged = Patch()
      merged.mergeValues(from: patch)
      expect(merged)
      for other in [Self.absent, Self.null, Self.present] where other != text {
        #expect(try patch != JSONAdapter.model(of: Patch.self, from: other))
      }
    }
  }

  @Test func anInitialNullIsWritten() throws {
    #expect(try JSONAdapter.string(from: Dated()) == #"{"due":null}"#)
    let dated: Dated = try JSONAdapter.model(from: #"{"any":null}"#)
    #expect(dated.any != nil && dated.due == .some(nil))
    dated.due = nil
    #expect(throws: JSONAdapterError.self) { try JSONAdapter.string(from: dated) }
  }

  @Test func saysWhereAValueDoesNotFit() {
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Patch.self, from: #"{"count":"x"}"#)
    }
    #expect(
      error?.description
        == #"Patch.count: expected Int, found string "x" at $.count (line 1, column 10): no "#
        + #"policy reads it"#)
  }
}
