public import Foundation

/// An object that grows while its JSON document arrives.
///
///     let growing = JSONAdapter.growing(Answer.self, from: chunks)
///     for try await answer in growing { show(answer, isComplete: !growing.isOpen(answer)) }
///
/// The loop yields the same object after each chunk that changed it, or that ended it or an object in
/// it. You can also give the chunks yourself:
///
///     let growing = Growing(Answer.self)
///     for chunk in chunks {
///       if try growing.append(chunk) { show(growing.model) }
///     }
///     try growing.finish()
///
/// The end is what ``JSONAdapter`` makes of the whole document. Until then:
/// - A text grows by whole Unicode scalars, an array by its elements. A model is made and placed as
///   soon as its object begins, and then grows itself. All other values count when they have ended,
///   and so do identities, secrets, what a transformer makes, and properties that run code of yours.
/// - Required members, limits, ``Model/validate()`` and ``Model/didLoad(from:)`` follow at the end of
///   each object, inner ones first. Before that, the model is a preview.
/// - An object of a cluster waits for the member that chooses its class. Objects of a class that sees
///   all of its object at once wait for their end: ``JSONPreparing``, ``JSONExtrasKeeping``,
///   ``JSONKeeping``, ``JSONPresenceKeeping``, `classForParsing`, `.ignoringCase`, alternatives and
///   several paths.
/// - What a policy may repair counts as a whole, and under one that refuses repeated members all does.
///
/// An error ends the reading. Its place is that in the whole text, and the model keeps what came
/// before it.
///
/// The object is not shared: the loop runs where you run it, and sends nothing.
public final class Growing<M: JSONSerializing>: AsyncSequence {
  public typealias Element = M

  private let reader: GrowingReader
  private let chunks: StreamSource?
  /// Models of a list that changed in the same chunk, the next one last.
  private var more: [Model] = []
  private var hasEnded = false

  /// Creates an object that grows by the chunks that `append(_:)` gets.
  ///
  /// - Parameters:
  ///   - type: The class; it can be a subclass of `M` chosen at run time.
  ///   - policy: The rules; nil for the class's own.
  ///   - maximumValueSize: The most bytes of a value that counts as a whole.
  ///   - report: Called for each value that the policy repaired, skipped or dropped.
  public convenience init(
    _ type: M.Type = M.self, policy: ConversionPolicy? = nil, maximumValueSize: Int = 16 << 20,
    report: @escaping (JSONIssue) -> Void = { _ in }
  ) {
    self.init(
      GrowingReader(
        type, into: nil, .of(policy, for: type), at: [], takesArray: false,
        limit: maximumValueSize, report), nil)
  }

  /// Creates an object that is there already, and changes by what its document names, as by
  /// `JSONAdapter.update`. Models and elements that it has are changed when their values have ended.
  public convenience init(
    _ model: M, policy: ConversionPolicy? = nil, maximumValueSize: Int = 16 << 20,
    report: @escaping (JSONIssue) -> Void = { _ in }
  ) {
    self.init(
      GrowingReader(
        type(of: model), into: model, .of(policy, for: M.self), at: [], takesArray: false,
        limit: maximumValueSize, report), nil)
  }

  init(_ reader: GrowingReader, _ chunks: StreamSource?) {
    self.reader = reader
    self.chunks = chunks
  }

  /// The object; nil before it begins, and before its class is known. For the elements of an array,
  /// the latest one.
  public var model: M? { reader.model.map { downcast($0, to: M.self) } }

  /// Reads the next bytes of the document; returns whether they changed the object, or ended it or an
  /// object in it.
  ///
  /// - Throws: a ``JSONAdapterError``; once there was one, the same again.
  public func append(_ chunk: [UInt8]) throws -> Bool { try reader.append(chunk) }

  /// Reads the next bytes of the document.
  public func append(_ chunk: some DataProtocol) throws -> Bool { try append(Array(chunk)) }

  /// Reads the next text of the document.
  public func append(_ chunk: some StringProtocol) throws -> Bool {
    try append(Array(chunk.utf8))
  }

  /// Ends the document.
  ///
  /// - Throws: a ``JSONAdapterError`` if it is not whole.
  public func finish() throws { try reader.finish() }

  /// Returns whether the object of `model`, the whole one or one in it, has begun and not ended.
  public func isOpen(_ model: Model) -> Bool { reader.isOpen(model) }

  /// The path of the innermost value that has begun and not ended, such as `$.steps[2].text`; nil
  /// before the document, after it and after an error.
  public var openPath: String? { reader.openPath.map { DocumentPath.steps($0).text } }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(growing: self) }

  /// Waits for the next change.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let growing: Growing

    fileprivate init(growing: Growing) {
      self.growing = growing
    }

    /// Returns the object after the next chunk that changed it; nil at the end of the document.
    ///
    /// - Throws: a ``JSONAdapterError``, an error of the source of the chunks, or `CancellationError`
    ///   if the task is cancelled.
    public mutating func next() async throws -> M? { try await next(isolation: nil) }

    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> M? {
      try await growing.next(isolation: actor)
    }
  }

  private func next(isolation actor: isolated (any Actor)?) async throws -> M? {
    while true {
      if let model = more.popLast() { return downcast(model, to: M.self) }
      guard !hasEnded, let chunks else { return nil }
      do {
        try Task.checkCancellation()
        let chunk = try await chunks(actor, false)
        // If the task is cancelled, the chunks end early.
        try Task.checkCancellation()
        hasEnded = chunk == nil
        if let chunk { _ = try reader.append(chunk) } else { try reader.finish() }
        more = reader.changed.reversed()
      } catch {
        hasEnded = true
        throw error
      }
    }
  }
}

extension JSONAdapter {
  /// Returns an object that grows while chunks of its document arrive, such as `[UInt8]` or `Data`.
  ///
  ///     for try await answer in JSONAdapter.growing(Answer.self, from: chunks) { … }
  ///
  /// `place` is the place of the object in the document, such as `"data.answer"`; nil is the document
  /// itself. If there is an array of objects, the loop yields each of them while it grows. `report`
  /// is called for each value that the policy repaired, skipped or dropped. See ``Growing``.
  ///
  /// A value that counts as a whole, and has more than `maximumValueSize` bytes, is an error of kind
  /// `.tooLarge`.
  @inlinable
  public static func growing<M: JSONSerializing, Chunks: AsyncSequence>(
    _ type: M.Type = M.self, from chunks: Chunks, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil, maximumValueSize: Int = 16 << 20,
    report: @escaping (JSONIssue) -> Void = { _ in }
  ) throws -> Growing<M> where Chunks.Element: DataProtocol {
    try growing(
      type, place, policy, maximumValueSize, report, source: chunkSource(chunks))
  }

  /// Returns an object that grows while the text of its document arrives.
  @inlinable
  public static func growing<M: JSONSerializing, Chunks: AsyncSequence>(
    _ type: M.Type = M.self, from chunks: Chunks, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil, maximumValueSize: Int = 16 << 20,
    report: @escaping (JSONIssue) -> Void = { _ in }
  ) throws -> Growing<M> where Chunks.Element: StringProtocol {
    try growing(
      type, place, policy, maximumValueSize, report,
      source: textSource(chunks))
  }

  /// Returns an object that grows while the bytes of its document arrive, one by one. Chunks take less
  /// time.
  @inlinable
  public static func growing<M: JSONSerializing, Bytes: AsyncSequence>(
    _ type: M.Type = M.self, from bytes: Bytes, at place: JSONKeyPath? = nil,
    policy: ConversionPolicy? = nil, maximumValueSize: Int = 16 << 20,
    report: @escaping (JSONIssue) -> Void = { _ in }
  ) throws -> Growing<M> where Bytes.Element == UInt8 {
    try growing(
      type, place, policy, maximumValueSize, report, source: eachByteSource(bytes))
  }

  /// Changes an object while chunks of its document arrive, such as `[UInt8]` or `Data`.
  @inlinable
  public static func growing<M: JSONSerializing, Chunks: AsyncSequence>(
    _ model: M, from chunks: Chunks, policy: ConversionPolicy? = nil,
    maximumValueSize: Int = 16 << 20, report: @escaping (JSONIssue) -> Void = { _ in }
  ) -> Growing<M> where Chunks.Element: DataProtocol {
    growing(model, policy, maximumValueSize, report, source: chunkSource(chunks))
  }

  /// Changes an object while the text of its document arrives.
  @inlinable
  public static func growing<M: JSONSerializing, Chunks: AsyncSequence>(
    _ model: M, from chunks: Chunks, policy: ConversionPolicy? = nil,
    maximumValueSize: Int = 16 << 20, report: @escaping (JSONIssue) -> Void = { _ in }
  ) -> Growing<M> where Chunks.Element: StringProtocol {
    growing(
      model, policy, maximumValueSize, report, source: textSource(chunks))
  }

  /// Changes an object while the bytes of its document arrive, one by one.
  @inlinable
  public static func growing<M: JSONSerializing, Bytes: AsyncSequence>(
    _ model: M, from bytes: Bytes, policy: ConversionPolicy? = nil,
    maximumValueSize: Int = 16 << 20, report: @escaping (JSONIssue) -> Void = { _ in }
  ) -> Growing<M> where Bytes.Element == UInt8 {
    growing(model, policy, maximumValueSize, report, source: eachByteSource(bytes))
  }

  @usableFromInline
  static func growing<M: JSONSerializing>(
    _ type: M.Type, _ place: JSONKeyPath?, _ policy: ConversionPolicy?, _ maximumValueSize: Int,
    _ report: @escaping (JSONIssue) -> Void, source: @escaping StreamSource
  ) throws -> Growing<M> {
    let reader = GrowingReader(
      type, into: nil, .of(policy, for: type), at: try place?.place() ?? [], takesArray: true,
      limit: maximumValueSize, report)
    return Growing(reader, source)
  }

  @usableFromInline
  static func growing<M: JSONSerializing>(
    _ model: M, _ policy: ConversionPolicy?, _ maximumValueSize: Int,
    _ report: @escaping (JSONIssue) -> Void, source: @escaping StreamSource
  ) -> Growing<M> {
    let reader = GrowingReader(
      type(of: model), into: model, .of(policy, for: M.self), at: [], takesArray: false,
      limit: maximumValueSize, report)
    return Growing(reader, source)
  }
}
