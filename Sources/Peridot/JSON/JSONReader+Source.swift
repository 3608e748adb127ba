import Foundation
import Synchronization

extension JSONBytes {
  /// Runs `body` with a reader at `offset`.
  ///
  /// A byte order mark at the start of the document is skipped, there alone: some servers send one,
  /// and RFC 8259 allows to ignore it.
  @inline(__always)
  func withReader<R>(
    at offset: Int = 0, maximumDepth: Int = 512, _ body: (inout JSONReader) throws -> R
  ) rethrows -> R {
    // Each owner lends its bytes for the time of the call, which is as long as the reader lives:
    // it cannot be copied, and the closure gets it inout.
    guard case .data(let data) = storage else {
      return try withOtherReader(at: offset, maximumDepth: maximumDepth, body)
    }
    return try unsafe data.withUnsafeBytes { buffer in
      try unsafe run(body, on: buffer, at: offset, maximumDepth: maximumDepth)
    }
  }

  /// The same for bytes that are not those of a `Data`. Apart: inlined, it would retain the owner of
  /// each of the forms, of which there is one.
  @inline(never)
  private func withOtherReader<R>(
    at offset: Int, maximumDepth: Int, _ body: (inout JSONReader) throws -> R
  ) rethrows -> R {
    switch storage {
    case .data:
      return try withReader(at: offset, maximumDepth: maximumDepth, body)
    case .array(let bytes):
      return try unsafe bytes.withUnsafeBytes { buffer in
        try unsafe run(body, on: buffer, at: offset, maximumDepth: maximumDepth)
      }
    case .part(let bytes, let part):
      return try withReader(ofPart: part, bytes, at: offset, maximumDepth, body)
    case .values(let values):
      return try withReader(of: values, at: offset, maximumDepth, body)
    case .string(let string):
      let lent = try unsafe string.utf8.withContiguousStorageIfAvailable { buffer in
        try unsafe run(
          body, on: UnsafeRawBufferPointer(buffer), at: offset, maximumDepth: maximumDepth)
      }
      if let lent { return lent }
      return try JSONBytes(Array(string.utf8)).withOtherReader(
        at: offset, maximumDepth: maximumDepth, body)
    }
  }

  @inline(never)
  private func withReader<R>(
    ofPart part: Range<Int>, _ bytes: [UInt8], at offset: Int, _ maximumDepth: Int,
    _ body: (inout JSONReader) throws -> R
  ) rethrows -> R {
    try unsafe bytes.withUnsafeBytes { buffer in
      let lent = unsafe UnsafeRawBufferPointer(rebasing: buffer[part])
      return try unsafe run(body, on: lent, at: offset, maximumDepth: maximumDepth)
    }
  }

  /// Lends what is there of a document of values, which may grow meanwhile.
  @inline(never)
  private func withReader<R>(
    of values: JSONValues, at offset: Int, _ maximumDepth: Int,
    _ body: (inout JSONReader) throws -> R
  ) rethrows -> R {
    // The values live until the call returns, which is as long as the reader.
    try withExtendedLifetime(values) {
      var reader = unsafe JSONReader(
        values.lent.base, count: values.count, at: offset == 0 ? values.start : offset,
        depth: maximumDepth, values: Unmanaged.passUnretained(values))
      return try body(&reader)
    }
  }

  @inline(__always) private func run<R>(
    _ body: (inout JSONReader) throws -> R, on buffer: UnsafeRawBufferPointer, at offset: Int,
    maximumDepth: Int
  ) rethrows -> R {
    precondition(offset >= 0 && offset <= buffer.count, "A position has to lie in the document.")
    guard let base = buffer.baseAddress else {
      // No bytes, no address: any will do, because nothing is loaded from it.
      return try unsafe withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { nothing in
        guard let base = nothing.baseAddress else { preconditionFailure("no stack") }
        var reader = unsafe JSONReader(
          UnsafeRawPointer(base), count: 0, at: 0, depth: maximumDepth)
        return try body(&reader)
      }
    }
    var reader = unsafe JSONReader(
      base, count: buffer.count, at: offset, depth: maximumDepth)
    if offset == 0 { reader.cursor = reader.lent.startOfText }
    return try body(&reader)
  }
}

extension JSONReader {
  /// The bytes of a document, lent to the views of its objects for as long as a thread that reads it
  /// is in a hook: they need not ask the owner once more.
  ///
  /// Sound: only the thread that is inside of `lend` finds the bytes, and so is inside of the scope
  /// in which their owner lends them. A view that was sent to another thread asks the owner.
  @safe struct Loan: ~Copyable, Sendable {
    private let thread = Atomic<UInt>(0)
    private let base = Atomic<UInt>(0)
    private let count = Atomic(0)

    /// Whether the thread at hand is inside of `lend`.
    @inline(__always)
    var isOpen: Bool {
      let borrower = thread.load(ordering: .relaxed)
      return borrower != 0 && borrower == ThreadNumber.current
    }

    /// Runs `body`, in which this thread finds the bytes that `reader` reads.
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

    /// Runs `body` with a reader at `offset` of the bytes lent; gives nil where `isOpen` is false.
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
