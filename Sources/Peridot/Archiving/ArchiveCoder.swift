import Foundation

/// The coder for overridden decoding methods; an `ArchiveReader` does its work.
///
/// Its methods can't throw: it keeps the first error and returns nil from then on. The caller of
/// the overridden method throws the error.
final class ArchiveDecoder: NSCoder {
  // The reader owns its coder, and both live only while the archive is read.
  unowned let reader: ArchiveReader
  private var kept: [NSData] = []

  init(_ reader: ArchiveReader) {
    self.reader = reader
  }

  override var allowsKeyedCoding: Bool { true }
  override var requiresSecureCoding: Bool { true }
  override var decodingFailurePolicy: NSCoder.DecodingFailurePolicy { .setErrorAndReturn }
  override var error: (any Error)? { reader.failure }

  override func failWithError(_ error: any Error) {
    reader.fail(error, nil)
  }

  override func containsValue(forKey key: String) -> Bool { reader.contains(key) }

  override func decodeObject(forKey key: String) -> Any? { reader.value(forKey: key, of: nil) }

  override func decodePropertyList(forKey key: String) -> Any? {
    reader.value(forKey: key, of: ArchivedValue.classes)
  }

  #if !canImport(Darwin)
    override var allowedClasses: [AnyClass]? { reader.allowance?.classes }

    override func decodeObject(of classes: [AnyClass]?, forKey key: String) -> Any? {
      reader.value(forKey: key, of: classes)
    }

    override func decodeObject<Object>(
      of type: Object.Type, forKey key: String
    ) -> Object? where Object: NSObject, Object: NSCoding {
      object(ofOne: type, forKey: key)
    }
  #endif

  // On Apple systems, Swift's methods with class parameters are in an extension and can't be
  // overridden. They call the following methods, as Foundation's own classes do; the SDK's public
  // interface has these names. `.ci/apple` checks them.
  #if _runtime(_ObjC)
    override func __decodeObject(ofClasses classes: Set<AnyHashable>?, forKey key: String) -> Any? {
      object(ofClasses: classes.map(types), forKey: key)
    }

    override func __decodeArrayOfObjects(
      ofClasses classes: Set<AnyHashable>, forKey key: String
    ) -> [Any]? {
      collection(NSArray.self, of: types(classes), forKey: key) as? [Any]
    }

    override func __decodeDictionary(
      withKeysOfClasses keyClasses: Set<AnyHashable>,
      objectsOfClasses objectClasses: Set<AnyHashable>, forKey key: String
    ) -> [AnyHashable: Any]? {
      collection(NSDictionary.self, of: types(keyClasses.union(objectClasses)), forKey: key)
        as? [AnyHashable: Any]
    }

    override func decodeBytes(
      forKey key: String, returnedLength length: UnsafeMutablePointer<Int>?
    ) -> UnsafePointer<UInt8>? {
      let data = keptBytes(forKey: key)
      // Sound: the caller lends the place of the length during the call, and this coder keeps the
      // bytes.
      unsafe length?.pointee = data?.length ?? 0
      return unsafe data?.bytes.assumingMemoryBound(to: UInt8.self)
    }

    override func decodeValue(
      ofObjCType type: UnsafePointer<CChar>, at data: UnsafeMutableRawPointer, size: Int
    ) {
      _ = failWithoutKeys()
    }

    private func types(_ classes: Set<AnyHashable>) -> [AnyClass] {
      classes.compactMap { $0.base as? AnyClass }
    }
  #endif

  /// Returns the object for `key` by the rules of `decodeObjectOfClasses:forKey:`.
  func object(ofClasses classes: [AnyClass]?, forKey key: String) -> Any? {
    if let classes, classes.count == 1, let type = classes[0] as? NSObject.Type {
      return object(ofOne: type, forKey: key)
    }
    return reader.value(forKey: key, of: classes)
  }

  /// Returns the collection for `key`, whose elements have one of `classes`.
  func collection(_ type: AnyClass, of classes: [AnyClass], forKey key: String) -> Any? {
    reader.value(forKey: key, of: classes + [type])
  }

  /// Returns an object of one class; a Foundation collection can hold any plain values.
  private func object<Object: NSObject>(ofOne type: Object.Type, forKey key: String) -> Object? {
    let plain = FoundationClass.root(of: type) == nil ? [] : ArchivedValue.classes
    let value = reader.forFoundation(Allowance(plain, allowsPlainValues: false)) {
      reader.value(forKey: key, of: [type] + plain)
    }
    return FoundationClass.object(value, as: type)
  }

  /// Returns the bytes for `key`, which live as long as this coder.
  func keptBytes(forKey key: String) -> NSData? {
    guard let data = reader.bytes(forKey: key).map({ NSData(data: $0) }) else { return nil }
    kept.append(data)
    return data
  }

  override func decodeBool(forKey key: String) -> Bool {
    reader.number(forKey: key)?.exactly(Int.self) == 1
  }

  override func decodeCInt(forKey key: String) -> CInt { integer(key) }
  override func decodeInteger(forKey key: String) -> Int { integer(key) }
  override func decodeInt32(forKey key: String) -> Int32 { integer(key) }
  override func decodeInt64(forKey key: String) -> Int64 { integer(key) }

  override func decodeFloat(forKey key: String) -> Float {
    guard let number = reader.number(forKey: key) else { return 0 }
    if case .float(let value) = number { return value }
    return Float(number.exactly(Double.self) ?? 0)
  }

  override func decodeDouble(forKey key: String) -> Double {
    reader.number(forKey: key)?.exactly(Double.self) ?? 0
  }

  private func integer<Value: FixedWidthInteger & BoxedNumber>(_ key: String) -> Value {
    guard let number = reader.number(forKey: key) else { return 0 }
    // A fraction is dropped, as in Foundation.
    if let value = number.exactly(Value.self) { return value }
    if let real = number.exactly(Double.self), let value = Value(exactly: real.rounded(.towardZero))
    {
      return value
    }
    reader.fail(ArchiveError(.outOfRange, "expected an integer of type \(Value.self)"), key)
    return 0
  }

  // MARK: Bytes

  #if !canImport(Darwin)
    override func withDecodedUnsafeBytes<Result>(
      forKey key: String, body: (UnsafeRawBufferPointer?) throws -> Result
    ) rethrows -> Result {
      guard let data = reader.bytes(forKey: key) else { return try body(nil) }
      // Sound: the bytes are lent during the call.
      return try unsafe data.withUnsafeBytes { try unsafe body($0) }
    }

    override func withDecodedUnsafeBufferPointer<Result>(
      forKey key: String, body: (UnsafeBufferPointer<UInt8>?) throws -> Result
    ) rethrows -> Result {
      guard let data = reader.bytes(forKey: key) else { return try body(nil) }
      // Sound: the bytes are lent during the call.
      return try unsafe Array(data).withUnsafeBufferPointer { try unsafe body($0) }
    }
  #endif

  // MARK: Coding without keys

  override func decodeObject() -> Any? { failWithoutKeys() }
  override func decodeData() -> Data? { failWithoutKeys() as? Data }
  override func decodePropertyList() -> Any? { failWithoutKeys() }

  override func decodeValue(
    ofObjCType type: UnsafePointer<CChar>, at data: UnsafeMutableRawPointer
  ) {
    _ = failWithoutKeys()
  }

  override func version(forClassName className: String) -> Int { NSNotFound }

  private func failWithoutKeys() -> Any? {
    reader.fail(ArchiveError.withoutKeys, nil)
    return nil
  }
}

extension ArchiveError {
  /// The error for a class that writes or reads values without keys.
  static let withoutKeys = ArchiveError(
    .unsupportedType,
    """
    an archive of models holds values by key; an object in it was coded by methods that take none, \
    as encode(_:) and decodeObject(). Use those with forKey:
    """)
}

/// The coder for overridden `encode(with:)` methods; an `ArchiveWriter` does its work.
final class ArchiveEncoder: NSCoder {
  // The writer owns its coder, and both live only while the archive is written.
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

  // On Apple systems, the one for a C `int` is another method.
  #if _runtime(_ObjC)
    override func encodeCInt(_ value: CInt, forKey key: String) { encode(value, forKey: key) }
  #endif

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
    // Sound: the caller lends that many bytes during the call, which copies them.
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
