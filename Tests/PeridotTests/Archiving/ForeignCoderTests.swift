import Foundation
import Testing

@testable import Peridot
@testable import TestSupport

/// A class of someone else's that uses all that a coder has to offer.
private final class ForeignThing: NSObject, NSSecureCoding {
  var log: [String] = []
  var other: ForeignThing?
  weak var parent: ForeignThing?
  static var supportsSecureCoding: Bool { true }

  override init() {}

  func encode(with coder: NSCoder) {
    coder.encode(true, forKey: "flag")
    coder.encode(-1, forKey: "integer")
    coder.encode(Int32.min, forKey: "small")
    coder.encode(Int64.max, forKey: "large")
    coder.encode(Float(0.1), forKey: "float")
    coder.encode(0.1, forKey: "double")
    let bytes: [UInt8] = [1, 2, 3]
    bytes.withUnsafeBufferPointer {
      coder.encodeBytes($0.baseAddress, length: $0.count, forKey: "bytes")
    }
    coder.encode(CGPoint(x: 1, y: 2), forKey: "point")
    coder.encode(CGRect(x: 1, y: 2, width: 3, height: 4), forKey: "frame")
    coder.encode(["a": [1, 2.5, "x"]] as [String: Any], forKey: "list")
    coder.encode("text" as NSString, forKey: "$text")
    coder.encode(Data([4, 5]), forKey: "data")
    coder.encode(nil as Any?, forKey: "nothing")
    coder.encodeConditionalObject(parent, forKey: "parent")
    coder.encode(other, forKey: "other")
  }

  init?(coder: NSCoder) {
    super.init()
    log = [
      "\(coder.decodeBool(forKey: "flag"))", "\(coder.decodeInteger(forKey: "integer"))",
      "\(coder.decodeInt32(forKey: "small"))", "\(coder.decodeInt64(forKey: "large"))",
      "\(coder.decodeCInt(forKey: "integer"))", "\(coder.decodeFloat(forKey: "float"))",
      "\(coder.decodeDouble(forKey: "double"))", "\(coder.decodeInteger(forKey: "double"))",
      "\(coder.decodeInteger(forKey: "missing"))", "\(coder.decodeBool(forKey: "point"))",
      coder.withDecodedUnsafeBytes(forKey: "bytes") { "\($0.map { Array($0) } ?? [])" },
      coder.withDecodedUnsafeBytes(forKey: "data") { "\($0.map { Array($0) } ?? [])" },
      coder.withDecodedUnsafeBytes(forKey: "missing") { "\($0 == nil)" },
      "\(coder.decodePoint(forKey: "point") == CGPoint(x: 1, y: 2))",
      "\(coder.decodeRect(forKey: "frame") == CGRect(x: 1, y: 2, width: 3, height: 4))",
      "\(((coder.decodePropertyList(forKey: "list") as? [String: [Any]])?["a"])?.count ?? 0)",
      coder.decodeObject(of: NSString.self, forKey: "$text").map { "\($0)" } ?? "none",
      "\(coder.containsValue(forKey: "nothing")) \(coder.containsValue(forKey: "missing"))",
      "\(coder.decodeObject(forKey: "nothing") == nil)",
    ]
    other = coder.decodeObject(of: ForeignThing.self, forKey: "other")
  }
}

private final class ForeignHolder: Model {
  var thing: ForeignThing?
  var others: [ForeignThing] = []
  override class var archiveName: String { "Tests.ForeignHolder" }
}

/// Writes values one after the other, without keys.
private final class KeylessThing: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  override init() {}

  func encode(with coder: NSCoder) {
    coder.encode("first" as NSString)
    coder.encode(Data([1]))
    coder.encodePropertyList(["a": 1])
    var number = 5
    coder.encodeValue(ofObjCType: "q", at: &number)
    coder.encodeBytes(&number, length: 8)
  }

  init?(coder: NSCoder) {
    _ = coder.decodeObject()
    _ = coder.decodeData()
    _ = coder.decodePropertyList()
    var number = 5
    coder.decodeValue(ofObjCType: "q", at: &number)
  }
}

private final class KeylessHolder: Model {
  var thing: KeylessThing?
  override class var archiveName: String { "Tests.KeylessHolder" }
}

/// A class that asks for more than there is.
private final class WrongThing: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  override init() {}
  func encode(with coder: NSCoder) { coder.encode(Int.max, forKey: "number") }
  init?(coder: NSCoder) { _ = coder.decodeInt32(forKey: "number") }
}

private final class WrongHolder: Model {
  var thing: WrongThing?
  override class var archiveName: String { "Tests.WrongHolder" }
}

@Suite struct ForeignCoderTests {
  @Test func servesEveryPrimitive() throws {
    let holder = ForeignHolder()
    holder.thing = ForeignThing()
    holder.thing?.other = ForeignThing()
    holder.thing?.other?.parent = holder.thing
    holder.others = [try #require(holder.thing)]
    let copy = try ForeignHolder.unarchive(from: holder.archivedData())
    #expect(
      copy.thing?.log == [
        "true", "-1", "-2147483648", "9223372036854775807", "-1", "0.1", "0.1", "0", "0", "false",
        "[1, 2, 3]", "[4, 5]", "true", "true", "true", "3", "text",
        "true false", "true",
      ])
    #expect(copy.thing?.other?.log == copy.thing?.log)
    #expect(copy.others.first === copy.thing)
  }

  @Test func refusesCodingWithoutKeys() throws {
    let holder = KeylessHolder()
    holder.thing = KeylessThing()
    let error = try #require(#expect(throws: ArchiveError.self) { try holder.archivedData() })
    #expect(error.kind == .unsupportedType)
    #expect(error.path == "$.thing")
    #expect(error.description.contains("Use those with forKey:"))
  }

  @Test func refusesReadingWithoutKeys() throws {
    var archive = HandmadeArchive()
    let root = archive.reserve()
    let name = ArchiveNames.foreignName(of: KeylessThing.self)
    let thing = archive.add(name, [])
    archive.fill(root, "Tests.KeylessHolder", [("thing", thing)])
    let data = archive.data(root: root)
    let error = try #require(
      #expect(throws: ArchiveError.self) { try KeylessHolder.unarchive(from: data) })
    #expect(error.kind == .unsupportedType)
    #expect(error.path == "$.thing")
  }

  @Test func refusesANumberThatDoesNotFit() throws {
    let holder = WrongHolder()
    holder.thing = WrongThing()
    let error = try #require(
      #expect(throws: ArchiveError.self) { try WrongHolder.unarchive(from: holder.archivedData()) })
    #expect(error.kind == .outOfRange)
    #expect(error.path == "$.thing.number")
  }
}
