import Foundation
import Testing

@testable import Peridot

@Suite struct TypeNameTests {
  @Test(arguments: [
    ("Suit", "a Suit"), ("Int8", "an Int8"), ("NSArray", "an NSArray"), ("URL", "a URL"),
    ("UUID", "a UUID"), ("UInt8", "a UInt8"), ("User", "a User"), ("Unknown", "an Unknown"),
    ("Unicode", "a Unicode"), ("Note", "a Note"), ("HTTPBody", "an HTTPBody"),
    ("Header", "a Header"), ("MD5", "an MD5"), ("JSONObject", "a JSONObject"), ("X", "a X"),
    ("[Int]", "an [Int]"), ("_Item", "an _Item"), ("()", "a ()"),
  ])
  func hasTheArticleThatIsSpoken(_ name: String, _ phrase: String) {
    #expect(TypeName.withArticle(name) == phrase)
  }

  @Test func hasSwiftsShortForm() {
    #expect(TypeName.of(Int?.self) == "Int?")
    #expect(TypeName.of(Int??.self) == "Int??")
    #expect(TypeName.of([String: [URL?]]?.self) == "[String: [URL?]]?")
    #expect(TypeName.of(Set<Int>.self) == "Set<Int>")
    #expect(TypeName.of(Range<Int>.self) == "Range<Int>")
  }
}
