import Foundation
import Peridot
import Testing

@testable import TestSupport

private struct Rejected: Error, Equatable {
  let key: String
}

private class Article: Model, JSONSerializing {
  var title = ""
  var rating: Int?
  var url: String?
  var words = 0
  var _seen: [String] = []

  override func validate(_ value: inout Any?, forKey key: String) throws {
    _seen.append(key)
    switch key {
    case "title":
      guard let title = value as? String else { throw Rejected(key: key) }
      value = title.trimmingCharacters(in: .whitespaces)
    case "rating":
      if let rating = value as? Int, rating > 5 { value = nil }
    case "url":
      if value == nil { value = "about:blank" }
    case "words":
      if value as? Int == -1 { throw Rejected(key: key) }
      if value as? Int == -2 { value = "two" }
    default: break
    }
  }
}

private class Span: Model, JSONSerializing {
  var from = 0
  var to = 1

  override func validate() throws {
    try super.validate()
    guard from <= to else { throw Rejected(key: "from") }
  }
}

private final class DeepArticle: Article {
  var extra = 0
}

private class GenericBase<Value>: Model {
  var value: Value?
  override func validate(_ value: inout Any?, forKey key: String) throws {
    if key == "text" { value = "replaced" }
  }
}

private final class GenericDerived: GenericBase<Int> {
  var text = ""
}

private final class Kinds: Model {
  var text = "a"
  var number = 1
  var truth = false
  var measure = 0.5
  var date = Date(timeIntervalSince1970: 0)
  var any: Any = 5
  var _changes = true

  override func validate(_ value: inout Any?, forKey key: String) throws {
    guard _changes else { return }
    value =
      switch key {
      case "text": "b"
      case "number": 2
      case "truth": true
      case "measure": Double.nan
      case "date": Date(timeIntervalSince1970: 1)
      default: "5"
      }
  }
}

@Suite struct ModelValidationTests {
  @Test func replacesValuesOfEveryCommonType() throws {
    let kinds = Kinds()
    kinds._changes = false
    try kinds.validate()
    #expect(kinds.text == "a" && kinds.number == 1 && kinds.measure == 0.5)
    kinds._changes = true
    try kinds.validate()
    #expect(kinds.text == "b")
    #expect(kinds.number == 2)
    #expect(kinds.truth)
    #expect(kinds.measure.isNaN)
    #expect(kinds.date == Date(timeIntervalSince1970: 1))
    #expect(kinds.any as? String == "5")
  }

  @Test func replacesAValue() throws {
    #expect(try Article(dictionary: ["title": "  a "]).title == "a")
    #expect(try Article(dictionary: ["title": "", "rating": 9]).rating == nil)
    #expect(try Article(dictionary: ["url": NSNull()]).url == "about:blank")
    #expect(try GenericDerived(dictionary: ["text": "x"]).text == "replaced")
  }

  @Test func replacesAlsoWhatWasNotGiven() throws {
    #expect(try Article(dictionary: [:]).url == "about:blank")
    let article = Article()
    article.title = " b "
    article.rating = 7
    try article.validate()
    #expect(article.title == "b")
    #expect(article.rating == nil)
    let derived = GenericDerived()
    try derived.validate()
    #expect(derived.text == "replaced")
  }

  @Test func rejectsAValue() {
    func rejection(_ type: Article.Type, _ dictionary: [String: Any]) -> ModelError? {
      #expect(throws: ModelError.self) { try type.init(dictionary: dictionary) }
    }
    let refused: [(Any, ModelError.Kind)] = [(3, .typeMismatch), (NSNull(), .nilValue)]
    for (value, kind) in refused {
      let error = rejection(Article.self, ["title": value])
      #expect(error?.kind == kind && error?.propertyKey == "title")
      #expect(error?.underlying as? Rejected == Rejected(key: "title"))
    }
    let error = rejection(DeepArticle.self, ["words": -1])
    #expect(error?.modelClass == DeepArticle.self && error?.propertyKey == "words")
    #expect(error?.underlying as? Rejected == Rejected(key: "words"))
  }

  @Test func refusesAReplacementOfTheWrongType() {
    let error = #expect(throws: ModelError.self) { try Article(dictionary: ["words": -2]) }
    #expect(error?.description == #"Article.words: expected Int, found string "two""#)
  }

  @Test func asksForEveryKeyInOrder() throws {
    let article = try DeepArticle(dictionary: ["words": 1])
    #expect(article._seen == ["words", "title", "rating", "url", "words", "extra"])
  }

  @Test func checksTheWholeModel() throws {
    #expect(throws: Rejected(key: "from")) { try Span(dictionary: ["from": 3]) }
    #expect(try Span(dictionary: ["from": 3, "to": 4]).from == 3)
    let span = Span()
    span.from = 5
    #expect(throws: Rejected(key: "from")) { try span.validate() }
  }

  @Test func runsAfterJSONAndRollsBackUpdates() throws {
    let article: Article = try JSONAdapter.model(from: #"{"title": " t ", "rating": 6}"#)
    #expect(article.title == "t")
    #expect(article.rating == nil)
    let span = Span()
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.update(span, from: #"{"from": 9}"#)
    }
    #expect(error?.kind == .validationFailed)
    #expect(error?.underlying as? Rejected == Rejected(key: "from"))
    #expect(span.from == 0)
  }

  @Test func doesNotRunForSetValueOrMerges() throws {
    let article = Article()
    try article.setValue(" x ", forPropertyKey: "title")
    #expect(article.title == " x ")
    let other = Article()
    other.mergeValues(from: article)
    #expect(other.title == " x ")
    #expect(article.with { _ in }._seen == [])
  }
}
