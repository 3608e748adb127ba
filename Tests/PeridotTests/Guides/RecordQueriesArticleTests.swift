// The code of Sources/PeridotRecords/Documentation.docc/Queries.md
import Foundation
import Peridot
import PeridotRecords
import Testing

@Suite(.enabled(if: (try? RecordStore.inMemory()) != nil, "needs SQLite"))
struct RecordQueriesArticleTests {
  final class Article: Model, RecordSerializing, JSONSerializing {
    var id = 0
    var title = ""
    var body = ""
    var tags: [String] = []
    var source: [String: String] = [:]

    override class var identityKey: String? { "id" }
  }

  final class Order: Model, RecordSerializing {
    var number = 0
    var lines: [Line] = []

    override class var declaredProperties: [Property] {
      [
        property("number", \.number, isIdentity: true),
        property("lines", \.lines, facets: .owns.and(.inverse("order"))),
      ]
    }
  }

  final class Line: Model, RecordSerializing {
    var text = ""
    weak var order: Order?
  }

  private func filled() throws -> RecordStore {
    let store = try RecordStore.inMemory()
    for (id, title) in [(9, "old trees"), (10, "tall trees"), (11, "small houses")] {
      try store.save(
        Article(dictionary: [
          "id": id, "title": title, "tags": id == 9 ? ["wood", "old"] : [],
          "source": ["language": id == 10 ? "de" : "en"],
        ]))
    }
    return store
  }

  @Test(
    .enabled(
      if: (try? RecordStore.inMemory().execute("CREATE VIRTUAL TABLE t USING fts5(a)")) != nil,
      "needs FTS5"))
  func wordsAreFound() throws {
    let store = try filled()
    for statement in [
      "CREATE VIRTUAL TABLE words USING fts5(title, body, content = 'Article', content_rowid = '_record')",
      """
      CREATE TRIGGER wordsInsert AFTER INSERT ON Article BEGIN
      INSERT INTO words (rowid, title, body) VALUES (new._record, new.title, new.body); END
      """,
      """
      CREATE TRIGGER wordsDelete AFTER DELETE ON Article BEGIN
      INSERT INTO words (words, rowid, title, body) VALUES ('delete', old._record, old.title, old.body); END
      """,
      """
      CREATE TRIGGER wordsUpdate AFTER UPDATE OF title, body ON Article BEGIN
      INSERT INTO words (words, rowid, title, body) VALUES ('delete', old._record, old.title, old.body);
      INSERT INTO words (rowid, title, body) VALUES (new._record, new.title, new.body); END
      """,
      "INSERT INTO words (words) VALUES ('rebuild')",
    ] as [RecordSQL] { try store.execute(statement) }
    func search(_ text: String) throws -> [Int] {
      let found = try store.models(
        of: Article.self,
        matching: "_record IN (SELECT rowid FROM words WHERE words MATCH \(text))"
          && ["id": 10...],
        orderedBy: .descending("id"), limit: 20)
      return found.map(\.id)
    }
    #expect(try search("trees") == [10])
    try store.save(
      Article(dictionary: ["id": 12, "title": "more trees", "body": "and houses"]))
    #expect(try search("trees") == [12, 10])
    #expect(try search("houses") == [12, 11])
    try store.update(of: Article.self, from: #"{"id": 12, "title": "more"}"#)
    try store.delete(of: Article.self, matching: ["id": 10])
    #expect(try search("trees") == [])
    #expect(try search("houses AND more") == [12])
  }

  @Test func valuesWithinJSONAreFound() throws {
    let store = try filled()
    let (language, tag) = ("de", "wood")

    let german = try store.models(
      of: Article.self, matching: "json_extract(source, '$.language') = \(language)")
    let tagged = try store.models(
      of: Article.self, matching: "EXISTS (SELECT 1 FROM json_each(tags) WHERE value = \(tag))")
    try store.execute(
      "CREATE INDEX IF NOT EXISTS articleLanguage ON Article (json_extract(source, '$.language'))")
    #expect(german.map(\.id) == [10] && tagged.map(\.id) == [9])
    let plan = try store.rows(
      "EXPLAIN QUERY PLAN SELECT * FROM Article WHERE json_extract(source, '$.language') = 'de'")
    #expect((plan.first?["detail"] as? String)?.contains("articleLanguage") == true)
    try store.save(try Article(dictionary: ["id": 10]))
  }

  @Test func linesKnowTheirOrders() throws {
    let store = try RecordStore.inMemory()
    let order = Order()
    order.number = 7
    order.lines = [try Line(dictionary: ["text": "cup"]), Line()]
    try store.save(order)

    let (lines, orders) = try store.models(
      of: Line.self, matching: ["text": "cup"], including: ["order"])
    for line in lines { print(line.text, line.order?.number ?? 0) }
    #expect(lines.map { $0.order?.number } == [7])
    #expect(orders.count == 1)
  }
}
