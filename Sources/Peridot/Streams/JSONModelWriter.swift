public import Foundation

/// Writes models one at a time, as lines or as one array, to a file or to code of yours.
///
///     let writer = try JSONAdapter.writer(of: Issue.self, to: url)
///     for issue in issues { try await writer.write(issue) }
///     try await writer.finish()
///
/// Each model's text is the one that `JSONAdapter.data(from:)` makes. The writer holds no more than a
/// chunk of it and the model that ends the chunk.
///
/// `finish()` ends the text: an array gets its bracket then, and a file its place. A file is written
/// next to its place, so that another one there stays until then. If you let go of the writer before,
/// there is no file; every reader refuses the part of an array that a function got.
///
/// - A model that can't be written throws a ``JSONAdapterError`` whose path has its index in the text,
///   such as `$[2].score`. Nothing of it is in the text, and you can go on with another one.
/// - An error of the file or of your function, and a cancelled task, end the writing: the file is
///   removed, and all later calls throw the error again.
///
/// The writer is not shared: it runs where you call it, and so does your function. It serves one
/// task at a time.
public final class JSONModelWriter<M: JSONSerializing> {
  private let text: WrittenModels

  init(_ text: WrittenModels) {
    self.text = text
  }

  /// The number of models that were written, and of the bytes that they take, those included that
  /// wait for the end of a chunk. The total is known when the text is finished.
  public var progress: JSONStreamProgress { text.progress }

  /// Writes a model.
  ///
  /// - Throws: a ``JSONAdapterError``, an error of the file or the function that gets the text, or
  ///   `CancellationError` if the task is cancelled.
  public nonisolated(nonsending) func write(_ model: M) async throws {
    try await text.write(model)
  }

  /// Writes the models of a sequence, one after the other, up to an error.
  @inlinable
  public nonisolated(nonsending) func write(contentsOf models: some Sequence<M>) async throws {
    for model in models { try await write(model) }
  }

  /// Writes the models of an asynchronous sequence as they come, up to an error.
  @inlinable
  public nonisolated(nonsending) func write<Models: AsyncSequence>(
    contentsOf models: Models
  ) async throws where Models.Element == M {
    for try await model in models { try await write(model) }
  }

  /// Ends the text, and puts a file in its place. After that, it does nothing.
  ///
  /// - Throws: an error of the file or the function that gets the text, or `CancellationError` if the
  ///   task is cancelled.
  public nonisolated(nonsending) func finish() async throws {
    try await text.finish()
  }
}

extension JSONAdapter {
  // MARK: Static

  /// Returns a writer of models to a file, one at a time.
  ///
  /// It writes lines, unless `form` says `.array`. `keys` are the property keys to write, as for
  /// `data(from:)`. `report` is called for each value that the policy omitted.
  ///
  /// - Throws: an error of the file, which must not be in the hands of another writer.
  public static func writer<M: JSONSerializing>(
    of type: M.Type = M.self, to url: URL, as form: JSONStreamForm = .lines,
    keys: [String]? = nil, policy: ConversionPolicy? = nil, options: JSONWritingOptions = [],
    report: @escaping (JSONIssue) -> Void = { _ in }
  ) throws -> JSONModelWriter<M> {
    let call = try AdapterCall(.of(policy, for: type), nil, keys: keys, of: type)
    return JSONModelWriter(
      try WrittenModels(call, form, options, report, to: .file(WholeFile(url, waits: false))))
  }

  /// Returns a writer of models to a function that gets the text in chunks, one after the other.
  ///
  ///     let writer = try JSONAdapter.writer(of: Issue.self, to: { try await response.write($0) })
  ///
  /// A chunk has at least `chunkSize` bytes, and ends with a whole model; only the last one can have
  /// fewer. With 1, each model is a chunk of its own.
  public static func writer<M: JSONSerializing>(
    of type: M.Type = M.self,
    to sink: nonisolated(nonsending) @escaping (Data) async throws -> Void,
    as form: JSONStreamForm = .lines, chunkSize: Int = 1 << 16, keys: [String]? = nil,
    policy: ConversionPolicy? = nil, options: JSONWritingOptions = [],
    report: @escaping (JSONIssue) -> Void = { _ in }
  ) throws -> JSONModelWriter<M> {
    let call = try AdapterCall(.of(policy, for: type), nil, keys: keys, of: type)
    return JSONModelWriter(
      try WrittenModels(call, form, options, chunkSize: chunkSize, report, to: .function(sink)))
  }

  // MARK: By the adapter's policy

  /// Returns a writer of models to a file, one at a time.
  public func writer<M: JSONSerializing>(
    of type: M.Type = M.self, to url: URL, as form: JSONStreamForm = .lines,
    keys: [String]? = nil, options: JSONWritingOptions = [],
    report: @escaping (JSONIssue) -> Void = { _ in }
  ) throws -> JSONModelWriter<M> {
    let call = try AdapterCall(plans(for: type), self, keys: keys, of: type)
    return JSONModelWriter(
      try WrittenModels(call, form, options, report, to: .file(WholeFile(url, waits: false))))
  }

  /// Returns a writer of models to a function that gets the text in chunks, one after the other.
  public func writer<M: JSONSerializing>(
    of type: M.Type = M.self,
    to sink: nonisolated(nonsending) @escaping (Data) async throws -> Void,
    as form: JSONStreamForm = .lines, chunkSize: Int = 1 << 16, keys: [String]? = nil,
    options: JSONWritingOptions = [], report: @escaping (JSONIssue) -> Void = { _ in }
  ) throws -> JSONModelWriter<M> {
    let call = try AdapterCall(plans(for: type), self, keys: keys, of: type)
    return JSONModelWriter(
      try WrittenModels(call, form, options, chunkSize: chunkSize, report, to: .function(sink)))
  }
}
