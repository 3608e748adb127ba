import Foundation
public import Peridot

/// What a model lost on the way through one door; see ``roundTrips(_:seeds:)``.
public struct RoundTripError: Error, CustomStringConvertible {
  /// The model's class.
  public let modelClass: Model.Type
  /// The door, in words: `JSON, nil as null`, `archive`, `copy` …
  public let door: String
  /// How what came back differs, a line each; none if the door threw an error.
  public let differences: [String]
  /// What the door threw, or nil.
  public let underlying: (any Error)?

  public var description: String {
    let words = underlying.map { "\($0)" } ?? differences.joined(separator: "\n  ")
    return "\(modelClass) does not come back through \(door): \(words)"
  }
}

/// Writes samples of a class, reads them back, and throws if anything differs.
///
///     @Test func usersComeBack() throws { try roundTrips(User.self) }
///
/// The doors are those that the class has: JSON under each rule for writing, archives, copies, and
/// the coders of Foundation for a `CodableModel`. Properties that a door leaves out, such as one
/// without a place in JSON, aren't filled for it. For a class with a `Cluster`, the listed
/// classes are written, and read as `type`.
///
/// - Parameters:
///   - type: the class.
///   - seeds: one sample is made for each; see `Model.sample(seed:)`.
/// - Throws: a ``RoundTripError`` about the first door that fails.
public func roundTrips<M: Model>(_ type: M.Type, seeds: ClosedRange<Int> = 1...3) throws {
  let listed = ClassDescription(of: type).subclasses.compactMap { $0 as? M.Type }
  for seed in seeds {
    for type in listed.isEmpty ? [type] : listed {
      try RoundTrip<M>().run { purpose in
        Sampler(seed: seed, purpose).model(type)
      }
    }
  }
}

/// Writes a model of your own, reads it back, and throws if anything differs.
///
/// Properties that JSON or archives leave out have to be as in a new object.
///
/// - Throws: a ``RoundTripError`` about the first door that fails.
public func roundTrips<M: Model>(_ model: M) throws {
  try RoundTrip<M>().run { _ in model }
}

/// One run of all doors.
private struct RoundTrip<M: Model> {
  func run(_ sample: (Sampler.Purpose) -> M) throws {
    if let type = M.self as? any (Model & JSONSerializing).Type { try json(type, sample(.json)) }
    if let type = M.self as? any CodableModel.Type { try coders(type, sample(.json)) }
    let archived = sample(.archive)
    try check(archived, "archive") { try M.unarchive(from: archived.archivedData()) }
    let whole = sample([])
    try check(whole, "copy") { whole.copied() }
    try check(whole, "deep copy") { whole.deeplyCopied() }
  }

  private func json<J: Model & JSONSerializing>(_: J.Type, _ model: M) throws {
    guard let model = model as? J else { return }
    // The class's own policy, and it with each other rule for writing that reads back.
    let own = J.conversionPolicy ?? .strict
    let policies: [(words: String, policy: ConversionPolicy?)] = [
      ("", nil),
      (", nil as null", own.with { $0.nilOnExport = .null }),
      (", nil omitted", own.with { $0.nilOnExport = .omit }),
      (", defaults omitted", own.with { $0.defaultsOnExport = .omit }),
      (", empty collections omitted", own.with { $0.emptyOnExport = .omit }),
    ]
    for (words, policy) in policies {
      try check(model, "JSON" + words) {
        let data = try JSONAdapter.data(from: model, policy: policy)
        return try JSONAdapter.model(of: J.self, from: data, policy: policy)
      }
    }
    try check(model, "a dictionary") {
      try JSONAdapter.model(of: J.self, from: JSONAdapter.dictionary(from: model))
    }
  }

  private func coders<C: CodableModel>(_: C.Type, _ model: M) throws {
    guard let model = model as? C else { return }
    try check(model, "JSONEncoder") {
      try JSONDecoder().decode(C.self, from: JSONEncoder().encode(model))
    }
    try check(model, "PropertyListEncoder") {
      try PropertyListDecoder().decode(C.self, from: PropertyListEncoder().encode(model))
    }
  }

  private func check(_ model: Model, _ door: String, _ pass: () throws -> Model) throws {
    var (differences, failure) = ([String](), (any Error)?.none)
    do {
      differences = try pass().differences(from: model).map(\.description)
    } catch {
      failure = error
    }
    if differences.isEmpty, failure == nil { return }
    throw RoundTripError(
      modelClass: type(of: model), door: door, differences: differences, underlying: failure)
  }
}
