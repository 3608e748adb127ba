import Foundation
import Peridot
import Testing

/// Nil that a property writes as null, by its declaration.
@Suite struct WritesNullTests {
  private static let json = #"{"id":1,"note":null,"child":null}"#

  private static func page() -> Page {
    let page = Page()
    page.id = 1
    return page
  }

  @Test func writesNullAtEachDoor() throws {
    let page = Self.page()
    #expect(try JSONAdapter.string(from: page) == Self.json)
    #expect(
      try JSONAdapter.string(from: page, options: .sortedKeys)
        == #"{"child":null,"id":1,"note":null}"#)
    #expect(try JSONAdapter.string(from: [page]) == "[\(Self.json)]")
    let dictionary = try JSONAdapter.dictionary(from: page)
    #expect(dictionary.keys.sorted() == ["child", "id", "note"])
    #expect(dictionary["note"] is NSNull)
    let encoded = try JSONDecoder().decode(RawJSON.self, from: JSONEncoder().encode(page))
    #expect(try encoded == RawJSON(Self.json))
    #expect(try JSONAdapter.string(from: page, keys: ["note"]) == #"{"note":null}"#)
  }

  @Test func readsItBack() throws {
    #expect(try JSONAdapter.model(of: Page.self, from: Self.json) == Self.page())
  }

  /// Unlike the policy of a property, it says nothing about the models within.
  @Test func leavesInnerModelsAlone() throws {
    let page = Self.page()
    page.child = Other()
    #expect(try JSONAdapter.string(from: page) == #"{"id":1,"note":null,"child":{}}"#)
  }

  @Test func goesBeforeThePolicy() throws {
    let always = ConversionPolicy.strict.with { $0.nilOnExport = .omitAlways }
    #expect(try JSONAdapter.string(from: Self.page(), policy: always) == Self.json)
    let nulls = ConversionPolicy.strict.with { $0.nilOnExport = .null }
    #expect(
      try JSONAdapter.string(from: Self.page(), policy: nulls)
        == #"{"id":1,"note":null,"child":null,"other":null}"#)
    let defaults = ConversionPolicy.strict.with { $0.defaultsOnExport = .omit }
    #expect(try JSONAdapter.string(from: Self.page(), policy: defaults) == #"{"id":1}"#)
  }

  @Test func patchesAsBefore() throws {
    let page = Self.page()
    page.note = "a"
    let patch = try JSONAdapter.mergePatch(from: page, to: Self.page())
    #expect(String(decoding: patch, as: UTF8.self) == #"{"note":null}"#)
    #expect(
      try String(decoding: JSONAdapter.mergePatch(from: page, to: page), as: UTF8.self) == "{}")
  }
}

private final class Page: Model, CodableModel {
  var id = 0
  var note: String?
  var child: Other?
  var other: Int?

  override class var declaredProperties: [Property] {
    [
      property("note", \.note, facets: .writesNull),
      property("child", \.child, facets: .writesNull.and(.policy { $0.maximumDepth = 9 })),
    ]
  }
}

private final class Other: Model, JSONSerializing {
  var text: String?
}
