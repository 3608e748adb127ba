// The code of Docs/MigratingFromYYModel.md
import Foundation
import Peridot
import Testing

@Suite struct YYModelGuideTests {
  final class User: Model, JSONSerializing {
    var login = ""
  }

  final class Book: Model, JSONSerializing {
    var name = ""
    var page = 0
    var desc: String?
    var bookID: String?
    var authors: [User] = []

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["name": "n", "page": "p", "desc": "ext.desc", "bookID": .firstOf("id", "ID", "book_id")]
    }
  }

  @Test func readsAndUpdatesTheBook() throws {
    let data = Data(#"{"n": "a", "p": "many", "authors": [{"login": "b"}], "ID": 5}"#.utf8)
    var issues: [String] = []
    func print(_ issue: JSONIssue) { issues.append("\(issue)") }
    let book: Book = try JSONAdapter.model(from: data, policy: .lenient) { issue in
      print(issue)  // $.p: expected Int, found string "many"; the property was left
    }
    try JSONAdapter.update(book, from: #"{"p": 12}"#)
    #expect(issues == [#"$.p: expected Int, found string "many"; the property was left"#])
    #expect(book.page == 12)
    #expect(book.bookID == "5")
    #expect(book.authors.map(\.login) == ["b"])
  }
}
