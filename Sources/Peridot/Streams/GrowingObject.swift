/// An open object whose model is there already, and grows.
final class GrowingObject {
  let model: Model
  /// Whether the model was there before its text.
  let isUpdate: Bool
  private let mapping: JSONMapping
  let start: TextPlace
  /// The members read so far.
  private var marks: JSONMapping.MarkSet
  /// The marks of the members that an attempt read before it failed.
  private var failed: [Int] = []
  /// The marks of the members that were read last.
  private var latest: [Int] = []
  /// The mark of the member that chose the class.
  private let tag: Int?
  /// Where the values of members begin, if the object can be refused for one of them.
  private(set) var places: [String: TextPlace]?
  private let fields: GrowingFields

  /// A place in the whole text.
  struct TextPlace {
    let offset: Int
    let line: Int
    let column: Int
  }

  init(
    _ model: Model, isUpdate: Bool, _ fields: GrowingFields, tag: String?, at start: TextPlace
  ) {
    self.model = model
    self.isUpdate = isUpdate
    self.fields = fields
    mapping = fields.mapping
    self.start = start
    marks = JSONMapping.MarkSet(count: mapping.markCount)
    places = mapping.hooks.validates ? [:] : nil
    let table = mapping.input.table
    self.tag = tag.flatMap { table.index(of: $0) }.map { FieldForm.mark(ofTag: table.tag(at: $0)) }
  }

  var plans: PolicyPlans { mapping.plans }

  func note(_ place: TextPlace, ofMember name: String) { places?[name] = place }

  /// Traps, as an assignment would, if somebody is in the middle of an access to the model.
  func checkAccess() {
    guard ObjectMemory.mayConflict else { return }
    for variable in ModelSchema.of(mapping.modelClass).variables { variable.checkWrite(to: model) }
  }

  /// How the property in a member grows; nil if it counts as a whole.
  func field(inMember name: String) -> GrowingField? {
    guard let index = mapping.input.table.index(of: name), let field = fields[index] else {
      return nil
    }
    guard isUpdate else { return field }
    // An update keeps what the model has: the mapping finds out by the whole value.
    switch field {
    case .text: return field
    case .model:
      let property = mapping.fields[mapping.input.members[index].fields[0]].property
      return property.storage.isNil(in: model) ? field : nil
    case .elements(let elements): return elements.array?.isEmpty(in: model) == true ? field : nil
    }
  }

  /// Notes that the value of a member grows.
  func begin(member name: String) {
    guard let index = mapping.input.table.index(of: name) else { return }
    _ = marks.insert(mapping.input.members[index].mark)
  }

  /// Stores the model that begins as the value of a member.
  func place(_ nested: Model, inMember name: String) {
    guard let index = mapping.input.table.index(of: name) else { return }
    let property = mapping.fields[mapping.input.members[index].fields[0]].property
    _ = property.access.setValue(nested, of: model)
  }

  /// Reads elements of the collection in a member; returns their number.
  func read(
    _ list: any GrowingElements, inMember name: String, _ reader: inout JSONReader,
    _ context: ReadingContext
  ) throws -> Int {
    guard let index = mapping.input.table.index(of: name) else { return 0 }
    let place = ReadingContext.Place(&reader)
    let field = mapping.input.members[index].fields[0]
    do {
      let count = try list.add(&reader, context)
      if !context.isClean {
        try mapping.settle(0, index: field, at: place, into: model, &reader, in: context)
      }
      return count
    } catch {
      try mapping.handle(
        error, at: place, mapping.fields[field], into: model, isUpdate: isUpdate, &reader,
        in: context)
      return 0
    }
  }

  /// Reads the object at the cursor, which has some of the members. Returns whether it has any that
  /// properties map; nil if one of them was read before, and has to be read once more.
  ///
  /// - Parameter isAgain: Whether the same members were read just before: with a repeated member
  ///   within them, they are read once more.
  func read(
    _ reader: inout JSONReader, isAgain: Bool, _ context: ReadingContext
  ) throws -> Bool? {
    forget(isAgain ? latest : failed)
    if isAgain { for mark in latest { marks.remove(mark) } }
    if fields.skipsNulls { forget(try nulls(&reader)) }
    failed = []
    latest = []
    var met = JSONMapping.MarkSet(count: mapping.markCount)
    if isUpdate {
      _ = context.undo?.willUpdate(model, ModelSchema.of(mapping.modelClass).variables)
      if mapping.runsCode { context.undo?.willRunCode() }
    }
    do {
      try mapping.readMembers(
        of: mapping.input, model, isUpdate: isUpdate, &met, from: &reader, in: context)
    } catch {
      failed = mapping.input.members.map(\.mark).filter { met.contains($0) }
      latest = failed
      throw (error as? ConversionError)?.attributed(to: mapping.modelClass, nil) ?? error
    }
    guard marks.isDisjoint(with: met) else {
      if let tag, met.contains(tag), marks.contains(tag) {
        // The last one would count, and the object has grown as another class.
        throw ConversionError(
          .typeMismatch, at: reader.position, expected: "one member that chooses the class",
          found: "it again, after the object has begun"
        ).attributed(to: mapping.modelClass, nil)
      }
      let members = mapping.input.members.map(\.mark)
      forget(members.filter { marks.contains($0) && met.contains($0) })
      marks.subtract(met)
      context.takeBack(to: (0, 0))
      return nil
    }
    marks.formUnion(met)
    latest = mapping.input.members.map(\.mark).filter { met.contains($0) }
    return !met.isEmpty
  }

  /// The members that are null in the object at the cursor, and had a value before. If null counts as
  /// absent, reading them leaves no mark by which they would be found.
  private func nulls(_ reader: inout JSONReader) throws -> [Int] {
    let place = ReadingContext.Place(&reader)
    defer { place.restore(&reader) }
    var found: [Int] = []
    guard try reader.beginObject() else { return found }
    repeat {
      let name = try reader.readKey()
      let isNull = reader.nextByte() == UInt8(ascii: "n")
      if isNull, let index = mapping.input.table.index(of: name),
        index < mapping.input.members.count
      {
        let mark = mapping.input.members[index].mark
        if marks.contains(mark) { found.append(mark) }
      }
      try reader.skipValue()
    } while try reader.nextMember()
    return found
  }

  /// Gives the properties in repeated members the values that a new object begins with: only the last
  /// member counts.
  private func forget(_ repeated: [Int]) {
    if repeated.isEmpty { return }
    let new = isUpdate ? nil : mapping.modelClass.init()
    for member in mapping.input.members where repeated.contains(member.mark) {
      for field in member.fields + (member.child?.allFields ?? []) {
        if let new { mapping.fields[field].property.access.copy(from: new, to: model) }
        marks.remove(field)
      }
    }
  }

  /// Does what follows the members of the object. The cursor is at an empty one, which stands for it.
  func complete(_ reader: inout JSONReader, _ context: ReadingContext) throws {
    let place = ReadingContext.Place(&reader)
    if isUpdate {
      _ = context.undo?.willUpdate(model, ModelSchema.of(mapping.modelClass).variables)
    }
    do {
      try mapping.complete(
        model, isUpdate: isUpdate, known: nil, &marks, since: 0, at: place, &reader, in: context)
    } catch let error as ConversionError {
      throw error.attributed(to: mapping.modelClass, nil)
    }
    try place.skip(&reader)
  }
}

/// How the properties of a class grow, found at first use.
final class GrowingFields {
  let mapping: JSONMapping
  /// Whether null counts as absent somewhere.
  let skipsNulls: Bool
  private var fields: [Int: GrowingField?] = [:]

  init(_ mapping: JSONMapping) {
    self.mapping = mapping
    skipsNulls =
      mapping.policy.null == .skip || mapping.fields.contains { $0.policy?.null == .skip }
  }

  subscript(member: Int) -> GrowingField? {
    if let known = fields[member] { return known }
    let found = mapping.growing(inMember: member)
    fields[member] = .some(found)
    return found
  }
}

extension JSONMapping {
  /// The name of the only member that chooses the class of an object; nil if the whole object does.
  var tagName: String? {
    guard let clusters, !hooks.asksClass, clusters.levels.count == 1,
      case .inside = clusters.levels[0].cluster.form, clusters.levels[0].path.count == 1,
      !clusters.levels[0].entries.contains(where: \.goesOn)
    else { return nil }
    return clusters.levels[0].path[0]
  }
}
