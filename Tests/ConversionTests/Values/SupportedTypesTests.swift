import Foundation
import Testing

@testable import Peridot
@testable import TestSupport

/// A supported type, with values to try; what is in the list below goes through every feature.
private protocol Sample: Hashable, SendableMetatype {
  static var samples: [Self] { get }
}

extension FixedWidthInteger { fileprivate static var samples: [Self] { [9, 0, .min, .max] } }
extension Int: Sample {}
extension Int8: Sample {}
extension Int16: Sample {}
extension Int32: Sample {}
extension Int64: Sample {}
extension Int128: Sample {}
extension UInt: Sample {}
extension UInt8: Sample {}
extension UInt16: Sample {}
extension UInt32: Sample {}
extension UInt64: Sample {}
extension UInt128: Sample {}
extension BinaryFloatingPoint {
  fileprivate static var samples: [Self] { [9, 0.1, -0.0, -2.5, .greatestFiniteMagnitude] }
}
#if !(os(macOS) && arch(x86_64))
  extension Float16: Sample {}
#endif
#if arch(x86_64)
  extension Float80: Sample {
    // What no Double holds has no form in a dictionary.
    fileprivate static var samples: [Float80] { [9, 0.1, -2.5] }
  }
#endif
extension Float: Sample {}
extension Double: Sample {}
extension CGFloat: Sample {}
extension Bool: Sample { fileprivate static var samples: [Bool] { [true, false] } }
extension String: Sample { fileprivate static var samples: [String] { ["a", "", "é\n\u{2028}"] } }
extension Substring: Sample {
  fileprivate static var samples: [Substring] { ["xay".dropFirst().dropLast(), ""] }
}
extension Character: Sample { fileprivate static var samples: [Character] { ["a", "👩‍👩‍👧"] } }
extension Decimal: Sample {
  fileprivate static var samples: [Decimal] {
    ["9", "0.1", "12345678901234567890.5", "1e-128", "10e127", "-34028236692093846346e146"]
      .compactMap { Decimal(string: $0) }
  }
}
extension Date: Sample {
  fileprivate static var samples: [Date] { [Date(timeIntervalSince1970: 1.5), Date.distantPast] }
}
extension URL: Sample {
  fileprivate static var samples: [URL] { ["http://x/y", "z"].compactMap { URL(string: $0) } }
}
extension UUID: Sample { fileprivate static var samples: [UUID] { [UUID(), UUID()] } }
extension Data: Sample { fileprivate static var samples: [Data] { [Data([1, 2]), Data()] } }

private enum Grade: String, Sample, CaseIterable {
  case low, high
  static var samples: [Grade] { allCases }
}
private enum Rank: Int8, Sample, CaseIterable {
  case first = 1
  case last = 9
  static var samples: [Rank] { allCases }
}
private struct Point: Codable, Sample {
  var x = 1.5
  var name: String? = "n"
  static var samples: [Point] { [Point(), Point(x: 2, name: nil)] }
}
private final class Tag: Model, JSONSerializing, Sample {
  var name = "t"
  static var samples: [Tag] { [Tag(), Tag().with { $0.name = "u" }] }
  override class var archiveName: String { "SupportedTypesTests.Tag" }
}

extension Optional: Sample where Wrapped: Sample {
  fileprivate static var samples: [Wrapped?] { Wrapped.samples + [nil] }
}
extension Array: Sample where Element: Sample {
  fileprivate static var samples: [[Element]] { [Element.samples, []] }
}
extension Set: Sample where Element: Sample {
  fileprivate static var samples: [Set<Element>] { [Set(Element.samples), []] }
}
extension Dictionary: Sample where Key: Sample, Value: Sample {
  fileprivate static var samples: [[Key: Value]] {
    let values = Value.samples
    return [
      Dictionary(Key.samples.map { ($0, values[0]) }, uniquingKeysWith: { $1 }), [:],
    ]
  }
}

extension Deque: Sample where Element: Sample {
  fileprivate static var samples: [Deque] { [Deque(Element.samples), []] }
}
extension OrderedSet: Sample where Element: Sample {
  fileprivate static var samples: [OrderedSet] { [OrderedSet(Element.samples), []] }
}
extension OrderedDictionary: Sample where Key: Sample, Value: Sample {
  fileprivate static var samples: [OrderedDictionary] {
    // One member: not everything that these go through keeps an order.
    [[Key.samples[0]: Value.samples[0]], [:]]
  }
}

private final class Holder<Value: Sample>: Model, JSONSerializing {
  var value = Value.samples[0]
  override class var archiveName: String { "SupportedTypesTests.Holder<\(Value.self)>" }
}

private final class AnyHolder: Model {
  var value: Any = 0
  override class var archiveName: String { "SupportedTypesTests.AnyHolder" }
}

/// Foundation's numbers, which are no values.
private final class Objects: Model, JSONSerializing {
  var number: NSNumber = 0
  var decimal = NSDecimalNumber(value: 0)
  var optional: NSNumber?
  var optionalDecimal: NSDecimalNumber?
  var numbers: [NSNumber] = []
  var byName: [String: NSNumber] = [:]
  var any: Any = 0
  override class var archiveName: String { "SupportedTypesTests.Objects" }
}

/// Numbers and strings of which some are equal to others.
private final class Numbers: Model {
  var zero = 0.0
  var minus = -0.0
  var any: Any = false
  var more: Any = true
  var truth = true
  var one = 1
  var number: NSNumber = true
  var zeros: [Double] = [-0.0, 0]
  var truths: [Bool?] = [true, nil, false]
  var list: [Any] = [1, true, 0, false, 9_007_199_254_740_993, 9_007_199_254_740_992.0, UInt64.max]
  var large = [Int.max, Int.max - 1]
  var floating = 9_007_199_254_740_992.0
  var byName: [String: Any] = ["a": true, "b": 1]
  var texts = ["\u{E9}", "e\u{301}", "$null"]
  var text: Any = "e\u{301}"
  override class var archiveName: String { "SupportedTypesTests.Numbers" }
  override class var modelVersion: Int { 1 }
}

private protocol Feature {
  func check<Value: Sample>(_ value: Value, _ holder: Holder<Value>) throws
}

/// The types are in lists, of which the optimizer does not know the elements: it would compile each
/// check for each of four hundred types.
private let scalars: [any Sample.Type] = {
  var types: [any Sample.Type] = [
    Int.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self, UInt.self, UInt8.self,
    UInt16.self, UInt32.self, UInt64.self, UInt128.self, Float.self, Double.self, CGFloat.self,
    Bool.self, String.self, Substring.self, Character.self, Decimal.self, Date.self, URL.self,
    UUID.self, Data.self, Grade.self, Rank.self, Point.self, Tag.self,
  ]
  #if !(os(macOS) && arch(x86_64))
    types.append(Float16.self)
  #endif
  #if arch(x86_64)
    types.append(Float80.self)
  #endif
  return types
}()
private let others: [any Sample.Type] = [
  [String: Int].self, [Int: Int].self, [UInt8: String].self, [Grade: Int].self,
  [Rank: [Grade]].self, [String: [String: Int?]].self,
  OrderedDictionary<Int, Deque<String?>>.self, OrderedDictionary<Grade, [Rank]>?.self,
  [String: OrderedDictionary<UInt8, OrderedSet<Int>>].self,
]

/// The type, and types that are made of it.
private func forms<Value: Sample>(of _: Value.Type) -> [any Sample.Type] {
  [
    Value.self, Value?.self, Value??.self, [Value].self, [Value]?.self, Set<Value>.self,
    [String: Value].self, [[Value]].self, Deque<Value>.self, Deque<Value>?.self,
    OrderedSet<Value>.self, OrderedDictionary<String, Value>.self, [Deque<Value>?].self,
  ]
}

extension Feature {
  func checkAll() {
    for type in scalars.flatMap({ forms(of: $0) }) + others { one(type) }
  }

  private func one<Value: Sample>(_: Value.Type) {
    for value in Value.samples {
      let holder = Holder<Value>()
      holder.value = value
      do {
        try check(value, holder)
      } catch {
        Issue.record("\(Self.self), \(Value.self) \(value): \(error)")
      }
    }
  }

  func expectSame<Value>(_ first: Value, _ second: Value, _ what: String = "") {
    let isSame = ValueComparison<Value>.shared.areEqual(first, second, nil)
    if !isSame { Issue.record("\(Self.self) \(what): \(first) became \(second), \(Value.self)") }
  }
}

private struct Bytes: Feature {
  func check<Value: Sample>(_ value: Value, _ holder: Holder<Value>) throws {
    // Nil is left out of the JSON.
    guard Boxed.unwrapped(value) != nil else { return }
    let data = try JSONAdapter.data(from: holder)
    expectSame(value, try JSONAdapter.model(of: Holder<Value>.self, from: data).value)
    expectSame(
      value, try JSONAdapter.model(of: Holder<Value>.self, from: data, policy: .lenient).value)
  }
}

private struct Dictionaries: Feature {
  func check<Value: Sample>(_ value: Value, _ holder: Holder<Value>) throws {
    guard Boxed.unwrapped(value) != nil else { return }
    let dictionary = try JSONAdapter.dictionary(from: holder)
    expectSame(value, try JSONAdapter.model(of: Holder<Value>.self, from: dictionary).value)
  }
}

private struct Archives: Feature {
  func check<Value: Sample>(_ value: Value, _ holder: Holder<Value>) throws {
    expectSame(value, try Holder<Value>.unarchive(from: holder.archivedData()).value)
  }
}

/// Foundation's archiver and unarchiver, and Peridot's and Foundation's reading each other's.
private struct FoundationArchives: Feature {
  func check<Value: Sample>(_ value: Value, _ holder: Holder<Value>) throws {
    expectSame(value, try Holder<Value>.foundationArchive(holder).value)
    let data = try NSKeyedArchiver.archivedData(withRootObject: holder, requiringSecureCoding: true)
    expectSame(value, try Holder<Value>.unarchive(from: data).value, "read by Peridot")
    let read = try Holder<Value>.readByFoundation(try holder.archivedData())
    expectSame(value, read.value, "written by Peridot")
  }
}

/// A model that is archived and read again.
private protocol Archived: Model {}

extension Holder: Archived {}
extension AnyHolder: Archived {}
extension Numbers: Archived {}

extension Archived {
  fileprivate static func ownArchive(_ model: Self) throws -> Self {
    try unarchive(from: model.archivedData())
  }

  fileprivate static func foundationArchive(_ model: Self) throws -> Self {
    try readByFoundation(
      NSKeyedArchiver.archivedData(withRootObject: model, requiringSecureCoding: true))
  }

  fileprivate static func readByFoundation(_ data: Data) throws -> Self {
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    // On Linux a generic class is archived as the class of all models.
    let object = unarchiver.decodeObject(
      of: [Self.self, Model.self], forKey: NSKeyedArchiveRootObjectKey)
    if let error = unarchiver.error { throw error }
    return try #require(object as? Self)
  }
}

private struct Anything: Feature {
  func check<Value: Sample>(_ value: Value, _ holder: Holder<Value>) throws {
    try check(any: value, "\(Value.self)")
  }

  private func check(any value: Any, _ name: String) throws {
    let holder = AnyHolder()
    holder.value = value
    let same = AnyHolder()
    same.value = value
    if holder != same || holder.hash != same.hash { Issue.record("\(name) is not itself") }
    let ways: [(AnyHolder) throws -> AnyHolder] = [
      AnyHolder.ownArchive, AnyHolder.foundationArchive,
    ]
    for archive in ways {
      let read: AnyHolder
      do {
        read = try archive(holder)
      } catch let error as ArchiveError {
        if !refuses(error, name) { throw error }
        // Foundation's archiver cannot throw: what it is given is refused by ending the process.
        return
      }
      if holder == read && holder.hash == read.hash { continue }
      let became = read.value
      Issue.record("\(name) became \(became)")
    }
  }

  /// A value whose form is told by its own type only has none in an Any.
  private func refuses(_ error: ArchiveError, _ name: String) -> Bool {
    guard error.path.hasPrefix("$.value") else { return false }
    // An optimized build may name a private type with the file that it is in.
    if name.hasPrefix("Set<"), name.contains("Tag") {
      return error.problem.description
        == "expected a value that can be a key or a member of a set, found a Tag. Declare the "
        + "property with the type of the set or dictionary, or use an array"
    }
    if name.contains("Tag") {
      return error.kind == .classNotAllowed
        && error.problem.description
          == "an object of class Tag is not allowed here: name its class in "
          + "allowedSecureCodingClassesByPropertyKey"
    }
    return ["Grade", "Rank", "Point", "Float80"].contains { type in
      name.contains(type) && error.kind == .unsupportedType
        && error.problem.description.hasPrefix(
          "a \(type) cannot be archived where a value may be of any type, since nothing tells its "
            + "type when it is read. Declare the property with the type, ")
    }
  }
}

private struct Transformers: Feature {
  func check<Value: Sample>(_ value: Value, _ holder: Holder<Value>) throws {
    let isNil = Boxed.unwrapped(value) == nil
    for transformer: ValueTransformer in [
      .closure(forward: { (value: Value) in value }, reverse: { $0 }), .validating(Value.self),
    ] {
      let result = try transformer.forward(value)
      if isNil {
        #expect(result == nil)
      } else {
        expectSame(value, try #require(BoxedReader<Value>().read(result ?? 0)), "transformed")
      }
    }
    if isNil { return }
    for transformer: ValueTransformer in [
      .array(of: .closure(forward: { (value: Value) in value }, reverse: { $0 })),
      .array(of: .validating(Value.self)), .validating([Value].self),
      .lossyArray(of: .validating(Value.self)),
      .closure(forward: { (values: [Value]) in values }, reverse: { $0 }),
      .chained(.array(of: .validating(Value.self)), .validating([Value].self)),
    ] {
      for result in [try transformer.forward([value]), try transformer.reverse([value])] {
        let values = try #require(BoxedReader<[Value]>().read(result ?? 0))
        #expect(values.count == 1)
        expectSame(value, try #require(values.first), "in an array")
      }
    }
    let members = try ValueTransformer.dictionary(of: .validating(Value.self)).forward(["a": value])
    let member = try #require((members as? [String: Any])?["a"])
    expectSame(value, try #require(BoxedReader<Value>().read(member)), "in a dictionary")
  }
}

private struct Setting: Feature {
  func check<Value: Sample>(_ value: Value, _ holder: Holder<Value>) throws {
    let made = Holder<Value>()
    try made.setValue(value, forPropertyKey: "value")
    expectSame(Boxed.unwrapped(value), Boxed.unwrapped(made.value), "setValue")
    let loaded = try Holder<Value>(dictionary: ["value": value])
    expectSame(Boxed.unwrapped(value), Boxed.unwrapped(loaded.value), "init(dictionary:)")
    let again = try Holder<Value>(dictionary: holder.dictionaryValue)
    expectSame(Boxed.unwrapped(value), Boxed.unwrapped(again.value), "dictionaryValue")
  }
}

private struct Copies: Feature {
  func check<Value: Sample>(_ value: Value, _ holder: Holder<Value>) throws {
    expectSame(value, holder.with { _ in }.value)
    expectSame(value, holder.deeplyCopied().value)
    #expect(holder.with { _ in } == holder)
    #expect(holder.deeplyCopied().hash == holder.hash, "\(Value.self)")
    #expect(holder.changedKeys(from: holder.with { _ in }).isEmpty)
    let merged = Holder<Value>()
    merged.mergeValues(from: holder)
    expectSame(value, merged.value, "merged")
    let other = Holder<Value>()
    other.value = Value.samples[1]
    if value == Value.samples[0] { #expect(other != holder, "\(Value.self)") }
  }
}

@Suite struct SupportedTypesTests {
  @Test func goThroughBytes() { Bytes().checkAll() }
  @Test func goThroughDictionaries() { Dictionaries().checkAll() }
  @Test func goThroughArchives() { Archives().checkAll() }
  @Test func goThroughFoundationsArchives() { FoundationArchives().checkAll() }
  @Test func goThroughAnyInArchives() { Anything().checkAll() }
  @Test func goThroughTransformers() { Transformers().checkAll() }
  @Test func areSet() { Setting().checkAll() }
  @Test func areCopiedComparedAndMerged() { Copies().checkAll() }

  /// Every type of number takes nine in every form, and never true.
  @Test func takeEveryFormOfANumber() {
    func check<Value: Sample>(_: Value.Type, isFloating: Bool = false) {
      let forms: [Any] = [
        9, Int8(9), UInt8(9), Int64(9), UInt64(9), Int128(9), UInt128(9), 9.0, Float(9), CGFloat(9),
        Decimal(9), NSNumber(value: 9), NSNumber(value: 9.0), NSNumber(value: Float(9)),
        NSNumber(value: UInt8(9)), NSDecimalNumber(value: 9), Float16(9), Float80(9),
      ]
      for form in forms {
        let what = "\(Value.self) from \(type(of: form))"
        for holder: Model in [Holder<Value>(), Holder<Value?>(), Holder<Value??>()] {
          do {
            try holder.setValue(form, forPropertyKey: "value")
            #expect(holder["value"] as? Value == Value.samples[0], "\(what)")
            _ = try type(of: holder).init(dictionary: ["value": form])
          } catch {
            Issue.record("\(what): \(error)")
          }
        }
        let closure: ValueTransformer = .closure(forward: { (value: Value) in [value] })
        #expect((try? closure.forward(form)) as? [Value] == [Value.samples[0]], "\(what)")
        let validating: ValueTransformer = .validating([Value].self)
        #expect((try? validating.forward([form])) as? [Value] == [Value.samples[0]], "\(what)")
      }
      for truth: Any in [true, NSNumber(value: true)] {
        #expect(throws: ModelError.self) {
          try Holder<Value>().setValue(truth, forPropertyKey: "value")
        }
        #expect((try? ValueTransformer.validating(Value.self).forward(truth)) == nil)
      }
      guard !isFloating else { return }
      for wrong: Any in [9.5, Double.nan, Double.infinity, Decimal(string: "9.5") as Any] {
        #expect(throws: ModelError.self) {
          try Holder<Value>().setValue(wrong, forPropertyKey: "value")
        }
      }
    }
    let integers: [any Sample.Type] = [
      Int.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self, UInt.self, UInt8.self,
      UInt16.self, UInt32.self, UInt64.self, UInt128.self,
    ]
    let floating: [any Sample.Type] = [
      Float16.self, Float.self, Double.self, Float80.self, CGFloat.self, Decimal.self,
    ]
    for type in integers { check(type) }
    for type in floating { check(type, isFloating: true) }
  }

  @Test func foundationsNumbersGoThroughEverything() throws {
    let big = NSDecimalNumber(string: "12345678901234567890.5")
    for number: NSNumber in [9, 0.1, true, false, NSNumber(value: UInt64.max), big] {
      let objects = Objects()
      objects.number = number
      objects.optional = number
      objects.numbers = [number, 1]
      objects.byName = ["a": number]
      objects.any = number
      objects.decimal = big
      objects.optionalDecimal = big
      func check(_ other: Objects, _ what: String, sameHash: Bool = true) {
        #expect(other == objects, "\(what) \(number)")
        #expect(other.hash == objects.hash, "\(what) \(number)")
        #expect(other.decimal == big && other.optionalDecimal == big, "\(what)")
        #expect(other.number == number && other.numbers == [number, 1], "\(what)")
      }
      check(objects.with { _ in }, "copy")
      check(objects.deeplyCopied(), "deep copy")
      let merged = Objects()
      merged.mergeValues(from: objects)
      check(merged, "merge")
      check(try Objects(dictionary: objects.dictionaryValue), "dictionary value")
      check(try Objects.unarchive(from: objects.archivedData()), "archive")
      check(
        try JSONAdapter.model(of: Objects.self, from: JSONAdapter.data(from: objects)), "bytes")
      let dictionary = try JSONAdapter.dictionary(from: objects)
      check(try JSONAdapter.model(of: Objects.self, from: dictionary), "dictionary")
      #expect(objects.changedKeys(from: objects.deeplyCopied()) == [])
    }
    let objects = Objects()
    for form: Any in [9, 9.0, Decimal(9), Int128(9), UInt8(9), CGFloat(9), Float16(9)] {
      for key in ["number", "decimal", "optional", "optionalDecimal"] {
        try objects.setValue(form, forPropertyKey: key)
        #expect((objects[key] as? NSNumber)?.intValue == 9, "\(type(of: form))")
      }
    }
    try objects.setValue(true, forPropertyKey: "number")
    #expect(Boxed.areEqual(Boxed(objects.number), .bool(true)) == true)
    #expect(throws: ModelError.self) { try objects.setValue(true, forPropertyKey: "decimal") }
  }

  @Test func takeNumbersExactlyOrNot() throws {
    #expect(throws: ModelError.self) {
      try Holder<Float>().setValue(16_777_217, forPropertyKey: "value")
    }
    #expect(throws: ModelError.self) {
      try Holder<CGFloat>().setValue(Int.max, forPropertyKey: "value")
    }
    #expect(throws: ModelError.self) {
      try Holder<Double>().setValue(
        Decimal(string: "12345678901234567890.5"), forPropertyKey: "value")
    }
    let decimal = Holder<Decimal>()
    try decimal.setValue(0.1, forPropertyKey: "value")
    #expect(decimal.value == Decimal(string: "0.1"))
    let double = Holder<Double>()
    try double.setValue(Decimal(string: "0.1"), forPropertyKey: "value")
    #expect(double.value == 0.1)
    let list = Holder<[Int8]>()
    try list.setValue([1, 2.0, NSNumber(value: 3)] as [Any], forPropertyKey: "value")
    #expect(list.value == [1, 2, 3])
    #expect(throws: ModelError.self) {
      try list.setValue([1, true] as [Any], forPropertyKey: "value")
    }
    let truth = Holder<Bool>()
    try truth.setValue(NSNumber(value: false), forPropertyKey: "value")
    #expect(truth.value == false)
    try truth.setValue(1, forPropertyKey: "value")
    #expect(truth.value)
    try truth.setValue(NSNumber(value: 0), forPropertyKey: "value")
    #expect(!truth.value)
    #expect(throws: ModelError.self) { try truth.setValue(2, forPropertyKey: "value") }
    #expect(throws: ModelError.self) { try truth.setValue(0.5, forPropertyKey: "value") }
  }

  /// Foundation's archiver on Linux takes equal numbers and strings for one, and true for 1.
  @Test func areToldApartByFoundationsArchiver() throws {
    let numbers = Numbers()
    for read in [
      try Numbers.foundationArchive(numbers), try Numbers.ownArchive(numbers),
      try Numbers.unarchive(
        from: NSKeyedArchiver.archivedData(withRootObject: numbers, requiringSecureCoding: true)),
    ] {
      #expect(read == numbers)
      #expect(read.any is Bool && read.more is Bool)
      #expect(read.texts.map { Array($0.utf8) } == numbers.texts.map { Array($0.utf8) })
      #expect((read.text as? String).map { Array($0.utf8) } == Array("e\u{301}".utf8))
      let kinds = read.list.map { "\(Boxed($0))" }
      #expect(kinds == numbers.list.map { "\(Boxed($0))" })
      #expect([read.minus, read.zeros[0]].map(\.sign) == [.minus, .minus])
      #expect([read.zero, read.zeros[1]].map(\.sign) == [.plus, .plus])
      #expect(Boxed.areEqual(Boxed(read.number), .bool(true)) == true)
    }
  }

  @Test func anArchivedIntegerBecomesACGFloat() throws {
    let archive = try Holder<Int>().archivedData()
    let read = try Holder<CGFloat>.unarchive(
      from: archive, classNames: ["SupportedTypesTests.Holder<Int>": Holder<CGFloat>.self])
    #expect(read.value == 9)
  }
}
