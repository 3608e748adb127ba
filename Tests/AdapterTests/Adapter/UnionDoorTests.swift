import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class Author: Model, JSONSerializing {
  var id = ""
  var name: String?

  override class var identityKey: String? { "id" }
}

private enum Writer: JSONUnion {
  case id(String)
  case author(Author)
  case team([Author])
  case rating(value: Int)

  var author: Author? {
    if case .author(let author) = self { author } else { nil }
  }
}

private final class Post: Model, JSONSerializing {
  var id = 0
  var writer = Writer.id("")
  var editor: Writer?
  var others: [Writer] = []
  var byRole: [String: Writer] = [:]

  override class var identityKey: String? { "id" }
}

private final class Whole: Model, JSONSerializing {
  var writer = Writer.id("")
  var last: Writer?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["writer": "data.writers[0]", "last": .firstOf("data.last", "old")]
  }
}

private final class Note: Model, CodableModel {
  var writer = Writer.id("")
  var others: [Writer] = []
}

/// Bytes that come in one piece each.
private struct Pieces: AsyncSequence, Sendable {
  typealias Element = [UInt8]
  let text: String

  func makeAsyncIterator() -> Iterator { Iterator(rest: Array(text.utf8)[...]) }

  struct Iterator: AsyncIteratorProtocol {
    var rest: ArraySlice<UInt8>

    mutating func next() async -> [UInt8]? { rest.popFirst().map { [$0] } }
  }
}

private let forms = [
  #""u1""#, #"{"id":"u1","name":"Ada"}"#, #"[{"id":"u1"},{"id":"u2"}]"#, "5",
]

@Suite struct UnionDoorTests {
  private func document(_ form: String, _ other: String) -> String {
    #"{"byRole":{"a":\#(form),"b":\#(other)},"editor":\#(other),"id":1,"others":[\#(form),"#
      + #"\#(other)],"writer":\#(form)}"#
  }

  private func text(_ model: Post) throws -> String {
    try JSONAdapter.string(from: model, options: .sortedKeys)
  }

  @Test(arguments: forms, forms)
  func readsTheSameAtEachDoor(_ form: String, _ other: String) async throws {
    let json = document(form, other)
    #expect(try text(JSONAdapter.model(from: json)) == json)
    #expect(try text(JSONAdapter.model(from: Data(json.utf8))) == json)
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(try text(JSONAdapter.model(from: object)) == json)
    #expect(try text(JSONAdapter.model(from: #"{"a":[0,\#(json)]}"#, at: "a[1]")) == json)
    let list: [Post] = try JSONAdapter.models(from: "[\(json),\(json)]")
    #expect(try list.map(text) == [json, json])
    let lists: [Post] = try JSONAdapter.models(from: [object, object])
    #expect(try lists.map(text) == [json, json])
    let byKey: [String: Post] = try JSONAdapter.modelsByKey(from: #"{"k":\#(json)}"#)
    #expect(try byKey.mapValues(text) == ["k": json])
    #expect(try text(RawJSON(json).decode()) == json)
    var streamed: [String] = []
    for try await post: Post in JSONAdapter.stream(from: Pieces(text: "[\(json),\(json)]")) {
      streamed.append(try text(post))
    }
    #expect(streamed == [json, json])
  }

  @Test(arguments: [
    (#"{"writer":{"id":"u1","nam":"Ada"}}"#, "$.writer.nam"),
    (#"{"others":["u1",{"id":"u1","nam":"Ada"}]}"#, "$.others[1].nam"),
  ])
  func aCoderRefusesWhatItsPolicyRefuses(_ text: String, _ path: String) throws {
    let policy = ConversionPolicy.strict.with { $0.unknownKeys = .fail }
    let error = adapterError { try JSONAdapter.model(of: Note.self, from: text, policy: policy) }
    #expect(error?.kind == .unknownKey && error?.path == path)
    let decoder = JSONDecoder()
    decoder.userInfo[.conversionPolicy] = policy
    let decoding = #expect(throws: DecodingError.self) {
      try decoder.decode(Note.self, from: Data(text.utf8))
    }
    guard case .dataCorrupted(let context)? = decoding else {
      Issue.record("\(decoding as Any)")
      return
    }
    let refusal = context.underlyingError as? JSONAdapterError
    #expect(refusal?.kind == .unknownKey && refusal?.path == path)
    decoder.userInfo[.conversionPolicy] = ConversionPolicy.strict
    #expect(try decoder.decode(Note.self, from: Data(text.utf8)) == JSONAdapter.model(from: text))
  }

  @Test(arguments: forms, forms)
  func anUpdateChangesTheCase(_ form: String, _ other: String) throws {
    for road in UpdateRoad.allCases {
      let post: Post = try JSONAdapter.model(from: document(form, form))
      let author = post.writer.author
      try road.update(post, document(other, other))
      let isSameText = form == forms[1] && other == forms[0]
      let expected =
        isSameText
        ? #"{"byRole":{"a":\#(form),"b":\#(form)},"editor":\#(form),"id":1,"others":["#
          + #"\#(other),\#(other)],"writer":\#(form)}"#
        : document(other, other)
      #expect(try text(post) == expected, "\(road)")
      if form == forms[1], other == form { #expect(post.writer.author === author) }
    }
  }

  @Test(arguments: forms, forms)
  func aMergePatchChangesTheCase(_ form: String, _ other: String) throws {
    let old: Post = try JSONAdapter.model(from: document(form, form))
    let new: Post = try JSONAdapter.model(from: document(other, other))
    let patch = try JSONAdapter.mergePatch(from: old, to: new)
    if form == other { #expect(String(decoding: patch, as: UTF8.self) == "{}") }
    let author = old.writer.author
    try JSONAdapter.apply(mergePatch: patch, to: old)
    #expect(try text(old) == document(other, other))
    #expect(old == new)
    if form == other { #expect(old.writer.author === author) }
  }

  @Test func aMergePatchOfOneMemberKeepsTheObject() throws {
    let post: Post = try JSONAdapter.model(from: document(forms[1], forms[1]))
    let author = post.writer.author
    try JSONAdapter.apply(
      mergePatch: #"{"writer":{"name":"Eve"},"byRole":{"a":null,"b":{"name":null}},"editor":null}"#,
      to: post)
    #expect(post.writer.author === author)
    #expect(author?.name == "Eve")
    #expect(
      try text(post) == #"{"byRole":{"b":{"id":"u1"}},"id":1,"others":["#
        + #"{"id":"u1","name":"Ada"},{"id":"u1","name":"Ada"}],"writer":{"id":"u1","name":"Eve"}}"#)
  }

  @Test(arguments: forms)
  func readsAndWritesAtPaths(_ form: String) throws {
    let json = #"{"data":{"last":\#(form),"writers":[\#(form)]}}"#
    let whole: Whole = try JSONAdapter.model(from: json)
    #expect(try JSONAdapter.string(from: whole, options: .sortedKeys) == json)
    let old: Whole = try JSONAdapter.model(
      from: #"{"data":{"writers":[\#(form)]},"old":\#(form)}"#)
    #expect(try JSONAdapter.string(from: old, options: .sortedKeys) == json)
  }

  @Test func comparesHashesAndDescribes() throws {
    for form in forms {
      let post: Post = try JSONAdapter.model(from: document(form, form))
      let same: Post = try JSONAdapter.model(from: document(form, form))
      #expect(post == same)
      #expect(post.hashValue == same.hashValue)
      #expect(post.differences(from: same).isEmpty)
      for other in forms where other != form {
        let another: Post = try JSONAdapter.model(from: document(other, form))
        #expect(post != another)
        #expect(another.changedKeys(from: post) == ["writer", "others", "byRole"])
      }
    }
    let post: Post = try JSONAdapter.model(from: document(forms[1], forms[3]))
    #expect(
      "\(post)".replacing(/: 0x[0-9a-f]+>/, with: ">")
        == #"<Post> {id: 1, writer: author(<Author> {id: "u1", name: "Ada"}), editor: "#
        + #"rating(value: 5), others: [author(<Author> {id: "u1", name: "Ada"}), rating(value: 5)], "#
        + #"byRole: ["a": author(<Author> {id: "u1", name: "Ada"}), "b": rating(value: 5)]}"#)
  }

  @Test func showsDifferencesWithinACase() throws {
    let old: Post = try JSONAdapter.model(from: document(forms[1], forms[3]))
    let new: Post = try JSONAdapter.model(from: document(forms[1], forms[3]))
    new.writer.author?.name = "Eve"
    #expect("\(new.differences(from: old))" == #"Post.writer.author.name: "Ada" → "Eve""#)
    new.writer = .id("u1")
    #expect(
      "\(new.differences(from: old))"
        == #"Post.writer: .author(Author(id: "u1", name: "Ada")) → .id("u1")"#)
  }

  @Test func copiesDeeply() throws {
    let post: Post = try JSONAdapter.model(from: document(forms[1], forms[2]))
    let copy = post.deeplyCopied()
    #expect(copy == post)
    let author = try #require(copy.writer.author)
    #expect(author !== post.writer.author)
    author.name = "Eve"
    #expect(post.writer.author?.name == "Ada")
    let detached = try post.detached()
    #expect(detached == post)
    #expect(detached.writer.author !== post.writer.author)
  }

  @Test(arguments: forms)
  func goesThroughOtherCoders(_ form: String) throws {
    struct Box: Codable {
      var writer: Writer
      var editor: Writer?
      var all: [Writer]
    }
    let json = #"{"all":[\#(form),\#(form)],"editor":\#(form),"writer":\#(form)}"#
    let box = try JSONDecoder().decode(Box.self, from: Data(json.utf8))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(box), as: UTF8.self) == json)
    let list = try PropertyListDecoder().decode(
      Box.self, from: PropertyListEncoder().encode(box))
    #expect(String(decoding: try encoder.encode(list), as: UTF8.self) == json)
    let alone = try JSONDecoder().decode(Writer.self, from: Data(form.utf8))
    #expect(String(decoding: try encoder.encode(alone), as: UTF8.self) == form)
  }
}

private enum Reply: JSONUnion, Equatable {
  case author(Author)
  case rest([String: String])
}

private final class Thread: Model, JSONSerializing {
  var first = Reply.rest([:])

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["first": "replies[0].by"] }
}

extension UnionDoorTests {
  /// A merge patch replaces arrays, and what is in them chooses its case anew.
  @Test func choosesACaseWithinAnArrayThatIsReplaced() throws {
    let (old, new) = (Thread(), Thread())
    old.first = .author(Author())
    new.first = .rest(["x": "y"])
    let patch = try JSONAdapter.mergePatch(from: old, to: new)
    #expect(String(decoding: patch, as: UTF8.self) == #"{"replies":[{"by":{"x":"y"}}]}"#)
    try JSONAdapter.apply(mergePatch: patch, to: old)
    #expect(old == new)
    let author = Author()
    old.first = .author(author)
    let same = try JSONAdapter.string(from: old)
    try JSONAdapter.apply(mergePatch: same, to: old)
    guard case .author(let kept) = old.first else {
      Issue.record("another case: \(old)")
      return
    }
    #expect(kept === author)
    try JSONAdapter.update(old, from: #"{"replies":[{"by":{"x":"y"}}]}"#)
    #expect(old.first == .author(author))
  }
}
