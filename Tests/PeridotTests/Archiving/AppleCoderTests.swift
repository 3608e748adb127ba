import Foundation
import Testing

@testable import Peridot

/// An object that asks its coder as Objective-C's classes ask one on Apple systems.
private final class Asking: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }

  var name: NSMutableString?
  var other: String?
  var list: [Any]?
  var table: [String: Int]?
  var isNumber = false
  var bytes: [UInt8] = []

  override init() { super.init() }

  func encode(with coder: NSCoder) {
    coder.encode("a name" as NSString, forKey: "name")
    coder.encode(NSArray(array: [1, "two"]), forKey: "list")
    coder.encode(NSDictionary(dictionary: ["a": 1]), forKey: "table")
    if isNumber { coder.encode(NSNumber(value: 5), forKey: "number") }
    let bytes: [UInt8] = [1, 2, 3]
    // The bytes are copied during the call.
    unsafe bytes.withUnsafeBufferPointer {
      unsafe coder.encodeBytes($0.baseAddress, length: $0.count, forKey: "bytes")
    }
  }

  init?(coder: NSCoder) {
    super.init()
    guard let coder = coder as? ArchiveDecoder else { return nil }
    name = coder.object(ofClasses: [NSMutableString.self], forKey: "name") as? NSMutableString
    other = coder.object(ofClasses: [NSNumber.self, NSString.self], forKey: "name") as? String
    let plain: [AnyClass] = [NSNumber.self, NSString.self]
    list = coder.collection(NSArray.self, of: plain, forKey: "list") as? [Any]
    table = coder.collection(NSDictionary.self, of: plain, forKey: "table") as? [String: Int]
    bytes = coder.keptBytes(forKey: "bytes").map { [UInt8](Data(referencing: $0)) } ?? []
    isNumber = coder.containsValue(forKey: "number")
    guard isNumber else { return }
    // One of another class is none, as on Linux; of several classes, it is an error.
    if coder.object(ofClasses: [NSDate.self], forKey: "number") != nil { return nil }
    _ = coder.object(ofClasses: [NSDate.self, NSUUID.self], forKey: "number")
  }
}

private final class Holder: Model {
  var asking: Asking?
  var interval: NSDateInterval?

  override class var archiveName: String { "Holder" }
}

/// What the coders of archives do on Apple systems, as far as it can be seen on others.
@Suite struct AppleCoderTests {
  @Test func answersWhatObjectiveCSends() throws {
    let holder = Holder()
    holder.asking = Asking()
    let read = try #require(Holder.unarchive(from: holder.archivedData()).asking)
    #expect(read.name == "a name")
    #expect(read.other == "a name")
    #expect(read.list?.count == 2)
    #expect(read.list?.first as? Int == 1)
    #expect(read.list?.last as? String == "two")
    #expect(read.table == ["a": 1])
    #expect(read.bytes == [1, 2, 3])
  }

  @Test func refusesOtherClassesThanObjectiveCNames() throws {
    let holder = Holder()
    let asking = Asking()
    asking.isNumber = true
    holder.asking = asking
    let error = try #require(throws: ArchiveError.self) {
      try Holder.unarchive(from: holder.archivedData())
    }
    #expect(error.kind == .classNotAllowed)
  }

  /// An exception of Objective-C's ends the process.
  @Test func readsNoObjectsOfClassesThatMayRaiseExceptions() {
    func isTrusted(_ type: AnyClass) -> Bool {
      ArchiveReader.isTrusted(type) { !String(reflecting: $0).hasPrefix("Foundation.") }
    }
    #expect(isTrusted(NSDateInterval.self))
    #expect(isTrusted(NSMeasurement.self))
    #expect(isTrusted(UnitLength.self))
    #expect(isTrusted(Asking.self))
    #expect(!isTrusted(NSAttributedString.self))
    #expect(!isTrusted(NSCharacterSet.self))
    #expect(!isTrusted(ISO8601DateFormatter.self))
  }

  /// Apple's own initializer takes the duration before the end, and raises an exception.
  @Test(arguments: [-1, -.infinity, .nan] as [Double])
  func refusesIntervalsThatEndBeforeTheyBegin(_ duration: Double) throws {
    let holder = Holder()
    holder.interval = NSDateInterval(start: Date(timeIntervalSince1970: 0), duration: 5)
    var archive = try #require(
      PropertyListSerialization.propertyList(from: holder.archivedData(), format: nil)
        as? [String: Any])
    var objects = try #require(archive["$objects"] as? [Any])
    let index = try #require(
      objects.firstIndex { ($0 as? [String: Any])?["NS.startDate"] != nil })
    var interval = try #require(objects[index] as? [String: Any])
    interval["NS.duration"] = duration
    objects[index] = interval
    archive["$objects"] = objects
    let data = try PropertyListSerialization.data(
      fromPropertyList: archive, format: .binary, options: 0)
    #expect(throws: ArchiveError.self) { try Holder.unarchive(from: data) }
  }

  @Test func keepsTextsThatAreObjects() {
    let text = NSMutableString(string: "text")
    let error = TransformerError(.notReversible, input: text)
    text.append("!")
    #expect(error.input as? String == "text")
    let inner = TransformerError(.notReversible, input: [NSString(string: "a"), 1] as [Any])
    #expect((inner.input as? [Any])?.first as? String == "a")
    #expect(TransformerError(.notReversible, input: NSObject()).input == nil)
  }
}
