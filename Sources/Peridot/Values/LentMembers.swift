import Foundation

/// Text that its owner keeps: it has the layout of a String, and no reference to it is counted.
struct LentText: ~Copyable {
  let text: String
}

/// The members of a dictionary, visited in place.
///
/// Iterating over a dictionary copies each name and each value's box, three times the cost of all
/// other work on a plain member. This iterates over the same storage as over a dictionary of plain
/// words, which are copied without counting references.
///
/// Sound if `isUsable`: the words have the layout of names and boxes, iterating only copies from
/// the storage (no key is hashed or compared), and the iterator keeps the storage. A test
/// dictionary shows that once. Otherwise members are copied, and always on Apple systems, where a
/// dictionary can be an NSDictionary.
@safe struct LentMembers {
  private var words: [NameWords: BoxWords].Iterator
  /// The current member, which the dictionary keeps.
  private var name = NameWords(low: 0, high: 0)
  private var box = BoxWords(text: NameWords(low: 0, high: 0), rest: 0, type: 0)
  /// Nil if members are lent. An object, so that ending the loop costs nothing without it.
  private let copies: Copies?

  private final class Copies {
    var rest: [String: Any].Iterator
    var current: (key: String, value: Any)?

    init(_ members: [String: Any]) { rest = members.makeIterator() }
  }

  /// - Parameter lends: Whether to lend members; requires `isUsable`.
  @inline(__always)
  init(_ members: [String: Any], lends: Bool = Self.isUsable) {
    copies = lends ? nil : Copies(members)
    // A dictionary is one reference.
    words = unsafe unsafeBitCast(lends ? members : [:], to: [NameWords: BoxWords].self)
      .makeIterator()
  }

  /// Moves to the next member; returns false at the end.
  @inline(__always)
  mutating func next() -> Bool {
    if let copies { return Self.next(copies) }
    guard let (name, box) = words.next() else { return false }
    self.name = name
    self.box = box
    return true
  }

  @inline(never)
  private static func next(_ copies: Copies) -> Bool {
    copies.current = copies.rest.next()
    return copies.current != nil
  }

  // MARK: The current member

  /// The two words of the name, if it is lent.
  @inline(__always) var nameWords: NameWords? { copies == nil ? name : nil }

  @inline(__always) var key: String {
    // The lent words belong to a text that is kept; this retains them. Likewise below.
    if let copies { return copies.current?.key ?? "" }
    return unsafe unsafeBitCast(name, to: String.self)
  }

  /// Runs `body` with the name.
  @inline(__always)
  func withKey<Result>(_ body: (borrowing LentText) -> Result) -> Result {
    if copies != nil { return body(LentText(text: key)) }
    return unsafe withUnsafeBytes(of: name) { bytes in
      // Both words hold that many bytes.
      unsafe body(
        bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: LentText.self).pointee)
    }
  }

  /// The text, if the value is one; nil for any other value, and if members are copied.
  @inline(__always) var text: String? {
    guard copies == nil, box.type == BoxWords.word(of: String.self) else { return nil }
    return unsafe unsafeBitCast(box.text, to: String.self)
  }

  /// The value in the sense of `Boxed(json:)`.
  @inline(__always) var boxed: Boxed {
    copies.map { Boxed(json: $0.current?.value ?? NSNull()) } ?? box.boxed
  }

  // MARK: Words

  /// The two words of a text.
  struct NameWords: Hashable {
    let low: UInt64
    let high: UInt64
  }

  /// An `Any`: three words for the value, text in the first two of them, an object in the first, and
  /// the word of its type.
  fileprivate struct BoxWords {
    let text: NameWords
    let rest: UInt64
    let type: UInt64

    @inline(__always)
    static func word(of type: Any.Type) -> UInt64 {
      // The metatype of a type other than a protocol is one word.
      unsafe UInt64(unsafeBitCast(type, to: UInt.self))
    }

    @inline(never)
    var boxed: Boxed {
      // The first word is the value, or the reference to it, which the box keeps; text has two.
      switch type {
      case Self.word(of: String.self): return .string(unsafe unsafeBitCast(text, to: String.self))
      case Self.word(of: NSNumber.self):
        let number = unsafe unsafeBitCast(text.low, to: Unmanaged<NSNumber>.self)
        return unsafe number._withUnsafeGuaranteedRef { .inJSON($0) }
      case Self.word(of: Int.self): return .integer(Int64(bitPattern: text.low))
      case Self.word(of: [String: Any].self):
        return .object(unsafe unsafeBitCast(text.low, to: [String: Any].self))
      case Self.word(of: [Any].self):
        return .array(unsafe unsafeBitCast(text.low, to: [Any].self))
      case Self.word(of: NSNull.self): return .null
      case Self.word(of: Bool.self): return .bool(text.low & 1 != 0)
      case Self.word(of: Double.self): return .inJSON(Double(bitPattern: text.low))
      default: return Boxed(json: unsafe unsafeBitCast(self, to: Any.self))
      }
    }
  }

  /// Whether members are lent.
  @inline(__always)
  static var isUsable: Bool { usable.holds(hasSameWords) }

  private static let usable = AskedOnce()

  private static func hasSameWords() -> Bool {
    #if canImport(ObjectiveC)
      return false
    #else
      guard MemoryLayout<Any>.stride == MemoryLayout<BoxWords>.stride,
        MemoryLayout<Any>.alignment == MemoryLayout<BoxWords>.alignment,
        MemoryLayout<String>.stride == MemoryLayout<NameWords>.stride,
        MemoryLayout<String>.alignment == MemoryLayout<NameWords>.alignment,
        MemoryLayout<[String: Any]>.size == MemoryLayout<UInt64>.size,
        MemoryLayout<[Any]>.size == MemoryLayout<UInt64>.size,
        MemoryLayout<Int>.size == MemoryLayout<UInt64>.size
      else { return false }
      let members: [String: Any] = [
        "short": "text", "": "", "more than fifteen bytes": "the same of a text", "integer": -7,
        "yes": true, "no": false, "double": 2.5, "null": NSNull(), "number": NSNumber(value: 7),
      ]
      // Of a box of another layout, no word but the last would be used. The order is the same.
      var lent = LentMembers(members, lends: true)
      return members.allSatisfy { name, value in
        lent.next() && lent.key == name
          && Boxed.areEqual(lent.boxed, Boxed(json: value)) == true
      } && !lent.next()
    #endif
  }
}

extension Boxed {
  /// The element of an array in the sense of `Boxed(json:)`.
  @inline(__always)
  init(elementOf elements: [Any], at index: Int) {
    guard LentMembers.isUsable else {
      self.init(json: elements[index])
      return
    }
    precondition(index >= 0 && index < elements.count, "The array has no such element.")
    // Boxes have the layout of such words, and the array keeps them.
    self = unsafe elements.withUnsafeBytes {
      unsafe $0.load(
        fromByteOffset: index * MemoryLayout<Any>.stride, as: LentMembers.BoxWords.self)
    }.boxed
  }
}
