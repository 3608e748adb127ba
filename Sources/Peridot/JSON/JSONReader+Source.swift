import Foundation
import Synchronization

extension JSONBytes {
  /// Runs `body` with a reader at `offset`.
  ///
  /// Skips a byte order mark at the start of the document: some servers send one, and RFC 8259
  /// allows ignoring it.
  @inline(__always)
  func withReader<R>(
    at offset: Int = 0, maximumDepth: Int = 512, _ body: (inout JSONReader) throws -> R
  ) rethrows -> R {
    var result: R?
    try lend(at: offset, maximumDepth: maximumDepth) { reader in result = try body(&reader) }
    guard let result else { preconditionFailure("The body ran.") }
    return result
  }

  /// Runs `body` with a reader at `offset`. Dynamic, so that it is compiled once, not for each
  /// body.
  dynamic func lend(
    at offset: Int = 0, maximumDepth: Int, _ body: (inout JSONReader) throws -> Void
  ) rethrows {
    // Each owner lends its bytes during the call, which is as long as the reader lives: it can't be
    // copied, and the closure gets it inout.
    switch storage {
    case .data(let data):
      try unsafe data.withUnsafeBytes { buffer in
        try unsafe run(body, on: buffer, at: offset, maximumDepth)
      }
    case .array(let bytes):
      try unsafe bytes.withUnsafeBytes { buffer in
        try unsafe run(body, on: buffer, at: offset, maximumDepth)
      }
    case .part(let bytes, let part):
      try unsafe bytes.withUnsafeBytes { buffer in
        let lent = unsafe UnsafeRawBufferPointer(rebasing: buffer[part])
        try unsafe run(body, on: lent, at: offset, maximumDepth)
      }
    case .values(let values):
      // Lends the current values, which can grow meanwhile. They live until the call returns, as
      // the reader does.
      try withExtendedLifetime(values) {
        var reader = unsafe JSONReader(
          values.lent.base, count: values.count, at: offset == 0 ? values.start : offset,
          depth: maximumDepth, values: Unmanaged.passUnretained(values))
        try body(&reader)
      }
    case .string(let string):
      let lent: Void? = try unsafe string.utf8.withContiguousStorageIfAvailable { buffer in
        try unsafe run(body, on: UnsafeRawBufferPointer(buffer), at: offset, maximumDepth)
      }
      if lent == nil {
        try JSONBytes(Array(string.utf8)).lend(
          at: offset, maximumDepth: maximumDepth, body)
      }
    }
  }

  private func run(
    _ body: (inout JSONReader) throws -> Void, on buffer: UnsafeRawBufferPointer, at offset: Int,
    _ maximumDepth: Int
  ) rethrows {
    precondition(offset >= 0 && offset <= buffer.count, "A position has to lie in the document.")
    guard let base = buffer.baseAddress else {
      // Without bytes, any address will do, because nothing is loaded from it.
      return try unsafe withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { nothing in
        guard let base = nothing.baseAddress else { preconditionFailure("no stack") }
        var reader = unsafe JSONReader(
          UnsafeRawPointer(base), count: 0, at: 0, depth: maximumDepth)
        try body(&reader)
      }
    }
    var reader = unsafe JSONReader(base, count: buffer.count, at: offset, depth: maximumDepth)
    if offset == 0 { reader.cursor = reader.lent.startOfText }
    try body(&reader)
  }
}

extension JSONReader {
  /// Runs `body` with a reader of the same bytes at the same place.
  @inline(__always)
  borrowing func withCopy<Result>(_ body: (inout JSONReader) -> Result) -> Result {
    // This reader is borrowed for the call, and with it the bytes.
    var copy = unsafe JSONReader(lent.base, count: count, at: cursor, depth: 512)
    return body(&copy)
  }

  /// The bytes of a document, lent to the views of its objects while a reading thread is in a hook,
  /// so that they don't need the owner.
  ///
  /// Sound: only the thread inside `lend` finds the bytes, and so is in the scope in which their
  /// owner lends them. A view sent to another thread uses the owner.
  @safe struct Loan: ~Copyable, Sendable {
    private let thread = Atomic<UInt>(0)
    private let base = Atomic<UInt>(0)
    private let count = Atomic(0)

    /// Whether the current thread is inside `lend`.
    @inline(__always)
    var isOpen: Bool {
      let borrower = thread.load(ordering: .relaxed)
      return borrower != 0 && borrower == ThreadNumber.current
    }

    /// Runs `body`, in which this thread finds the bytes of `reader`.
    @inline(__always)
    func lend<Result>(
      _ reader: borrowing JSONReader, _ body: () throws -> Result
    ) rethrows -> Result {
      // Values in memory have no bytes.
      if reader.readsValues { return try body() }
      unsafe base.store(UInt(bitPattern: reader.lent.base), ordering: .relaxed)
      count.store(reader.count, ordering: .relaxed)
      thread.store(ThreadNumber.current, ordering: .relaxed)
      defer { thread.store(0, ordering: .relaxed) }
      return try body()
    }

    /// Runs `body` with a reader at `offset` of the lent bytes; returns nil if `isOpen` is false.
    @inline(__always)
    func withReader<Result>(
      at offset: Int, _ body: (inout JSONReader) throws -> Result
    ) rethrows -> Result? {
      guard isOpen, let base = unsafe UnsafeRawPointer(bitPattern: base.load(ordering: .relaxed))
      else { return nil }
      let count = count.load(ordering: .relaxed)
      precondition(offset >= 0 && offset <= count, "A position has to lie in the document.")
      var reader = unsafe JSONReader(base, count: count, at: offset, depth: 512)
      return try body(&reader)
    }
  }
}
