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
  private var words: [NameWords: BoxWords].Iterator?
  private var members: [String: Any].Iterator?
  /// The current member, which the dictionary keeps.
  private var name = NameWords(low: 0, high: 0)
  private var box = BoxWords(text: NameWords(low: 0, high: 0), rest: 0, type: 0)
  /// The current member, if it is a copy.
  private var copy: (key: String, value: Any)?

  /// - Parameter lends: Whether to lend members; requires `isUsable`.
  @inline(__always)
  init(_ members: [String: Any], lends: Bool = Self.isUsable) {
    if lends {
      // A dictionary is one reference.
      words = unsafe unsafeBitCast(members, to: [NameWords: BoxWords].self).makeIterator()
    } else {
      self.members = members.makeIterator()
    }
  }

  /// Moves to the next member; returns false at the end.
  @inline(__always)
  mutating func next() -> Bool {
    guard words != nil else { return nextCopy() }
    guard let (name, box) = words?.next() else { return false }
    self.name = name
    self.box = box
    return true
  }

  @inline(never)
  private mutating func nextCopy() -> Bool {
    copy = members?.next()
    return copy != nil
  }

  // MARK: The current member

  /// The two words of the name, if it is lent.
  @inline(__always) var nameWords: NameWords? { words == nil ? nil : name }

  @inline(__always) var key: String {
    // The lent words belong to a text that is kept; this retains them. Likewise below.
    words == nil ? copy?.key ?? "" : unsafe unsafeBitCast(name, to: String.self)
  }

  /// Runs `body` with the name.
  @inline(__always)
  func withKey<Result>(_ body: (borrowing LentText) -> Result) -> Result {
    if words == nil { return body(LentText(text: key)) }
    return unsafe withUnsafeBytes(of: name) { bytes in
      // Both words hold that many bytes.
      unsafe body(
        bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: LentText.self).pointee)
    }
  }

  /// The text, if the value is one; nil for any other value, and if members are copied.
  @inline(__always) var text: String? {
    guard words != nil, box.type == BoxWords.word(of: String.self) else { return nil }
    return unsafe unsafeBitCast(box.text, to: String.self)
  }

  /// The value in the sense of `Boxed(json:)`.
  @inline(__always) var boxed: Boxed {
    words == nil ? Boxed(json: copy?.value ?? NSNull()) : box.boxed
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

    @inline(__always)
    var boxed: Boxed {
      if type == Self.word(of: NSNumber.self) {
        // The first word is the object, which the box keeps.
        let number = unsafe unsafeBitCast(UInt(text.low), to: Unmanaged<NSNumber>.self)
        return unsafe number._withUnsafeGuaranteedRef { Boxed(json: $0) }
      }
      return Boxed(json: unsafe unsafeBitCast(self, to: Any.self))
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
        MemoryLayout<[String: Any]>.size == MemoryLayout<Int>.size
      else { return false }
      let number = NSNumber(value: 7)
      let texts = ["short": "", "": "text", "more than fifteen bytes": "the same of a text"]
      var members = texts.mapValues { $0 as Any }
      members["number"] = number
      let expected = members.map { name, value in
        let text = value as? String
        return unsafe (
          unsafeBitCast(name, to: NameWords.self),
          text.map { unsafe unsafeBitCast($0, to: NameWords.self) }
            ?? NameWords(low: UInt64(unsafeBitCast(number, to: UInt.self)), high: 0),
          BoxWords.word(of: text == nil ? NSNumber.self : String.self)
        )
      }
      // The order is the same. Only words are compared.
      var met = 0
      for (name, box) in unsafe unsafeBitCast(members, to: [NameWords: BoxWords].self) {
        guard met < expected.count else { return false }
        let (expectedName, value, type) = expected[met]
        guard name == expectedName, box.type == type, box.text.low == value.low,
          type != BoxWords.word(of: String.self) || box.text.high == value.high
        else { return false }
        met += 1
      }
      return met == expected.count
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
