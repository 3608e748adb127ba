import Foundation
import Testing

@testable import Peridot

@Suite struct SmallTextTests {
  // Where it does not, all strings are made by the standard library, more slowly.
  @Test(.enabled(if: Int.bitWidth == 64)) func theStandardLibraryMakesTheSameBits() {
    #expect(JSONReader.SmallText.isUsable)
  }

  @Test func readsTextOfEveryLength() throws {
    for count in 0...40 {
      for padding in ["", "  ", String(repeating: " ", count: 20)] {
        let text = String("abcdefghijklmnopqrstuvwxyz 0123456789~!#-".prefix(count))
        let read = try JSONBytes("\"\(text)\"\(padding)").withReader {
          try $0.readStringIfPresent()
        }
        #expect(read == text)
        #expect(read.map { Array($0.utf8) } == Array(text.utf8))
        #expect(read?.hashValue == text.hashValue)
        #expect(read.map { $0 + "é" } == text + "é")
        #expect(read?.isContiguousUTF8 == true)
      }
    }
  }
}
