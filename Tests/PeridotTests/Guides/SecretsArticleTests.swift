// The code of Sources/Peridot/Documentation.docc/DeclaredProperties.md
import Foundation
import Peridot
import Testing

@testable import TestSupport

@Suite struct SecretsArticleTests {
  final class Login: Model, JSONSerializing {
    var name = ""
    var password = ""

    override class var declaredProperties: [Property] {
      [property("password", \.password, limits: .count(8...64), isSecret: true)]
    }
  }

  @Test func hidesTheValue() throws {
    var printed = ""
    func print(_ value: Any) { printed += "\(value)" }
    do {
      let login = try JSONAdapter.model(of: Login.self, from: #"{"password": "12345"}"#)
      print(login)
    } catch {
      print(error)
      // swift-format-ignore
      // Login.password: expected a count of 8 to 64, found a value that is not shown at $.password (line 1, column 14)
    }
    let expected = "expected a count of 8 to 64, found a value that is not shown at $.password"
    #expect(printed == "Login.password: \(expected) (line 1, column 14)")
    let login = Login()
    login.password = "correct horse"
    #expect(!"\(login)".contains("horse"))
    #expect("\(login)".contains("password: (hidden)"), "\(login)")
    #expect(try JSONAdapter.string(from: login) == #"{"name":"","password":"correct horse"}"#)
  }
}
