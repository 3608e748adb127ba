import Foundation
import Testing

@testable import Peridot

@Suite struct XMLArchiveTests {
  private static let head = #"<?xml version="1.0" encoding="UTF-8"?>"#

  /// What Foundation makes of the same document, as text.
  private func description(_ data: Data) throws -> String {
    let plist = try PropertyListSerialization.propertyList(from: data, format: nil)
    return String(
      decoding: try PropertyListSerialization.data(
        fromPropertyList: plist, format: .xml, options: 0), as: UTF8.self)
  }

  @Test(arguments: [
    "<string>text</string>", "<string/>", "<string></string>", "<string> a\n b </string>",
    "<string>&lt;&gt;&amp;&apos;&quot;&#65;&#x1F600;é</string>",
    "<string>a<![CDATA[<b>&amp;]]>c</string>", "<integer>5</integer>", "<integer>-5</integer>",
    "<integer>0x1F</integer>", "<integer>-9223372036854775808</integer>",
    "<integer>18446744073709551615</integer>", "<real>1.5</real>", "<real>-1e300</real>",
    "<true/>", "<false/>", "<date>2001-01-01T00:00:05Z</date>",
    "<data>\n AAEC\n AwQ= </data>", "<data></data>", "<array/>", "<dict/>", "<array></array>",
    "<dict>\n<key>a</key><array><integer>1</integer><true/></array><key>b</key><dict/></dict>",
    "<array><dict><key>CF$UID</key><integer>7</integer></dict></array>",
    "<dict><key>CF$UID</key><integer>7</integer><key>a</key><integer>1</integer></dict>",
    "<array><!-- <a> --><?what?><string>x</string></array>",
  ])
  func readsWhatFoundationReads(_ element: String) throws {
    let doctype =
      #"<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">"#
    let text = "\(Self.head)\n\(doctype)\n<plist version=\"1.0\">\n\(element)\n</plist>\n"
    let binary = try XMLArchive.binary(Array(text.utf8))
    #expect(try description(Data(binary)) == description(Data(text.utf8)))
  }

  @Test(arguments: [
    "", "<plist>", "<plist></plist>", "<array>", "<array><string>a</array>", "<dict><key>a</dict>",
    "<dict><key>a</key></dict>", "<dict><string>a</string></dict>", "<array></dict>",
    "<array><key>a</key></array>", "<dict><key>a</key><key>b</key></dict>", "</array>",
    "<integer>x</integer>", "<integer>99999999999999999999</integer>",
    "<integer>-9223372036854775809</integer>", "<integer>--5</integer>", "<real>x</real>",
    "<date>yesterday</date>", "<data>A</data>", "<string>&x;</string>", "<string>&#xD800;</string>",
    "<string>&lt</string>", "<string><![CDATA[a</string>", "<string>a", "<unknown/>", "text",
    "<array>text</array>", "<array><!-- </array>", "<!DOCTYPE x [", "<", "<string", "< >",
    "<!DOCTYPE x [<!ENTITY a \"b\">]><true/>",
  ])
  func refusesWhatIsNoPropertyList(_ element: String) {
    let error = #expect(throws: ArchiveError.self) {
      try XMLArchive.binary(Array((Self.head + element).utf8))
    }
    #expect(error?.kind == .invalidPropertyList)
  }

  @Test func refusesBytesThatAreNoText() {
    let bytes = Array("<plist><string>".utf8) + [0xFF, 0xFE] + Array("</string></plist>".utf8)
    #expect(throws: ArchiveError.self) { try XMLArchive.binary(bytes) }
  }

  /// Foundation's own parser compares each key with all others of its hash, which these have in common:
  /// it takes minutes.
  @Test func readsManyKeysOfOneHash() throws {
    let members = (0..<32_768).map { number in
      let steps = (0..<15).map { number >> $0 & 1 == 0 ? "\u{4E01}\u{5000}" : "\u{4E00}\u{5101}" }
      return "<key>\(steps.map { "xy" + $0 }.joined())</key><true/>"
    }
    let text = "\(Self.head)<plist><dict>\(members.joined())</dict></plist>"
    let plist = try BinaryPlist(XMLArchive.binary(Array(text.utf8)))
    guard case .dictionary(let keys, _) = try plist.node(plist.topObject) else {
      return #expect(Bool(false), "no dictionary")
    }
    #expect(keys.count == 32_768)
  }

  /// Foundation's own parser goes down by recursion.
  @Test(arguments: ["<array>", "<dict><key>a</key>"])
  func readsDeepNestingOnASmallStack(_ opening: String) async throws {
    let closing = opening == "<array>" ? "</array>" : "</dict>"
    let depth = 50_000
    let inner = String(repeating: opening, count: depth) + "<string>x</string>"
    let value = inner + String(repeating: closing, count: depth)
    let member = "<key>any</key>\(value)"
    let object = "<dict>\(member)<key>$class</key>\(Self.uid(2))</dict>"
    let named = "<dict><key>$classname</key><string>Target</string></dict>"
    let objects = "<array><string>$null</string>\(object)\(named)</array>"
    let top = "<key>$top</key><dict><key>root</key>\(Self.uid(1))</dict>"
    let archiver = "<key>$archiver</key><string>NSKeyedArchiver</string>"
    let text =
      "\(Self.head)<plist><dict>\(archiver)\(top)<key>$objects</key>\(objects)</dict></plist>"
    _ = ArchiveTarget.archiveName
    let kind = try await withCheckedThrowingContinuation { continuation in
      let thread = Thread {
        continuation.resume(
          with: Result {
            do {
              _ = try ArchiveTarget.unarchive(
                from: Data(text.utf8), classNames: ["Target": ArchiveTarget.self])
              return nil as ArchiveError.Kind?
            } catch let error as ArchiveError {
              return error.kind
            }
          })
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    // A bare container is no value, at whatever depth it ends.
    #expect(kind == (opening == "<array>" ? .typeMismatch : .invalidArchive))
  }

  private static func uid(_ number: Int) -> String {
    "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
  }
}
