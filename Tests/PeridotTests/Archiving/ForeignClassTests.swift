import Foundation
import Fuzz
import Peridot
import Testing

private final class Foreigners: Model {
  var error: NSError?
  var text: NSAttributedString?
  var measurement: NSMeasurement?
  var item: NSURLQueryItem?
  var interval: NSDateInterval?
  var characters: NSCharacterSet?
  var expression: NSRegularExpression?
  var unit: UnitLength?
  var formatter: ISO8601DateFormatter?

  override class var archiveName: String { "Foreigners" }

  /// On Apple systems, objects of the other classes are refused.
  static var readable: [Int] {
    #if canImport(ObjectiveC)
      [0, 2, 3, 4, 6, 7]
    #else
      Array(0..<9)
    #endif
  }

  func fill(_ index: Int) throws {
    switch index {
    case 0: error = NSError(domain: "domain", code: 5, userInfo: ["a": "b"])
    case 1: text = NSAttributedString(string: "text")
    case 2: measurement = NSMeasurement(doubleValue: 5, unit: UnitLength.meters)
    case 3: item = NSURLQueryItem(name: "a", value: "b")
    case 4: interval = NSDateInterval(start: Date(timeIntervalSince1970: 0), duration: 5)
    case 5: characters = NSCharacterSet(charactersIn: "abc")
    case 6: expression = try NSRegularExpression(pattern: "a+")
    case 7: unit = .meters
    default: formatter = ISO8601DateFormatter()
    }
  }
}

/// Objects of Foundation's own classes, which trust what they read.
@Suite struct ForeignClassTests {
  @Test func survivesDamage() async {
    await #expect(processExitsWith: .success) {
      for index in Foreigners.readable {
        let model = Foreigners()
        try model.fill(index)
        let bytes = Array(try model.archivedData())
        _ = try Foreigners.unarchive(from: Data(bytes))
        var refused = 0
        for seed in 1...1_000 as ClosedRange<UInt64> {
          var mutator = ArchiveMutator(seed: seed)
          do {
            let read = try Foreigners.unarchive(from: Data(mutator.mutate(bytes)))
            _ = read.hash
            _ = read.description
            _ = read == model
          } catch is ArchiveError {
            refused += 1
          }
        }
        if refused == 0 { exit(1) }
      }
    }
  }

  /// Every value of every object in turn is one that does not belong there.
  @Test func survivesWrongValues() async {
    await #expect(processExitsWith: .success) {
      let wrong: [Any] = [
        -1, 0, Int.max, Int.min, UInt64.max, 1e300, -0.5, Double.nan, Double.infinity, true, "",
        "x",
        String(repeating: "x", count: 1_000), Data(), Data([0xFF, 0x80]), [Any](), [String: Any](),
        ["x": [1]], Date(timeIntervalSinceReferenceDate: .nan),
      ]
      for index in Foreigners.readable {
        let model = Foreigners()
        try model.fill(index)
        let plist = try PropertyListSerialization.propertyList(
          from: model.archivedData(), format: nil)
        guard let archive = plist as? [String: Any], let objects = archive["$objects"] as? [Any]
        else { exit(1) }
        var refused = 0
        func read(_ objects: [Any]) throws {
          var damaged = archive
          damaged["$objects"] = objects
          let data = try PropertyListSerialization.data(
            fromPropertyList: damaged, format: .binary, options: 0)
          do {
            let read = try Foreigners.unarchive(from: data)
            _ = (read.hash, read.description, read == model)
          } catch is ArchiveError {
            refused += 1
          }
        }
        for (number, object) in objects.enumerated() {
          for value in wrong {
            var changed = objects
            guard var members = object as? [String: Any] else {
              changed[number] = value
              try read(changed)
              continue
            }
            for key in members.keys where key != "$class" {
              let kept = members[key]
              members[key] = value
              changed[number] = members
              try read(changed)
              members[key] = kept
            }
          }
        }
        if refused == 0 { exit(1) }
      }
    }
  }

  @Test func keepsGoodOnes() throws {
    let model = Foreigners()
    for index in Foreigners.readable { try model.fill(index) }
    let copy = try Foreigners.unarchive(from: model.archivedData())
    #expect(copy.error?.domain == "domain")
    #expect(copy.error?.code == 5)
    #expect(copy.text?.string == "text")
    #expect(copy.measurement?.doubleValue == 5)
    #expect(copy.item?.name == "a")
    #expect(copy.item?.value == "b")
    #expect(copy.expression?.pattern == "a+")
    #expect(copy.hash == copy.hash)
  }
}
