import Foundation
import Testing

@testable import Peridot
@testable import TestSupport

@Suite struct CollectionTransformerTests {
  private let first = URL(filePath: "/a")

  @Test func transformsTheElements() throws {
    let transformer = ValueTransformer.array(of: .url)
    let urls = try #require(try transformer.forward(["http://a", "http://b"], as: [URL].self))
    #expect(urls.map(\.absoluteString) == ["http://a", "http://b"])
    #expect(try transformer.reverse(urls, as: [String].self) == ["http://a", "http://b"])
    #expect(try transformer.forward([String](), as: [URL].self) == [])
    #expect(try transformer.forward(nil) == nil)
    #expect(try transformer.reverse(nil) == nil)
    #expect(transformer.canReverse)
  }

  @Test func keepsNullElements() throws {
    let transformer = ValueTransformer.array(of: .url)
    let result = try #require(
      try transformer.forward(boxed(#"[null, "http://a", null]"#), as: [Any].self))
    #expect(result.count == 3)
    #expect(result[0] is NSNull)
    #expect(result[1] as? URL == URL(string: "http://a"))
    #expect(result[2] is NSNull)
    let reversed = try #require(
      try transformer.reverse([URL(string: "http://a"), nil], as: [Any].self))
    #expect(reversed[0] as? String == "http://a")
    #expect(reversed[1] is NSNull)
  }

  @Test func leavesOutElementsThatBecomeNil() throws {
    let transformer = ValueTransformer.array(of: .closure(forward: { (text: String) in Int(text) }))
    #expect(try transformer.forward(["1", "x", "3"], as: [Int].self) == [1, 3])
    #expect(!transformer.canReverse)
    expectError("the transformer goes one way only, so array cannot be reversed") {
      try transformer.reverse([1])
    }
  }

  @Test func saysWhichElementIsWrong() throws {
    expectError("element 1: expected a URL as text, found number 5") {
      try ValueTransformer.array(of: .url).forward(boxed(#"["http://a", 5]"#))
    }
    expectError("element 1: element 0: \"\" is not a URL") {
      try ValueTransformer.array(of: .array(of: .url)).forward(boxed(#"[[], [""]]"#))
    }
    expectError("element 0: expected a URL, found number 5") {
      try ValueTransformer.array(of: .url).reverse([5])
    }
    expectError("expected an array, found object") {
      try ValueTransformer.array(of: .url).forward(["a": "b"])
    }
    expectError("expected an array, found string \"x\"") {
      try ValueTransformer.array(of: .url).reverse("x")
    }
  }

  @Test func hasTheElementsErrorInside() throws {
    let error = try #require(throws: TransformerError.self) {
      try ValueTransformer.array(of: .url).forward([1, 2])
    }
    guard case .element(0, let underlying as TransformerError) = error.kind else {
      Issue.record("\(error)")
      return
    }
    #expect(underlying.inputDescription == "number 1")
    #expect(error.inputDescription == "array")
    #expect((error.underlying as? TransformerError)?.message == underlying.message)
    #expect(error.path == "[0]")
    #expect(underlying.underlying == nil)
    #expect(underlying.path == "")
    #expect(error.message.description == "element 0: expected a URL as text, found number 1")
    let german = ["element %@: %@": "Element %@: %@", "expected %@, found %@": "%2$@ statt %1$@"]
    #expect(error.message.text { german[$0] } == "Element 0: number 1 statt a URL as text")
  }

  @Test func hasThePathOfAValueWithinOthers() throws {
    let error = try #require(throws: TransformerError.self) {
      try ValueTransformer.dictionary(of: .array(of: .url)).forward(["a b": ["http://a", 2]])
    }
    #expect(error.path == #"["a b"][1]"#)
  }

  @Test func dropsWhatCannotBeTransformed() throws {
    let transformer = ValueTransformer.lossyArray(of: .url)
    let input = try boxed(#"["http://a", 5, null, "", "http://b"]"#)
    let urls = try #require(try transformer.forward(input, as: [URL].self))
    #expect(urls.map(\.absoluteString) == ["http://a", "http://b"])
    #expect(try transformer.reverse(urls, as: [String].self) == ["http://a", "http://b"])
    #expect(try transformer.forward(nil) == nil)
    expectError("expected an array, found number 5") { try transformer.forward(5) }
    expectError("element 1: expected a URL, found number 5") {
      try transformer.reverse([urls[0], 5] as [Any])
    }
  }

  @Test func reportsWhatWasDropped() throws {
    let transformer = try #require(
      ValueTransformer.lossyArray(of: .url) as? CollectionTransformer<[Any]>)
    let report = try #require(transformer.transformReporting)
    let (values, dropped) = try report(["http://a", 5, NSNull(), "", "b"])
    #expect(values.count == 2)
    #expect(dropped.map(\.index) == [1, 2, 3])
    #expect(
      dropped.map { "\($0.error)" } == [
        "expected a URL as text, found number 5", "expected a URL as text, found null",
        "\"\" is not a URL",
      ])
  }

  @Test func transformsTheValuesOfADictionary() throws {
    let transformer = ValueTransformer.dictionary(of: .url)
    let urls = try #require(
      try transformer.forward(["a": "http://a", "b": "http://b"], as: [String: URL].self))
    #expect(urls.mapValues(\.absoluteString) == ["a": "http://a", "b": "http://b"])
    #expect(
      try transformer.reverse(urls, as: [String: String].self)
        == ["a": "http://a", "b": "http://b"])
    #expect(try transformer.forward(nil) == nil)
    let nulls = try #require(try transformer.forward(["a": NSNull()], as: [String: Any].self))
    #expect(nulls["a"] is NSNull)
    #expect(transformer.canReverse)
    #expect(!ValueTransformer.dictionary(of: .closure(forward: { (n: Int) in n })).canReverse)
  }

  @Test func saysWhichValueIsWrong() throws {
    let input = try boxed(#"{"c": 1, "b": 2, "a": "http://a", "d": 3}"#)
    expectError("member \"b\": expected a URL as text, found number 2") {
      try ValueTransformer.dictionary(of: .url).forward(input)
    }
    expectError("expected an object, found array") {
      try ValueTransformer.dictionary(of: .url).forward([1])
    }
  }
}
