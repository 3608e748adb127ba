import Peridot

/// What of models a law compares: the properties that it carries, all the way down.
struct Projection {
  let family: ClassFamily
  private(set) var carries: (PropertySpec) -> Bool
  /// The parts of a second of which a date is a whole number; nil for all that it has.
  var parts: Double?
  /// Whether an array that is nil can be empty, because others have elements of it.
  var isOfJSON = false
  /// Whether minus zero comes back as zero, as SQLite has it.
  var foldsZero = false
  /// Whether an Optional with an empty collection comes back as nil.
  var omitsEmpty = false
  /// Whether the presence of members comes back.
  var carriesPresence = false
  /// Whether models in a union are JSON.
  private var hasUnionsAsJSON = false
  /// The same without the presence of members, which the JSON of a union has of its own, and without
  /// values that JSON has in part.
  private var inUnion: Projection {
    var projection = self
    projection.carriesPresence = false
    if hasUnionsAsJSON { projection.carries = { carries($0) && $0.isWholeInJSON } }
    return projection
  }
  /// Whether nil is told where a new object has something else.
  var tellsNil = true

  /// `value` without the properties that are not carried.
  func callAsFunction(_ value: Plain) -> Plain {
    switch value {
    case .model(let model): .model(self(model))
    case .some(let inner): .some(self(inner))
    case .array(let elements): .array(elements.map { self($0) })
    case .set(let elements): .makeSet(elements.map { self($0) })
    case .enumCase(let name, let payload):
      .enumCase(name, payload.map { Plain.Member($0.name, inUnion($0.value)) })
    case .date(let seconds): .date(parts.map { (seconds * $0).rounded() / $0 } ?? seconds)
    case .double(let number) where foldsZero: .double(number + 0)
    case .dictionary(let entries):
      .makeDictionary(entries.map { Plain.Entry($0.key, self($0.value)) })
    default: value
    }
  }

  func callAsFunction(_ model: Plain.ModelValue) -> Plain.ModelValue {
    let properties = Dictionary(
      family.properties(of: model.classID).map { ($0.key, $0) }
    ) { $1 }
    var model = model
    model.members = model.members.compactMap { member in
      guard let property = properties[member.name], carries(property) else { return nil }
      let absent = property.declaredDefault ?? property.initial
      if !tellsNil, property.type.isOptional, absent != .none { return nil }
      if omitsEmpty, absent == .none, member.value.isEmptyCollection {
        return Plain.Member(member.name, .none)
      }
      let isThere =
        isOfJSON && !omitsEmpty && member.value == .none && property.place?.hasEach == true
      var own = self
      if property.transformer == .microseconds, isOfJSON { own.parts = 1e6 }
      return Plain.Member(member.name, isThere ? .array([]) : own(member.value))
    }
    if case .raw(.null)? = model.kept { model.kept = nil }
    if !carriesPresence { model.presence = nil }
    if isOfJSON,
      family.keepsWhatIsOnlyWritten(classID: model.classID)
        || family.hasSeveralAroundRoot(classID: model.classID)
    {
      model.extras = nil
    }
    return model
  }

  /// What JSON carries both ways, exactly. A Double of seconds since 1970 has microseconds.
  static func json(_ family: ClassFamily, _ policy: ConversionPolicy) -> Projection {
    var projection = Projection(family: family) { property in
      guard property.policy.isEmpty, property.storage != .excluded, property.isWholeInJSON else {
        return false
      }
      guard let place = property.place else { return true }
      // What is at the root may read the members of other properties, too.
      if place.form == .root { return false }
      return place.isReadBack
    }
    projection.isOfJSON = true
    projection.omitsEmpty = policy.emptyOnExport == .omit
    projection.tellsNil = policy.nilOnExport != .omitAlways
    if policy.dateStrategy == .secondsSince1970 { projection.parts = 1e6 }
    return projection
  }

  /// What comparison and copies carry.
  static func values(_ family: ClassFamily) -> Projection {
    Projection(family: family) { $0.storage != .excluded }
  }

  /// What records carry.
  static func records(_ family: ClassFamily) -> Projection {
    var projection = Projection(family: family) { property in
      // A record can have the model as JSON, without what is excluded, or transitory in one direction,
      // and in which an object can be a model at the root that was nil.
      guard let place = property.place, property.storage != .excluded else {
        return property.storage != .excluded
      }
      let isWhole = place.isReadBack
      return place.form != .excluded && place.form != .root
        && (isWhole || property.storage == .permanent)
    }
    projection.foldsZero = true
    projection.hasUnionsAsJSON = true
    projection.carriesPresence = true
    return projection
  }

  /// What an archive carries.
  static func archive(_ family: ClassFamily) -> Projection {
    var projection = Projection(family: family) { $0.storage == .permanent }
    projection.carriesPresence = true
    return projection
  }
}

extension Projection {
  /// What an archive of Foundation's carries.
  static func foundationArchive(_ family: ClassFamily) -> Projection {
    var projection = archive(family)
    projection.hasUnionsAsJSON = true
    return projection
  }
}

extension ClassFamily {
  /// Whether the members that a model at the root only writes come back as extras, as nothing reads them.
  fileprivate func keepsWhatIsOnlyWritten(classID: Int) -> Bool {
    properties(of: classID).contains { property in
      guard property.place?.form == .root else { return false }
      return property.type.classIDs.contains { held in
        classes.contains { spec in
          inherits(spec.id, from: held)
            && spec.properties.contains { $0.place.map { $0.isWritten && !$0.isReadBack } ?? false }
        }
      }
    }
  }
}

extension ClassFamily {
  /// Whether several models at the root have a tag around them, of which reading finds one.
  fileprivate func hasSeveralAroundRoot(classID: Int) -> Bool {
    properties(of: classID).count { property in
      property.place?.form == .root
        && property.type.classIDs.contains { held in
          if case .around? = classes[held].cluster?.form { true } else { false }
        }
    } > 1
  }
}

extension PropertySpec {
  /// Whether its transformer writes all of a value.
  fileprivate var isWholeInJSON: Bool {
    switch transformer {
    case .trimmed, .rfc1123Date, .epochSeconds, .epochMilliseconds, .grouped: false
    default: true
    }
  }
}
