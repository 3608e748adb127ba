import Foundation

/// The text of models that are written one by one, and where it goes. Not generic, because generic
/// code would look up the class's types for each model.
final class WrittenModels {
  typealias Function = nonisolated(nonsending) (Data) async throws -> Void

  /// Where the text goes.
  enum Target {
    case file(WholeFile)
    case function(Function)
  }

  private let call: AdapterCall
  private let options: JSONWritingOptions
  private let isArray: Bool
  private let chunkSize: Int
  private let report: (JSONIssue) -> Void
  /// Nil after the end: a file that isn't in its place then is removed.
  private var target: Target?

  private var writer: JSONWriter
  /// The plan and the keys to write, made for the first model.
  private var begun: (plan: NestedPlan, keys: WritingContext.KeySelection?)?
  private var models = 0
  /// The number of bytes that went to the target.
  private var sent = 0
  private var isBusy = false
  private var hasEnded = false
  /// The error that ended the writing.
  private var failure: (any Error)?

  init(
    _ call: consuming AdapterCall, _ form: JSONStreamForm, _ options: JSONWritingOptions,
    chunkSize: Int = 1 << 16, _ report: @escaping (JSONIssue) -> Void, to target: Target
  ) throws {
    precondition(
      form.isArray || !options.contains(.prettyPrinted),
      "Lines aren't pretty-printed: leave .prettyPrinted out, or write .array.")
    call.place = try form.place?.place() ?? []
    writer = JSONWriter(options: options, capacity: min(chunkSize, 1 << 16) + 1024)
    writer.sortsMembers = true
    if form.isArray {
      writer.open(call.place)
      writer.beginArray()
    }
    self.call = call
    self.options = options
    isArray = form.isArray
    self.chunkSize = chunkSize
    self.report = report
    self.target = target
  }

  var progress: JSONStreamProgress {
    let bytes = sent + writer.untaken
    return JSONStreamProgress(models: models, bytes: bytes, totalBytes: hasEnded ? bytes : nil)
  }

  nonisolated(nonsending) func write(_ model: Model) async throws {
    precondition(!hasEnded, "The text is finished: make another writer for more models.")
    try begin()
    defer { isBusy = false }
    try add(model)
    if writer.untaken >= chunkSize { try await send() }
  }

  nonisolated(nonsending) func finish() async throws {
    if hasEnded { return }
    try begin()
    defer { isBusy = false }
    if isArray {
      writer.endArray()
      writer.close(call.place)
    }
    if writer.untaken > 0 { try await send() }
    do {
      // Cancelled while the last bytes were taken.
      try Task.checkCancellation()
      if case .file(let file) = target { try file.finish() }
    } catch {
      throw given(up: error)
    }
    target = nil
    hasEnded = true
  }

  private func begin() throws {
    precondition(!isBusy, "A writer serves one task at a time: await each call before the next.")
    if let failure { throw failure }
    do {
      try Task.checkCancellation()
    } catch {
      throw given(up: error)
    }
    isBusy = true
  }

  /// Writes a model into the buffer, or nothing of it.
  private func add(_ model: Model) throws {
    let mark = writer.mark
    do {
      let (plan, keys) = try begun ?? begun(with: model)
      // Each can be written on another thread, with another stack.
      let context = call.context(options, keys)
      try context.writeElement(models, to: &writer) { writer throws in
        try plan.write(model, to: &writer, in: context)
      }
      if context.issueCount > 0 { call.report(context.issues, report) }
    } catch {
      writer.rewind(to: mark)
      throw call.failure(error)
    }
    // A policy can drop a model.
    if writer.mark == mark { return }
    models += 1
    if !isArray { writer.endLine(from: mark) }
  }

  private func begun(
    with first: Model
  ) throws -> (plan: NestedPlan, keys: WritingContext.KeySelection?) {
    let begun = (
      plan: call.elementPlan(type(of: first)), keys: try call.elementSelection(first: first)
    )
    self.begun = begun
    return begun
  }

  private nonisolated(nonsending) func send() async throws {
    let chunk = writer.take()
    do {
      switch target {
      case .file(let file): try file.write(chunk)
      case .function(let function): try await function(chunk)
      case nil: break
      }
      sent += chunk.count
    } catch {
      throw given(up: error)
    }
  }

  /// Removes the file, and ends the writing with an error.
  private func given(up error: any Error) -> any Error {
    failure = error
    target = nil
    return error
  }
}
