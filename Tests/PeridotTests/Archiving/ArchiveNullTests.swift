import Foundation
import Peridot
import Testing

@testable import TestSupport

/// A class as it was, with Optionals.
final class ArchiveOptionals: Model {
  var text: String?
  var number: Int?
  var mean: Double?
  var flag: Bool?
  var date: Date?
  var url: URL?
  var uuid: UUID?
  var data: Data?
  var price: Decimal?
  var state: ArchiveState?
  var point: ArchivePoint?
  var numbers: [Int]?
  var texts: Set<String>?
  var table: [String: Int]?
  var note: ArchiveNote?
  var any: Any?
  var name: NSString?
  var kept: Int? = 5
}

/// The same when no property may be nil.
final class ArchiveNonOptionals: Model {
  var text = "initial"
  var number = 7
  var mean = 0.5
  var flag = true
  var date = Date(timeIntervalSinceReferenceDate: 7)
  var url = URL(filePath: "/")
  var uuid = UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  var data = Data([1])
  var price: Decimal = 7
  var state = ArchiveState.closed
  var point = ArchivePoint(x: 7)
  var numbers = [7]
  var texts: Set<String> = ["initial"]
  var table = ["a": 7]
  var note = ArchiveNote()
  var any: Any = "initial"
  var name: NSString = "initial"
  var kept = 0
}

final class ArchiveDecodingNonOptionals: Model {
  var text = "initial"
  var number = 7
  var any: Any = "initial"
  var kept = 0

  override func decodeValue(
    forKey key: String, with coder: NSCoder, modelVersion: Int
  ) throws -> Any? {
    try super.decodeValue(forKey: key, with: coder, modelVersion: modelVersion)
  }
}

/// An Optional that becomes another type keeps its archives.
@Suite struct ArchiveNullTests {
  private func expectInitial(_ model: ArchiveNonOptionals) {
    let expected = ArchiveNonOptionals()
    expected.kept = 5
    #expect(expected.changedKeys(from: model) == [])
  }

  @Test func keepsTheInitialValueAtNil() throws {
    let data = try ArchiveOptionals().archivedData()
    expectInitial(
      try ArchiveNonOptionals.unarchive(
        from: data, classNames: [ArchiveOptionals.archiveName: ArchiveNonOptionals.self]))
  }

  @Test func keepsTheInitialValueInDecodeValue() throws {
    let data = try ArchiveOptionals().archivedData()
    let model = try ArchiveDecodingNonOptionals.unarchive(
      from: data, classNames: [ArchiveOptionals.archiveName: ArchiveDecodingNonOptionals.self])
    #expect((model.text, model.number, model.kept) == ("initial", 7, 5))
    #expect(model.any as? String == "initial")
  }

  @Test func keepsTheInitialValueThroughFoundation() throws {
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: ArchiveOptionals(), requiringSecureCoding: true)
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
    unarchiver.setClass(ArchiveNonOptionals.self, forClassName: ArchiveOptionals.archiveName)
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    let model = unarchiver.decodeObject(
      of: ArchiveNonOptionals.self, forKey: NSKeyedArchiveRootObjectKey)
    #expect(unarchiver.error == nil)
    expectInitial(try #require(model))
  }

  @Test func keepsTheInitialValueAtANullObject() throws {
    for key in ["text", "number", "note", "circle"] {
      var archive = HandmadeArchive()
      let root = archive.reserve()
      archive.fill(root, "Target", [(key, archive.add("NSNull", []))])
      let target = try ArchiveTarget.unarchive(from: archive.data(root: root))
      #expect(target == ArchiveTarget())
    }
  }

  @Test func keepsANullObjectAsAValueOfAnyType() throws {
    let model = ArchiveNonOptionals()
    model.any = NSNull()
    let copy = try ArchiveNonOptionals.unarchive(from: model.archivedData())
    #expect(copy.any is NSNull)
  }

  @Test func refusesNilAmongElements() throws {
    let optional = ArchiveOptionalElements()
    optional.numbers = [1, nil]
    let error = #expect(throws: ArchiveError.self) {
      try ArchiveNonOptionals.unarchive(
        from: optional.archivedData(),
        classNames: [ArchiveOptionalElements.archiveName: ArchiveNonOptionals.self])
    }
    #expect(error?.path == "$.numbers[1]")
  }

  private final class Anything: Model {
    var any: Any?
    var list: [Any?] = []
    var byName: [String: Any?] = [:]
    var double: Any??
    var null: NSNull?

    override class var archiveName: String { "Tests.Anything" }
  }

  @Test func nullInAnAnyIsKept() throws {
    let model = Anything()
    (model.any, model.null) = (NSNull(), NSNull())
    model.list = [1, nil]
    model.byName = ["a": nil]
    model.double = .some(.some(NSNull()))
    let foundation = try NSKeyedArchiver.archivedData(
      withRootObject: model, requiringSecureCoding: true)
    for data in [try model.archivedData(), foundation] {
      let copy = try Anything.unarchive(from: data)
      #expect(copy.any is NSNull)
      #expect(copy.null != nil)
      #expect(copy.list.count == 2 && copy.list[1] == nil)
      #expect(copy.byName.count == 1 && copy.byName["a"] as? NSNull == nil)
    }
    let other = try NSKeyedUnarchiver.unarchivedObject(ofClass: Model.self, from: foundation)
    #expect((other as? Anything)?.any is NSNull)
    let empty = try Anything.unarchive(from: Anything().archivedData())
    #expect(empty.any == nil && empty.null == nil)
  }
}

final class ArchiveOptionalElements: Model {
  var numbers: [Int?] = []
}
