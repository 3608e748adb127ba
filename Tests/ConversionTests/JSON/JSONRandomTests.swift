import Foundation
import Testing

@testable import Peridot
@testable import TestSupport

@Suite struct JSONRandomTests {
  @Test func randomValuesSurviveARoundTrip() throws {
    for seed in 1...400 as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      let value = Self.randomValue(&random, depth: 0)
      for options in [[], .prettyPrinted, [.sortedKeys, .escapeSlashes]] as [JSONWritingOptions] {
        let text = try written(options) { try $0.any(value) }
        let read = try readDocument(text)
        #expect(Self.areEqual(read, value), "seed \(seed)")
        let parsed = try JSONSerialization.jsonObject(
          with: Data(text.utf8), options: .fragmentsAllowed)
        #expect(Self.areEqual(parsed, value), "seed \(seed), JSONSerialization")
        #expect(skipError(Array(text.utf8)) == nil, "seed \(seed)")
      }
    }
  }

  @Test func skippingAndReadingAgreeOnMutations() throws {
    let original = Array(try fixture("weibo.json"))
    #expect(skipError(original) == nil)
    for seed in 1...4 as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      for round in 0..<300 {
        let document = Self.mutated(original, &random)
        let skipped = skipError(document)
        let read = readError(document)
        #expect(
          skipped == read || read?.kind == .numberOutOfRange, "seed \(seed), round \(round)")
      }
    }
  }

  @Test func refusesWhatJSONSerializationRefuses() throws {
    let original = Array(
      #"{"a":[1,-2.5e3,"x\n\u00e9é日😀",true,null],"b":{"c":{},"d":[]},"é":"\ud83d\ude00"}"#.utf8)
    for seed in 1...8 as ClosedRange<UInt64> {
      var random = SeededRandom(seed: seed)
      for round in 0..<1500 {
        let document = Self.mutated(original, &random)
        let skipped = skipError(document)
        #expect(
          skipped == readError(document) || readError(document)?.kind == .numberOutOfRange,
          "seed \(seed), round \(round)")
        let isParsed =
          (try? JSONSerialization.jsonObject(with: Data(document), options: .fragmentsAllowed))
          != nil
        let comment: Comment =
          "seed \(seed), round \(round): \(String(decoding: document, as: UTF8.self))"
        if !isParsed { #expect(skipped != nil || readError(document) != nil, comment) }
        Self.exercise(document)
      }
    }
  }

  /// Calls everything that takes bytes; none of it may crash, whatever they are.
  private static func exercise(_ document: [UInt8]) {
    let bytes = JSONBytes(document)
    let table = JSONKeyTable.exercised
    bytes.withReader { reader in
      var index = 0
      var steps = 0
      do {
        while steps < 1000 {
          steps += 1
          _ = reader.describeValue(at: reader.position)
          switch try reader.peekKind() {
          case .object:
            _ = try reader.object(of: bytes).keys
            guard try reader.beginObject() else { return }
            index = try reader.nextKey(in: table, expecting: index) + 1
            _ = reader.lastKey
          case .array: guard try reader.beginArray() else { return }
          case .string: _ = try reader.readStringIfPresent()
          case .number:
            if reader.readIntIfPresent() == nil, let number = try reader.readNumberIfPresent() {
              _ = reader.double(of: number)
              _ = reader.decimal(of: number)
            }
          case .bool: _ = try reader.readBoolIfPresent()
          case .null: _ = try reader.readNullIfPresent()
          case .live: Issue.record("bytes hold no live values")
          }
          let mark = reader.position
          if (try? reader.nextElement()) == true { continue }
          reader.position = mark
          if try reader.nextMember() { index = try reader.nextKey(in: table, expecting: index) + 1 }
        }
      } catch let error as JSONSyntaxError {
        _ = bytes.path(to: error.byteOffset)
      } catch {
        Issue.record(error)
      }
    }
  }

  private static func mutated(_ original: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    var bytes = original
    for _ in 0...Int.random(in: 0...2, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert("{}[]\",:\\0-.eu \n".utf8.randomElement(using: &random) ?? 0, at: place)
      case 3:
        bytes.removeSubrange(
          place..<min(bytes.count, place + Int.random(in: 1...9, using: &random)))
      case 4: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
      default: bytes.removeSubrange(place...)
      }
    }
    return bytes
  }

  private static func randomValue(_ random: inout SeededRandom, depth: Int) -> Any {
    switch Int.random(in: 0..<(depth > 5 ? 7 : 9), using: &random) {
    case 0: return NSNull()
    case 1: return Bool.random(using: &random)
    case 2: return Int.random(in: -1000...1000, using: &random)
    case 3: return Int(truncatingIfNeeded: random.next())
    case 4:
      let double = Double(bitPattern: random.next())
      return double.isFinite ? double : 0.5
    case 5: return Double.random(in: -1e6...1e6, using: &random)
    case 6: return randomString(&random)
    case 7:
      return (0..<Int.random(in: 0...6, using: &random)).map { _ in
        randomValue(&random, depth: depth + 1)
      }
    default:
      var members: [String: Any] = [:]
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        members[randomString(&random)] = randomValue(&random, depth: depth + 1)
      }
      return members
    }
  }

  private static func randomString(_ random: inout SeededRandom) -> String {
    let characters: [Unicode.Scalar] = [
      "a", "b", "Z", "0", " ", "\"", "\\", "/", "\n", "\r", "\t", "\u{0}", "\u{1F}", "\u{7F}", "é",
      "日", "😀", "\u{2028}", "\u{FFFF}", "\u{10FFFF}",
    ]
    var string = String.UnicodeScalarView()
    let isPlain = Bool.random(using: &random)
    for _ in 0..<Int.random(in: 0...30, using: &random) {
      string.append(isPlain ? "x" : characters.randomElement(using: &random) ?? "a")
    }
    return String(string)
  }

  private static func areEqual(_ left: Any, _ right: Any) -> Bool {
    switch (left, right) {
    case (let left as [Any], let right as [Any]):
      left.count == right.count && zip(left, right).allSatisfy { areEqual($0, $1) }
    case (let left as [String: Any], let right as [String: Any]):
      left.count == right.count
        && left.allSatisfy { key, value in right[key].map { areEqual(value, $0) } ?? false }
    case (let left as String, let right as String): Array(left.utf8) == Array(right.utf8)
    case (is NSNull, is NSNull): true
    case (let left as NSNumber, let right as Bool) where type(of: right as Any) == Bool.self:
      left === NSNumber(value: right)
    case (let left as NSDecimalNumber, let right as Int): left.description == "\(right)"
    case (let left as NSDecimalNumber, let right as Double):
      // JSONSerialization makes decimals of long fractions, and those go through fewer digits.
      abs(left.doubleValue - right) <= abs(right) * 1e-14
    case (let left as NSNumber, let right as Int): left == NSNumber(value: right)
    case (let left as NSNumber, let right as Double): left.doubleValue == right
    default: false
    }
  }
}

extension JSONKeyTable {
  fileprivate static let exercised = JSONKeyTable(["a", "b", "c", "d", "é"])
}
