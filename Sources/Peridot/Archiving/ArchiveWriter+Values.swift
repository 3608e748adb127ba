import Foundation

// The archived forms of values of each type.

extension ArchiveWriter {
  func bool(_ value: Bool) -> Int { output.bool(value) }
  func integer(_ value: Int64) -> Int { output.integer(value) }
  func unsigned(_ value: UInt64) -> Int { output.unsigned(value) }
  func real(_ value: Double) -> Int { output.real(value) }
  func float(_ value: Float) -> Int { output.float(value) }
  func data(_ value: Data) -> Int { output.add(output.plist.data(value)) }

  func string(_ value: String) -> Int {
    let reference = output.string(value)
    if reference != 0 { return reference }
    // As a plain string it would be read as nil.
    return object(.mutableString, [output.plist.string(value)])
  }

  func date(_ value: Date) -> Int {
    let seconds = output.plist.real(value.timeIntervalSinceReferenceDate)
    if let known = dates[seconds] { return known }
    let reference = object(.date, [seconds])
    dates[seconds] = reference
    return reference
  }

  func uuid(_ value: UUID) -> Int {
    let bytes = value.uuid
    let array = [
      bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5, bytes.6, bytes.7, bytes.8, bytes.9,
      bytes.10, bytes.11, bytes.12, bytes.13, bytes.14, bytes.15,
    ]
    return object(.uuid, [output.plist.data(array)])
  }

  func url(_ value: URL) throws -> Int {
    try nested {
      let base = try value.baseURL.map { try url($0) } ?? 0
      return object(.url, [output.uid(base), output.uid(string(value.relativeString))])
    }
  }

  /// Writes a Decimal where any value may stand, so that text would not tell.
  func decimal(_ value: Decimal) -> Int {
    object(.decimal, [output.uid(string(ArchivedDecimal.text(value)))])
  }

  func null() -> Int { object(.null, []) }

  /// Returns the property list object for a number that stands inline.
  func inline(_ number: ArchivedNumber) -> Int {
    switch number {
    case .bool(let value): output.plist.bool(value)
    case .integer(let value): output.plist.integer(value)
    case .unsigned(let value): output.plist.unsigned(value)
    case .real(let value): output.plist.real(value)
    case .float(let value): output.plist.float(value)
    }
  }
}
