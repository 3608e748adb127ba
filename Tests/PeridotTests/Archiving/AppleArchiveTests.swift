import Foundation
import Testing

@testable import Peridot
@testable import TestSupport

final class ArchiveAppleThings: Model {
  var range = NSRange()
  var interval = 0..<0
  var frame = CGRect.zero
  var center: CGPoint?
  var size = CGSize.zero
  var locale: Locale?
  var zone: TimeZone?
  var calendar: Calendar?
  var components: DateComponents?
  var index = IndexSet()
  var indexes = IndexSet()
  var noIndexes: IndexSet?
  var path: IndexPath?
  var place: IndexPath?
  var value: NSValue?
  var zoneObject: NSTimeZone?
  var set: Set<String> = []
  var ordered: [String] = []
  var list: [String] = []
  var map: [String: Int] = [:]
  var number = 0
  var bytes = ""
  var data = Data()
  var price: Decimal = 0
  var any: [Any] = []
}

/// Reads objects of Foundation's classes as Apple's systems archive them; `Fixtures/Archives/make.py`
/// writes the files.
@Suite struct AppleArchiveTests {
  private let classNames = ["AppleThings": ArchiveAppleThings.self]

  private func check(_ things: ArchiveAppleThings) {
    #expect(things.range == NSRange(location: 3, length: 5))
    #expect(things.interval == 3..<8)
    #expect(things.frame == CGRect(x: 1, y: -2.5, width: 300, height: 400))
    #expect(things.center == CGPoint(x: 0.1, y: 2))
    #expect(things.size == CGSize(width: 10, height: Double.infinity))
    #expect(things.locale?.identifier == "de_CH")
    #expect(things.zone?.identifier == "Europe/Zurich")
    #expect(things.calendar?.identifier == .gregorian)
    #expect(things.calendar?.timeZone.identifier == "Europe/Zurich")
    #expect(things.calendar?.firstWeekday == 2)
    #expect(things.calendar?.minimumDaysInFirstWeek == 4)
    #expect(things.components?.year == 2001)
    #expect(things.components?.month == 2)
    #expect(things.components?.day == nil)
    #expect(things.components?.hour == nil)
    #expect(things.components?.calendar?.identifier == .gregorian)
    #expect(things.components?.timeZone == nil)
    #expect(things.index == IndexSet(7..<9))
    #expect(things.indexes == IndexSet(integersIn: 1..<3).union(IndexSet(300..<305)))
    #expect(things.noIndexes == IndexSet())
    #expect(things.path == IndexPath(indexes: [1, 300, 5]))
    #expect(things.place == IndexPath(index: 9))
    #expect(things.value == NSValue(point: CGPoint(x: 1, y: 2)))
    #expect(things.zoneObject?.name == "Europe/Zurich")
    #expect(things.set == ["text", "other"])
    #expect(things.ordered == ["text"])
    #expect(things.list == ["text", "text"])
    #expect(things.map == ["text": 1])
    #expect(things.number == 12)
    #expect(things.bytes == "bytes é")
    #expect(things.data == Data([1, 2]))
    #expect(things.price == Decimal(string: "-12345678901234567890.123"))
    #expect(things.any.count == 4)
    #expect((things.any.first as? TimeZone)?.identifier == "Europe/Zurich")
    #expect(things.any.dropFirst().first as? Locale == Locale(identifier: "de_CH"))
    #expect(things.any.dropFirst(2).first is NSNull)
    #expect(things.any.last as? Bool == true)
  }

  @Test(arguments: ["apple-structures.plist", "apple-structures.xml"])
  func readsFoundationsClasses(_ name: String) throws {
    check(
      try ArchiveAppleThings.unarchive(from: fixture("Archives/\(name)"), classNames: classNames))
  }

  @Test func keepsThemInItsOwnArchives() throws {
    let things = try ArchiveAppleThings.unarchive(
      from: fixture("Archives/apple-structures.plist"), classNames: classNames)
    check(try ArchiveAppleThings.unarchive(from: things.archivedData()))
  }

  @Test func keepsThemThroughFoundation() throws {
    let things = try ArchiveAppleThings.unarchive(
      from: fixture("Archives/apple-structures.plist"), classNames: classNames)
    // Foundation's own unarchiver loses what is left of an index path and a calendar in one.
    things.any = [NSRange(location: 1, length: 2), CGSize(width: 1, height: 2)]
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: things, requiringSecureCoding: true)
    let copies = [
      try ArchiveAppleThings.unarchive(from: data),
      try #require(
        try NSKeyedUnarchiver.unarchivedObject(ofClass: ArchiveAppleThings.self, from: data)),
      try #require(
        try NSKeyedUnarchiver.unarchivedObject(
          ofClass: ArchiveAppleThings.self, from: things.archivedData())),
    ]
    for copy in copies {
      #expect(things.changedKeys(from: copy).filter { $0 != "any" } == [])
      #expect(copy.any.first as? NSRange == NSRange(location: 1, length: 2))
      #expect(copy.any.last as? CGSize == CGSize(width: 1, height: 2))
    }
  }

  @Test func findsANestedClassByItsMangledName() throws {
    var archive = HandmadeArchive()
    let root = archive.reserve()
    let name = archive.string("nested")
    archive.fill(root, "_TtCO12PeridotTests12ArchiveOuter6Nested", [("name", name)])
    #expect(try ArchiveOuter.Nested.unarchive(from: archive.data(root: root)).name == "nested")
    #expect(ArchiveNames.dotted("_TtCCV1A2Bc1D1E") == "A.Bc.D.E")
    for name in [
      "_TtC", "_TtC1A", "_TtC1A9B", "_TtC1A1B1C", "_TtP1A1B_", "_TtC99999999999999999999A",
    ] {
      #expect(ArchiveNames.dotted(name) == nil)
    }
  }

  /// Returns the error for a damaged structure.
  private func refusal(
    of key: String, _ className: String, _ members: [(String, HandmadeArchive.Member)]
  ) throws -> ArchiveError {
    var archive = HandmadeArchive()
    let root = archive.reserve()
    let value = archive.add(className, inline: members)
    archive.fill(root, "AppleThings", [(key, value)])
    let data = archive.data(root: root)
    return try #require(
      #expect(throws: ArchiveError.self) {
        try ArchiveAppleThings.unarchive(from: data, classNames: classNames)
      })
  }

  @Test func refusesDamagedStructures() throws {
    let cases: [(String, String, [(String, HandmadeArchive.Member)])] = [
      ("frame", "NSValue", [("NS.special", .integer(3)), ("NS.rectval", .text("{{1, 2}, {3}}"))]),
      ("frame", "NSValue", [("NS.special", .integer(1)), ("NS.pointval", .text("{1, 2}"))]),
      ("frame", "NSValue", [("NS.special", .integer(99))]),
      (
        "interval", "NSValue",
        [
          ("NS.special", .integer(4)), ("NS.rangeval.location", .integer(.max)),
          ("NS.rangeval.length", .integer(1)),
        ]
      ),
      (
        "range", "NSValue",
        [
          ("NS.special", .integer(4)), ("NS.rangeval.location", .integer(1)),
          ("NS.rangeval.length", .integer(-1)),
        ]
      ),
      (
        "index", "NSIndexSet",
        [("NSRangeCount", .integer(1)), ("NSLocation", .integer(-1)), ("NSLength", .integer(1))]
      ),
      (
        "index", "NSIndexSet",
        [("NSRangeCount", .integer(1)), ("NSLocation", .integer(.max)), ("NSLength", .integer(1))]
      ),
      ("path", "NSIndexPath", [("NSIndexPathLength", .integer(3))]),
      ("zone", "NSTimeZone", [("NS.name", .text("No/Where"))]),
      ("calendar", "NSCalendar", [("NS.identifier", .text("stone age"))]),
    ]
    for (key, className, members) in cases {
      let error = try refusal(of: key, className, members)
      #expect(error.kind == .typeMismatch, "\(key) \(members)")
      #expect(error.path == "$.\(key)")
    }
  }
}
