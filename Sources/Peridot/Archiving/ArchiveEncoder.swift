import Foundation

/// The coder that overridden `encode(with:)` methods see; it hands all to an `ArchiveWriter`.
final class ArchiveEncoder: NSCoder {
  // The writer owns its coder, and both live only as long as the archive is being written.
  unowned let writer: ArchiveWriter

  init(_ writer: ArchiveWriter) {
    self.writer = writer
  }

  override var allowsKeyedCoding: Bool { true }
  override var requiresSecureCoding: Bool { true }

  override func encode(_ object: Any?, forKey key: String) {
    writer.encode(forKey: key) {
      try object.map { try writer.member($0) } ?? 0
    }
  }

  override func encodeConditionalObject(_ object: Any?, forKey key: String) {
    guard let object, type(of: object) is AnyClass else { return encode(object, forKey: key) }
    writer.encodeConditional(object as AnyObject, forKey: key)
  }

  override func encode(_ value: Bool, forKey key: String) {
    writer.encodeInline(.bool(value), forKey: key)
  }

  override func encode(_ value: Int, forKey key: String) {
    writer.encodeInline(.integer(Int64(value)), forKey: key)
  }

  override func encode(_ value: Int32, forKey key: String) {
    writer.encodeInline(.integer(Int64(value)), forKey: key)
  }

  override func encode(_ value: Int64, forKey key: String) {
    writer.encodeInline(.integer(value), forKey: key)
  }

  override func encode(_ value: Float, forKey key: String) {
    writer.encodeInline(.float(value), forKey: key)
  }

  override func encode(_ value: Double, forKey key: String) {
    writer.encodeInline(.double(value), forKey: key)
  }

  override func encodeBytes(_ bytes: UnsafePointer<UInt8>?, length: Int, forKey key: String) {
    // Sound: the caller lends that many bytes for the time of the call, and they are copied.
    let data = unsafe bytes.map { unsafe Data(bytes: $0, count: length) }
    writer.encodeInline(.data(data ?? Data()), forKey: key)
  }

  // MARK: Coding without keys

  override func encode(_ object: Any?) { failWithoutKeys() }
  override func encode(_ data: Data) { failWithoutKeys() }
  override func encodePropertyList(_ aPropertyList: Any) { failWithoutKeys() }
  override func encodeBytes(_ byteaddr: UnsafeRawPointer?, length: Int) { failWithoutKeys() }

  override func encodeValue(ofObjCType type: UnsafePointer<CChar>, at addr: UnsafeRawPointer) {
    failWithoutKeys()
  }

  override func version(forClassName className: String) -> Int { NSNotFound }

  private func failWithoutKeys() {
    writer.fail(ArchiveError.withoutKeys)
  }
}
