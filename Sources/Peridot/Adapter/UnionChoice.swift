import Foundation

/// How the case of a union is chosen for a JSON value: by its kind, and by the members of an object.
final class UnionChoice: Sendable {
  enum Result: Equatable {
    case null(Int)
    case one(Int)
    /// Cases for a text, a number or a Boolean, of which the first that takes it counts.
    case several([Int])
    case none
  }

  private let forms: UnionForms
  /// They own this.
  private unowned let plans: PolicyPlans
  /// The cases for each kind, which is a bit of `Kinds`.
  private let byKind: [[Int]]
  /// The case of each kind that only one case takes; -1 for another kind.
  private let onlyByKind: [Int]
  /// Found at first use, because a class can lead back to the union.
  private let verdict = OnceReference<Verdict>()

  private final class Verdict: Sendable {
    let mistakes: [String]

    init(_ mistakes: [String]) {
      self.mistakes = mistakes
    }
  }

  /// How well a class fits an object; the greatest wins.
  private struct Rank: Comparable {
    /// Whether the object's tag names the class.
    let isNamed: Bool
    let isComplete: Bool
    let known: Int
    let absent: Int

    static func < (one: Rank, other: Rank) -> Bool {
      if one.isNamed != other.isNamed { return other.isNamed }
      if one.isComplete != other.isComplete { return other.isComplete }
      if one.known != other.known { return one.known < other.known }
      return one.absent > other.absent
    }
  }

  init(_ forms: UnionForms, _ plans: PolicyPlans) {
    self.forms = forms
    self.plans = plans
    byKind = (0..<UInt8.bitWidth).map { bit in
      let kind = UnionForms.Kinds(rawValue: 1 << bit)
      return forms.forms.indices.filter { forms.forms[$0]?.kinds.contains(kind) ?? false }
    }
    onlyByKind = byKind.map { $0.count == 1 ? $0[0] : -1 }
  }

  deinit {
    // Sound: nobody reads it any more.
    unsafe verdict.letGo()
  }

  /// The only case that takes the value at the cursor; nil if there are several, or none.
  @inline(__always)
  func only(_ reader: inout JSONReader) throws -> Int? {
    guard let kind = UnionForms.Kinds(try reader.peekKind()) else { return nil }
    let index = onlyByKind[kind.rawValue.trailingZeroBitCount]
    return index < 0 ? nil : index
  }

  private func cases(_ kind: UnionForms.Kinds) -> [Int] {
    byKind[kind.rawValue.trailingZeroBitCount]
  }

  /// Returns the cases that can take the value at the cursor, which stays there.
  func first(_ reader: inout JSONReader, in context: ReadingContext) throws -> Result {
    let kind = try reader.peekKind()
    if kind == .null { return forms.null.map { .null($0) } ?? .none }
    guard let kind = UnionForms.Kinds(kind) else { return .none }
    let cases = cases(kind)
    guard let only = cases.first else { return .none }
    if cases.count == 1 { return .one(only) }
    switch kind {
    case .object: return .one(try best(of: cases, &reader, in: context))
    case .array: return .one(try byElement(of: cases, &reader))
    default: return .several(cases)
    }
  }

  // MARK: - Objects

  private func best(
    of cases: [Int], _ reader: inout JSONReader, in context: ReadingContext
  ) throws -> Int {
    let mistakes = try mistakes()
    guard mistakes.isEmpty else { throw forms.error(mistakes) }
    let names = try names(&reader, in: context)
    var best: (index: Int, rank: Rank)?
    for index in cases {
      guard let rank = try rank(of: index, names, reader, in: context) else { continue }
      if best.map({ $0.rank < rank }) ?? true { best = (index, rank) }
    }
    let other = cases.first { forms.forms[$0]?.model == nil }
    guard let (index, rank) = best else { return cases[0] }
    guard let other else { return index }
    return rank.isComplete && (rank.known > 0 || names.isEmpty) ? index : other
  }

  /// How well the class of a case fits the object at the cursor: in a class cluster that which the
  /// object chooses. Nil for a case without a class.
  ///
  /// - Parameter current: The model of the case that the object changes.
  private func rank(
    of index: Int, _ names: Set<String>, _ reader: borrowing JSONReader, in context: ReadingContext,
    changing current: Model? = nil
  ) throws -> Rank? {
    guard let model = forms.forms[index]?.model else { return nil }
    var plan = try plans.plan(of: model)
    var isChosen = true
    if let choice = context.choice(of: plan) {
      // Of an object that chooses no class, reading says so.
      let chosen = try? choice.plan(of: reader)
      isChosen = chosen != nil
      if let chosen {
        plan = chosen.use { $0 }
      } else if let current {
        plan = try plans.plan(of: type(of: current))
      }
    }
    let names =
      plan.folding.map { folding in
        Set(names.map { plan.input.table.index(of: $0) == nil ? folding.name(for: $0) ?? $0 : $0 })
      } ?? names
    let place = ClusterPlace.of(plan.modelClass)
    let tags = place?.tags ?? []
    // A class that its clusters don't list has none of their tags, but they read them.
    let asked = Set(place?.levels.compactMap(\.path.first) ?? []).filter {
      plan.input.table.index(of: $0) == nil
    }
    let known = names.count { plan.input.table.index(of: $0) != nil || asked.contains($0) }
    return Rank(
      isNamed: isChosen && tags.contains { $0.path.first.map(names.contains) ?? false },
      isComplete: isChosen
        && plan.requiredNames.allSatisfy { $0.isEmpty || !$0.isDisjoint(with: names) },
      known: known,
      absent: plan.input.table.count + asked.count - known - plan.literals(besides: names))
  }

  /// Whether the object at the cursor can be an update of a case's value: unless another class knows
  /// more of its members.
  ///
  /// - Parameter current: The case's value, if it is a model.
  func stays(
    _ index: Int, changing current: Model?, _ reader: inout JSONReader, in context: ReadingContext
  ) throws -> Bool {
    let cases = cases(.object)
    if cases.count == 1 { return true }
    guard let current else { return try best(of: cases, &reader, in: context) == index }
    let names = try names(&reader, in: context)
    guard let own = try rank(of: index, names, reader, in: context, changing: current) else {
      return true
    }
    return try !cases.contains { other in
      guard other != index, let rank = try rank(of: other, names, reader, in: context) else {
        return false
      }
      return rank.isNamed == own.isNamed ? rank.known > own.known : rank.isNamed
    }
  }

  /// Whether the class of a case has properties for members of the object at the cursor; true for a
  /// case without a class.
  func knows(
    _ index: Int, _ reader: inout JSONReader, in context: ReadingContext
  ) throws -> Bool {
    let names = try names(&reader, in: context)
    return try rank(of: index, names, reader, in: context).map { $0.known > 0 } ?? true
  }

  /// The names of the members of the object at the cursor.
  ///
  /// Unions within unions would pass the innermost values once for each of them. So below some levels,
  /// the first pass notes where all containers end.
  private func names(
    _ reader: inout JSONReader, in context: ReadingContext
  ) throws -> Set<String> {
    let place = ReadingContext.Place(&reader)
    defer { place.restore(&reader) }
    var names: Set<String> = []
    let notesEnds = place.depth > 8 && !reader.readsValues
    if notesEnds, context.end(ofContainerAt: place.position) == nil {
      try noteEnds(&reader, in: context)
      place.restore(&reader)
    }
    guard try reader.beginObject() else { return names }
    repeat {
      names.insert(try reader.readKey())
      let start = ReadingContext.Place(&reader).position
      if notesEnds, let end = context.end(ofContainerAt: start) {
        reader.position = end
      } else {
        try reader.skipValue()
      }
    } while try reader.nextMember()
    return names
  }

  /// Passes the value at the cursor, and notes where it and each container within it ends.
  private func noteEnds(_ reader: inout JSONReader, in context: ReadingContext) throws {
    var open: [(start: Int, isObject: Bool)] = []
    func beginNext() throws -> Bool {
      guard let last = open.last else { return false }
      guard last.isObject else { return try reader.nextElement() }
      guard try reader.nextMember() else { return false }
      _ = try reader.readKey()
      return true
    }
    repeat {
      let start = ReadingContext.Place(&reader).position
      switch try reader.peekKind() {
      case .object:
        open.append((start, true))
        if try reader.beginObject() {
          _ = try reader.readKey()
          continue
        }
        context.noteEnd(reader.position, ofContainerAt: start)
        open.removeLast()
      case .array:
        open.append((start, false))
        if try reader.beginArray() { continue }
        context.noteEnd(reader.position, ofContainerAt: start)
        open.removeLast()
      case .null, .bool, .number, .string, .live: try reader.skipValue()
      }
      while try !beginNext() {
        guard let last = open.popLast() else { return }
        context.noteEnd(reader.position, ofContainerAt: last.start)
      }
    } while true
  }

  /// Returns why a case's class is never chosen: another one wants the same of an object.
  func mistakes() throws -> [String] {
    if let verdict = verdict.object { return verdict.mistakes }
    return verdict.store(Verdict(try likenesses())).mistakes
  }

  private func likenesses() throws -> [String] {
    var known: [(name: String, members: Set<String>, required: Set<Set<String>>)] = []
    var mistakes: [String] = []
    for case let form? in forms.forms {
      guard let model = form.model else { continue }
      let plan = try plans.plan(of: model)
      if plan.chosenPlans != nil { continue }
      let (members, required) = (Set(plan.input.table.names), Set(plan.requiredNames))
      if let other = known.first(where: { $0.members == members && $0.required == required }) {
        mistakes.append(
          "case \(form.name) is never read: its class has the members of case \(other.name)'s")
      }
      known.append((form.name, members, required))
    }
    return mistakes
  }

  // MARK: - Arrays

  /// The first case whose elements have the kind of the first element that is not null.
  private func byElement(of cases: [Int], _ reader: inout JSONReader) throws -> Int {
    let place = ReadingContext.Place(&reader)
    defer { place.restore(&reader) }
    guard try reader.beginArray() else { return cases[0] }
    repeat {
      let kind = try reader.peekKind()
      if kind != .null {
        guard let kind = UnionForms.Kinds(kind) else { return cases[0] }
        return cases.first { forms.forms[$0]?.elementKinds.contains(kind) ?? false } ?? cases[0]
      }
      try reader.skipValue()
    } while try reader.nextElement()
    return cases[0]
  }

  // MARK: - Texts and numbers

  /// Whether a case that is one of several can be asked to read the value at the cursor.
  func accepts(_ reader: inout JSONReader, as index: Int, among cases: [Int]) throws -> Bool {
    guard let form = forms.forms[index] else { return false }
    let isURL = form.isURL && cases.contains { $0 != index && forms.forms[$0]?.isText == true }
    let isWhole =
      form.isWholeNumber && cases.contains { forms.forms[$0]?.takesFractions ?? false }
    guard isURL || isWhole else { return true }
    let place = ReadingContext.Place(&reader)
    defer { place.restore(&reader) }
    // Foundation makes a URL of nearly every text.
    if isURL, let text = try reader.readStringIfPresent() {
      return URL(string: text)?.scheme != nil
    }
    guard isWhole, try reader.peekKind() == .number else { return true }
    if reader.readsValues { return !reader.isFloatingPoint(at: place.position) }
    try reader.skipValue()
    return !Self.hasFraction(reader.bytes(from: place.position, to: reader.position))
  }

  /// Whether the text of a number needs a fraction, so that no case of whole numbers takes it.
  func wantsFraction(_ index: Int, _ text: [UInt8]) -> Bool {
    guard let form = forms.forms[index], form.takesFractions,
      forms.forms.contains(where: { $0?.isWholeNumber ?? false })
    else { return false }
    return !Self.hasFraction(text)
  }

  private static func hasFraction(_ text: [UInt8]) -> Bool {
    text.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
  }

  /// Whether the text or the number at the cursor is the identity of a model.
  func isIdentity(of model: Model, _ reader: inout JSONReader) throws -> Bool {
    let keys = ModelSchema.of(type(of: model)).identityKeys
    guard keys.count == 1, let value = model[keys[0]] else { return false }
    switch try reader.peekKind() {
    case .string: return try reader.readStringIfPresent() == "\(value)"
    case .number:
      guard !(value is String) else { return false }
      return "\(try reader.readAnyValue(nil, keepsDigits: true))" == "\(value)"
    default: return false
    }
  }
}

extension JSONMapping {
  /// The number of names beside `names` that are looked up only because paths lead nowhere: an object
  /// lacks none of them.
  fileprivate func literals(besides names: Set<String>) -> Int {
    deferred.reduce(0) { count, item in
      guard case .firstOf(let paths) = item.source else { return count }
      return count
        + zip(paths, paths.dropFirst()).count { path, next in
          guard path.count > 1, let way = path.names, let name = next.first?.name else {
            return false
          }
          return next.count == 1 && name == way.joined(separator: ".") && !names.contains(name)
        }
    }
  }

  /// For each required property, the members with which its places begin; empty for the root.
  fileprivate var requiredNames: [Set<String>] {
    required.map { firstNames(of: fields[$0].property) }
  }
}
