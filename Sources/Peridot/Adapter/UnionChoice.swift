import Foundation

/// How the case of a union is chosen for a JSON value: by its kind, and by the members of an object.
final class UnionChoice: Sendable {
  enum Result {
    case null(Int)
    case one(Int)
    /// Cases for a text, a number or a Boolean, of which the first that takes it counts.
    case several([Int])
    case none
  }

  private let forms: UnionForms
  /// They own this.
  private unowned let plans: PolicyPlans
  private let byKind: [(kind: UnionForms.Kinds, cases: [Int])]
  private let members = OnceReference<Members>()

  /// The members of the cases' classes; found at first use, because a class can lead back to the
  /// union.
  private final class Members: Sendable {
    let names: [Int: Set<String>]
    let required: [Int: Set<String>]

    init(_ names: [Int: Set<String>], _ required: [Int: Set<String>]) {
      self.names = names
      self.required = required
    }
  }

  /// How well a class fits an object; the greatest wins.
  private struct Rank: Comparable {
    let isComplete: Bool
    let known: Int
    let absent: Int

    static func < (one: Rank, other: Rank) -> Bool {
      if one.isComplete != other.isComplete { return other.isComplete }
      if one.known != other.known { return one.known < other.known }
      return one.absent > other.absent
    }
  }

  init(_ forms: UnionForms, _ plans: PolicyPlans) {
    self.forms = forms
    self.plans = plans
    byKind = [.object, .array, .string, .number, .bool].map { (kind: UnionForms.Kinds) in
      (kind, forms.forms.indices.filter { forms.forms[$0]?.kinds.contains(kind) ?? false })
    }
  }

  deinit {
    // Sound: nobody reads it any more.
    unsafe members.letGo()
  }

  private func cases(_ kind: UnionForms.Kinds) -> [Int] {
    byKind.first { $0.kind == kind }?.cases ?? []
  }

  /// Returns the cases that can take the value at the cursor, which stays there.
  func first(_ reader: inout JSONReader, _ context: ReadingContext) throws -> Result {
    let kind = try reader.peekKind()
    if kind == .null { return forms.null.map { .null($0) } ?? .none }
    guard let kind = UnionForms.Kinds(kind) else { return .none }
    let cases = cases(kind)
    guard let only = cases.first else { return .none }
    if cases.count == 1 { return .one(only) }
    switch kind {
    case .object: return .one(try best(of: cases, &reader, context))
    case .array: return .one(try byElement(of: cases, &reader))
    default: return .several(cases)
    }
  }

  // MARK: - Objects

  private func best(
    of cases: [Int], _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> Int {
    let names = try names(&reader, context)
    let members = try knownMembers()
    let models = cases.filter { forms.forms[$0]?.model != nil }
    let others = cases.filter { forms.forms[$0]?.model == nil }
    var best: (index: Int, rank: Rank)?
    for index in models {
      let rank = rank(of: index, names, members)
      if best.map({ $0.rank < rank }) ?? true { best = (index, rank) }
    }
    guard let best else { return others[0] }
    guard let other = others.first else { return best.index }
    return best.rank.isComplete && (best.rank.known > 0 || names.isEmpty) ? best.index : other
  }

  private func rank(of index: Int, _ names: Set<String>, _ members: Members) -> Rank {
    let own = members.names[index] ?? []
    let known = own.intersection(names).count
    return Rank(
      isComplete: members.required[index]?.isSubset(of: names) ?? true, known: known,
      absent: own.count - known)
  }

  /// Whether the object at the cursor can be an update of a case's value: unless another class knows
  /// more of its members.
  func stays(_ index: Int, _ reader: inout JSONReader, _ context: ReadingContext) throws -> Bool {
    let cases = cases(.object)
    if cases.count == 1 { return true }
    guard forms.forms[index]?.model != nil else {
      return try best(of: cases, &reader, context) == index
    }
    let names = try names(&reader, context)
    let members = try knownMembers()
    func known(_ index: Int) -> Int { members.names[index]?.intersection(names).count ?? 0 }
    let own = known(index)
    return !cases.contains { $0 != index && known($0) > own }
  }

  /// The names of the members of the object at the cursor.
  ///
  /// Unions within unions would pass the innermost values once for each of them. So below some levels,
  /// the first pass notes where all containers end.
  private func names(
    _ reader: inout JSONReader, _ context: ReadingContext
  ) throws -> Set<String> {
    let place = ReadingContext.Place(&reader)
    defer { place.restore(&reader) }
    var names: Set<String> = []
    let notesEnds = place.depth > 8 && !reader.readsValues
    if notesEnds, context.ends[place.position] == nil {
      try noteEnds(&reader, context)
      place.restore(&reader)
    }
    guard try reader.beginObject() else { return names }
    repeat {
      names.insert(try reader.readKey())
      let start = ReadingContext.Place(&reader).position
      if notesEnds, let end = context.ends[start] {
        reader.position = end
      } else {
        try reader.skipValue()
      }
    } while try reader.nextMember()
    return names
  }

  /// Passes the value at the cursor, and notes where it and each container within it ends.
  private func noteEnds(_ reader: inout JSONReader, _ context: ReadingContext) throws {
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
        context.ends[start] = reader.position
        open.removeLast()
      case .array:
        open.append((start, false))
        if try reader.beginArray() { continue }
        context.ends[start] = reader.position
        open.removeLast()
      case .null, .bool, .number, .string, .live: try reader.skipValue()
      }
      while try !beginNext() {
        guard let last = open.popLast() else { return }
        context.ends[last.start] = reader.position
      }
    } while true
  }

  private func knownMembers() throws -> Members {
    if let members = members.object { return members }
    var (names, required): ([Int: Set<String>], [Int: Set<String>]) = ([:], [:])
    for (index, form) in forms.forms.enumerated() {
      guard let model = form?.model else { continue }
      names[index] = Set(try plans.plan(of: model).input.table.names)
      required[index] = Set(
        ClassDescription(of: model).properties.compactMap { property in
          guard property.isRequired, case .key(let name)? = property.place?.components.first
          else { return nil }
          return name
        })
    }
    for (index, own) in names {
      for (other, others) in names
      where other < index && others == own && required[other] == required[index] {
        throw JSONAdapterError(
          .invalidMapping,
          found: "\n- case \(forms.forms[index]?.name ?? "") is never read: its class has the "
            + "members of case \(forms.forms[other]?.name ?? "")'s")
      }
    }
    return members.store(Members(names, required))
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
    if reader.readsValues {
      switch reader.value(at: reader.position) {
      case .double, .float: return false
      default: return true
      }
    }
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
