import Synchronization

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
      // Live values are not lent: the views ask the owner.
      if reader.hasLive { return try body() }
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
