import Foundation
import Peridot
import Testing

private final class Author: Model, JSONSerializing {
  var name = ""
  var age: Int?
}

private final class Book: Model, JSONSerializing {
  var title = ""
  var author: Author?
  var reviewers: [Author] = []
  var price = 0.0
  var tags: Set<String> = []
  var publishedAt = Date(timeIntervalSince1970: 0)

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["publishedAt": "meta.published_at", "price": "meta.price"]
  }
}

@Suite struct RoundTripTests {
  private let document = """
    {"title":"Dune","author":{"name":"Frank Herbert","age":null},"reviewers":[{"name":"A","age":3}],\
    "meta":{"price":9.5,"published_at":"1965-08-01T00:00:00Z"},"tags":["a","b"]}
    """

  @Test func readsNestedModelsAndPaths() throws {
    let book: Book = try JSONAdapter.model(from: document)
    #expect(book.title == "Dune")
    #expect(book.author?.name == "Frank Herbert")
    #expect(book.author?.age == nil)
    #expect(book.reviewers.map(\.age) == [3])
    #expect(book.price == 9.5)
    #expect(book.tags == ["a", "b"])
    #expect(book.publishedAt == Date(timeIntervalSince1970: -139_449_600))
  }

  @Test func writesWhatItRead() throws {
    let book: Book = try JSONAdapter.model(from: document)
    let text = try JSONAdapter.string(from: book)
    #expect(
      text == """
        {"title":"Dune","author":{"name":"Frank Herbert"},"reviewers":[{"name":"A","age":3}],\
        "meta":{"price":9.5,"published_at":"1965-08-01T00:00:00Z"},"tags":["a","b"]}
        """)
    #expect(try JSONAdapter.model(of: Book.self, from: text) == book)
  }

  @Test func saysWhereAValueIsWrong() throws {
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(
        of: Book.self, from: #"{"title": "x", "reviewers": [{"name": "A", "age": "old"}]}"#)
    }
    #expect(
      error?.description == """
        Author.age: expected Int, found string "old" at $.reviewers[0].age (line 1, column 51): no policy reads it
        """)
  }
}
