import Foundation

/// Reads a keyed archive in the XML form of property lists, and converts it to the binary form.
///
/// Foundation's parser recurses, and its dictionaries compare all keys with the same hash, which is
/// predictable: 16,000 such keys, 3 MB, take it 40 seconds. This parser does neither.
struct XMLArchive {
  private let bytes: [UInt8]
  private var position = 0
  private var plist = BinaryPlistWriter()
  /// The containers around the current place.
  private var containers: [Container] = []

  private struct Container {
    let isDictionary: Bool
    var keys: [Int] = []
    var values: [Int] = []
    /// Whether a key is waiting for its value.
    var hasKey: Bool { keys.count > values.count }
    /// Whether the last key is that of a reference.
    var isReference = false
    /// The number for that key.
    var reference: Int?
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  static func isXML(_ bytes: [UInt8]) -> Bool {
    if bytes.first == UInt8(ascii: "b") { return false }
    let start = bytes.prefix(256).drop { isSpace($0) || [0xEF, 0xBB, 0xBF].contains($0) }
    return start.starts(with: "<?xml".utf8) || start.starts(with: "<!DOCTYPE plist".utf8)
      || start.starts(with: "<plist".utf8)
  }

  /// Returns the same archive in binary form.
  static func binary(_ bytes: [UInt8]) throws(ArchiveError) -> [UInt8] {
    var archive = XMLArchive(bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { archive.position = 3 }
    return try archive.read()
  }

  private mutating func read() throws(ArchiveError) -> [UInt8] {
    while true {
      let name = try tag()
      switch name {
      case "plist", "/plist": continue
      case "array", "dict": containers.append(Container(isDictionary: name == "dict"))
      case "key":
        guard let last = containers.indices.last, containers[last].isDictionary,
          !containers[last].hasKey
        else { throw fault("a key stands outside a dictionary") }
        let key = try text(until: "key")
        containers[last].keys.append(plist.string(key))
        containers[last].isReference = key == "CF$UID"
      default:
        let object = try value(name)
        guard containers.isEmpty else {
          try add(object)
          continue
        }
        guard plist.count < Int32.max, plist.references.count < Int32.max else {
          throw ArchiveError(.tooManyObjects, "the property list holds too many objects")
        }
        return plist.finish(top: object)
      }
    }
  }

  /// Adds a value to the current container.
  private mutating func add(_ object: Int) throws(ArchiveError) {
    let last = containers.count - 1
    guard !containers[last].isDictionary || containers[last].hasKey else {
      throw fault("a value in a dictionary has no key")
    }
    containers[last].values.append(object)
  }

  /// Reads the element that begins, or ends, with the tag `name`, and returns its object.
  private mutating func value(_ name: String) throws(ArchiveError) -> Int {
    switch name {
    case "array/": return plist.array([])
    case "dict/": return plist.dictionary(keys: [], values: [])
    case "/array", "/dict":
      guard let container = containers.popLast(), container.isDictionary == (name == "/dict"),
        !container.isDictionary || !container.hasKey
      else { throw fault("an end has no beginning") }
      if !container.isDictionary { return plist.array(container.values) }
      if container.keys.count == 1, let reference = container.reference {
        return plist.uid(reference)
      }
      return plist.dictionary(keys: container.keys, values: container.values)
    case "string": return plist.string(try text(until: name))
    case "string/": return plist.string("")
    case "true/", "false/", "true", "false":
      if !name.hasSuffix("/") { _ = try text(until: name) }
      return plist.bool(name.hasPrefix("true"))
    case "integer": return try integer(word(until: name))
    case "real":
      guard let number = Double(try word(until: name)) else { throw fault("a number is damaged") }
      return plist.real(number)
    case "date":
      guard let date = try? Date(try word(until: name), strategy: .iso8601) else {
        throw fault("a date is damaged")
      }
      return plist.date(date.timeIntervalSinceReferenceDate)
    case "data":
      let text = try text(until: name)
      guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
        throw fault("data is damaged")
      }
      return plist.data(data)
    case "data/": return plist.data([])
    default: throw fault("there is no element of that name")
    }
  }

  private mutating func integer(_ text: String) throws(ArchiveError) -> Int {
    let isHexadecimal = text.drop { "+-".contains($0) }.lowercased().hasPrefix("0x")
    let digits =
      isHexadecimal ? text.lowercased().replacing("0x", with: "", maxReplacements: 1) : text
    guard let number = Int128(digits, radix: isHexadecimal ? 16 : 10) else {
      throw fault("an integer is damaged")
    }
    if let last = containers.indices.last, containers[last].isReference,
      let reference = UInt32(exactly: number)
    {
      containers[last].reference = Int(reference)
    }
    if let value = Int64(exactly: number) { return plist.integer(value) }
    guard let value = UInt64(exactly: number) else {
      throw fault("an integer has more than 64 bits")
    }
    return plist.scalar(.unsigned(value))
  }
}

// MARK: - Tags and texts

extension XMLArchive {
  /// Returns the name of the next tag, with a slash before it for an end tag, or after it for an
  /// empty element.
  private mutating func tag() throws(ArchiveError) -> String {
    while true {
      while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
      guard position < bytes.count, bytes[position] == UInt8(ascii: "<") else {
        throw fault("text stands between the elements, or the end is missing")
      }
      position += 1
      if skip("!--") {
        try skip(past: "-->")
      } else if skip("?") {
        try skip(past: "?>")
      } else if skip("!") {
        // One with declarations within is refused at their end, as in Foundation's parser.
        try skip(past: ">")
      } else {
        break
      }
    }
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: ">") { position += 1 }
    guard position < bytes.count else { throw fault("a tag has no end") }
    defer { position += 1 }
    let inner = bytes[start..<position]
    let name = inner.prefix { !Self.isSpace($0) }
    guard 1...16 ~= name.count else { throw fault("a tag has no name") }
    let isEmpty = inner.last == UInt8(ascii: "/") && name.last != UInt8(ascii: "/")
    return String(decoding: name, as: UTF8.self) + (isEmpty ? "/" : "")
  }

  private mutating func skip(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  private mutating func skip(past end: String) throws(ArchiveError) {
    while position < bytes.count {
      if bytes[position] == end.utf8.first, skip(end) { return }
      position += 1
    }
    throw fault("a comment has no end")
  }

  /// Returns the text up to the end of the element `name`, without the spaces around it.
  private mutating func word(until name: String) throws(ArchiveError) -> String {
    let text = try text(until: name)
    guard text.utf8.count <= 400 else { throw fault("a number or a date is too long") }
    return text.trimmed
  }

  /// Returns the text up to the end of the element `name`.
  private mutating func text(until name: String) throws(ArchiveError) -> String {
    var text: [UInt8] = []
    var start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "&"):
        text += bytes[start..<position]
        text += try entity().utf8
        start = position
      case UInt8(ascii: "<"):
        text += bytes[start..<position]
        if skip("<![CDATA[") {
          let inner = position
          try skip(past: "]]>")
          text += bytes[inner..<(position - 3)]
          start = position
          continue
        }
        guard try tag() == "/" + name else { throw fault("an element stands within a text") }
        guard let result = String(validating: text, as: UTF8.self) else {
          throw fault("a text is not UTF-8")
        }
        return result
      default: position += 1
      }
    }
    throw fault("a text has no end")
  }

  private mutating func entity() throws(ArchiveError) -> String {
    let end = bytes[position...].prefix(12).firstIndex(of: UInt8(ascii: ";"))
    guard let end else { throw fault("an entity has no end") }
    let name = String(decoding: bytes[(position + 1)..<end], as: UTF8.self)
    position = end + 1
    if let known = ["lt": "<", "gt": ">", "amp": "&", "apos": "'", "quot": "\""][name] {
      return known
    }
    let code =
      name.hasPrefix("#x")
      ? Int(String(name.dropFirst(2)), radix: 16)
      : name.hasPrefix("#") ? Int(String(name.dropFirst())) : nil
    guard let scalar = code.flatMap(Unicode.Scalar.init) else {
      throw fault("an entity is not known")
    }
    return String(Character(scalar))
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
  }

  private func fault(_ message: ErrorPhrase) -> ArchiveError {
    ArchiveError(
      .invalidPropertyList,
      "these bytes are not an XML property list: \(message) (byte \(position))")
  }
}
