import Foundation
import Peridot
import Testing

private class Twice: Model, JSONSerializing {
  var a = 0
  var b = 0
  var c: Date?
  var name = ""
  var pattern = ""
  var part: Twice?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["b": "bb"] }
  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "c" ? .epochSeconds : nil
  }
  override class var requiredPropertyKeys: Set<String> { ["name"] }
  override class var declaredProperties: [Property] {
    [
      property("a", \.a, at: "x"),
      property("b", \.b, at: "x"),
      property("b", \.b, isRequired: true),
      property("c", \.c, by: .epochMilliseconds),
      property("name", \.name, isRequired: false),
      property(\.pattern, limits: .matching("(")),
      property("pattern", \.pattern, limits: .matching("(")),
      property("part", \.part, default: Twice()),
      property("pattern", \.a),
    ]
  }
}

private final class Misnamed: Model, JSONSerializing {
  var login = ""
  var other = ""

  override class var declaredProperties: [Property] {
    [property("logn", \.login), property(\.other, at: "o"), property("login", \.other)]
  }
}

@Suite struct DeclarationMistakeTests {
  @Test func checkReportsAllAtOnce() {
    let error = #expect(throws: JSONAdapterError.self) { try JSONAdapter.check(Twice.self) }
    #expect(error?.kind == .invalidMapping)
    #expect(
      error?.found.split(separator: "\n").map(String.init) == [
        #"- declaredProperties has "b" twice"#,
        "- declaredProperties has a property of type String without its name, which its key path does "
          + "not tell: write the name, or make the variable final",
        #"- declaredProperties has "pattern" twice"#,
        #"- declaredProperties has "pattern" of type Int, and the variable is of type String"#,
        #"- declaredProperties of Twice says where to find "b", and so does keyPathsByPropertyKey: leave it to one of them"#,
        #"- declaredProperties of Twice says how to transform "c", and so does transformer(forKey:): leave it to one of them"#,
        #"- declaredProperties of Twice says whether to require "name", and so does requiredPropertyKeys: leave it to one of them"#,
        #"- "a" and "b" are declared at one place, x: make one of them .readOnly or .writeOnly"#,
        #"- "pattern" is limited by (, which is not a regular expression"#,
        #"- "part" is declared with an object as its default, which all models would share: make it in init"#,
      ])
  }

  @Test func aNameThatIsNotThatOfTheVariableIsReported() {
    let error = #expect(throws: JSONAdapterError.self) { try JSONAdapter.check(Misnamed.self) }
    #expect(
      error?.found == """

        - declaredProperties names "logn", and its key path is that of "login"
        - declaredProperties names "login", and its key path is that of "other"
        """)
    #expect(throws: JSONAdapterError.self) { try JSONAdapter.model(of: Misnamed.self, from: "{}") }
  }
}
