import Foundation
import Peridot
import Testing

@Suite struct DictionaryInitializerTests {
  private final class Upper: Model {
    var name = ""

    required convenience init(dictionary: [String: Any]) throws {
      self.init()
      for (key, value) in dictionary { try setValue(value, forPropertyKey: key) }
      name = name.uppercased()
    }
  }

  @Test func aClassCanHaveItsOwn() throws {
    #expect(try Upper(dictionary: ["name": "a"]).name == "A")
    let type: Model.Type = Upper.self
    #expect((try type.init(dictionary: ["name": "b"]) as? Upper)?.name == "B")
  }
}
