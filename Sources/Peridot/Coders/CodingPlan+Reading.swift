import Foundation

extension CodingPlan {
  /// One object that a coder reads.
  final class ReadObject {
    let model: Model
    let decoder: any Decoder
    let members: DecodedMembers
    let call: CodingCall
    /// The view of the object for `classForParsing(_:forKey:)`; nil for a class that chooses no
    /// classes.
    var view: (object: JSONObject, members: CoderObject)?
    /// Values decoded while the class was chosen.
    let known: [String: Any]
    /// Properties that were read from a member that others are also read from.
    var read: Set<Int> = []
    /// The coder's refusals of values that JSON's rules can accept, by property.
    var refusals = [Int: Refusal]()
    /// The error to throw without trying those rules.
    var failure: (any Error)?
    /// The properties with an error that was collected.
    var failed: Set<Int> = []
    /// The marks of members that the mapping met as nulls, for a class that keeps presence.
    var nulls: [Int] = []
    /// Whether the mapping left properties unread because of an error.
    var isCutShort = false
    /// The number of errors before this object's.
    let errorCount: Int
    /// Whether a property's value is simply decoded.
    var isPlain: Bool {
      view == nil && known.isEmpty && !call.hasPolicy && call.collected == nil
    }

    struct Refusal {
      let error: any Error
      let path: [any CodingKey]
    }

    init(
      _ model: Model, _ decoder: any Decoder, _ members: DecodedMembers, _ call: CodingCall,
      known: [String: Any]
    ) {
      self.known = known
      self.model = model
      self.decoder = decoder
      self.members = members
      self.call = call
      errorCount = call.errorCount
    }
  }

  /// Returns a model from `decoder`, whose members are `members`.
  ///
  /// - Throws: a `DecodingError`.
  func model(
    _ members: DecodedMembers, _ decoder: any Decoder, _ call: CodingCall,
    known: [String: Any] = [:]
  ) throws -> Model {
    do {
      if let mistake = mapping.readingMistake { throw mistake }
      if mapping.prepare != nil { return try preparedModel(members, decoder, call) }
      let model = mapping.modelClass.init()
      let object = ReadObject(model, decoder, members, call, known: known)
      var found = JSONMapping.MarkSet(
        count: mapping.markCount, deferredCount: mapping.deferred.count,
        notesHeads: mapping.input.notesHeads)
      if mapping.hooks.choosesHeldClasses {
        try CoderObject.view(of: members) { view, decoded in
          object.view = (view, decoded)
          defer { object.view = nil }
          try read(object, &found)
        }
      } else {
        try read(object, &found)
      }
      if mapping.keepsJSON {
        (model as? any JSONKeeping)?.keptJSON = try RawJSON(value: documentValues(object))
      }
      if mapping.presence != nil {
        mapping.keepPresence(in: model, found, nulls: object.nulls)
      }
      try CodingCall.outside { try finish(object, found) }
      return model
    } catch let error as JSONAdapterError {
      throw CodingFailure.decoding(error, of: mapping.modelClass, decoder.codingPath)
    }
  }

  /// Reads an object as a dictionary, for a hook that comes first.
  private func preparedModel(
    _ members: DecodedMembers, _ decoder: any Decoder, _ call: CodingCall
  ) throws -> Model {
    var values = [String: Any]()
    let keys = keys(of: members, names) { try decoder.singleValueContainer().decode($0) }
    for (name, key) in keys {
      let naming = namings[name] ?? CoderNames.self
      let value: Any = try CodingCall.deeper { try naming.value(of: key, in: members) }
      values[name] = mapped(value, of: name)
    }
    func model<M: JSONSerializing>(_ type: M.Type) throws -> Model {
      try CodingCall.outside {
        try AdapterCall(call.plans).model(type, JSONInput(any: values)) { _ in }.value
      }
    }
    guard let type = mapping.modelClass as? any JSONSerializing.Type else {
      throw JSONAdapterError(
        .noClassFound, modelClass: mapping.modelClass, expected: "a class that is JSONSerializing",
        found: "\(mapping.modelClass)")
    }
    return try model(type)
  }

  private func read(_ object: ReadObject, _ found: inout JSONMapping.MarkSet) throws {
    var left: [Int] = []
    for index in plain.indices {
      var isLeft = false
      for field in plain[index].fields {
        if try !read(field, at: plain[index].name, object, &found) {
          isLeft = true
        } else if plain[index].fields.count > 1 {
          object.read.insert(field.index)
        }
      }
      if isLeft { left.append(index) }
    }
    if left.isEmpty, others?.isEmpty == true, mapping.deferred.isEmpty { return }
    try readByMapping(membersToRead(left, object), object, &found)
  }

  /// Reads a property from a member as a value of its own type; returns false if the mapping has to
  /// read it.
  @inline(__always)
  private func read(
    _ field: CodingField, at name: MemberName, _ object: ReadObject,
    _ found: inout JSONMapping.MarkSet
  ) throws -> Bool {
    if try read(field, name.key, object) != true {
      guard let key = name.key(in: object.members) else { return true }
      if key.stringValue != name.key.stringValue, try read(field, key, object) == true {
        _ = found.insert(field.index)
        return true
      }
      guard field.takesNil, object.refusals[field.index] == nil else { return false }
      field.setNil(object.model)
    }
    _ = found.insert(field.index)
    return true
  }

  /// Reads a property from a member; returns false if that is absent or null, nil if the coder
  /// refuses the value.
  @inline(__always)
  private func read(
    _ field: CodingField, _ key: CodingPlace.MemberKey, _ object: ReadObject
  ) throws -> Bool? {
    do {
      return try decode(field, key: key, object.members, object)
    } catch {
      try refuse(error, field: field, object.members.codingPath + [key], object)
      return object.failed.contains(field.index) ? true : nil
    }
  }

  /// Decodes a property's value as its own type; returns false if the member is absent or null.
  @inline(__always)
  private func decode(
    _ field: CodingField, key: CodingPlace.MemberKey, _ members: DecodedMembers,
    _ object: ReadObject
  ) throws -> Bool {
    object.isPlain && field.ownPolicy == nil
      ? try field.read(members, key, object.model, self)
      : try readHeld(field, key: key, members, object)
  }

  /// Records a coder's refusal, or throws it if the rules of JSON and of the policy can't correct
  /// it.
  private func refuse(
    _ error: any Error, field: CodingField, _ path: [any CodingKey], _ object: ReadObject
  ) throws {
    let refusal = error as? DecodingError
    let isOfOtherType = refusal?.isTypeMismatch == true && refusal?.isMade == false
    let mayMend =
      switch field.mends {
      // The class's own validation can correct it.
      case .nothing: mapping.hooks.overridesKeyValidation && isOfOtherType
      case .otherTypes: isOfOtherType
      case .all: true
      }
    // A model without a class can be left out.
    guard mayMend, (error as? JSONAdapterError).map({ $0.kind == .noClassFound }) ?? true else {
      let errors = (error as? JSONAdapterError)?.errors ?? []
      for error in errors.isEmpty ? [error] : errors as [any Error] {
        try object.call.fail(failure(error, of: field, at: path))
      }
      object.call.omit((error as? JSONAdapterError)?.omittedErrors ?? 0)
      object.failed.insert(field.index)
      return
    }
    object.refusals[field.index] = ReadObject.Refusal(error: error, path: path)
  }

  /// Reads a property whose value can be known, whose models can have a chosen class, or that has
  /// its own policy.
  private func readHeld(
    _ field: CodingField, key: CodingPlace.MemberKey, _ members: DecodedMembers,
    _ object: ReadObject
  ) throws -> Bool {
    if !field.isTransformed,
      let known = object.known[key.stringValue] ?? object.view?.members.decoded[key.stringValue],
      field.property.access.setValue(known, of: object.model)
    {
      return true
    }
    if object.call.collected == nil { return try readUnder(field, key: key, members, object) }
    return try collecting(field, at: members.codingPath + [key], object) {
      try readUnder(field, key: key, members, object)
    }
  }

  /// Calls `body`, which reads a property, and collects the errors within its models unless a rule
  /// or the class can mend them.
  private func collecting(
    _ field: CodingField, at path: [any CodingKey], _ object: ReadObject, _ body: () throws -> Bool
  ) throws -> Bool {
    let isOpen =
      field.heldClass != nil && field.mends == .nothing && !mapping.hooks.overridesKeyValidation
    return try object.call.collecting(
      in: field.property, of: mapping.modelClass, at: path, isOpen: isOpen, body)
  }

  private func readUnder(
    _ field: CodingField, key: CodingPlace.MemberKey, _ members: DecodedMembers,
    _ object: ReadObject
  ) throws -> Bool {
    try object.call.under(field.ownPolicy) {
      if object.call.hasPolicy, field.holdsDates {
        guard members.contains(key), try !members.decodeNil(forKey: key) else { return false }
        return try read(field, field.naming.value(of: key, in: members), into: object.model)
      }
      guard let view = object.view?.object, let held = field.heldClass, members.contains(key),
        try !members.decodeNil(forKey: key)
      else { return try field.read(members, key, object.model, self) }
      let chosen = try CodingCall.outside {
        guard let table = mapping.heldClusters[field.property.key] else {
          return mapping.modelClass.classForParsing(view, forKey: field.property.key)
        }
        return try mapping.heldClass(table, field.property, in: view) {
          JSONAdapterError(
            .noClassFound, modelClass: mapping.modelClass, propertyKey: field.property.key,
            expected: "\(held)", found: $0)
        }
      }
      if let chosen, !isSubclass(chosen, of: held) {
        throw JSONAdapterError(
          .noClassFound, modelClass: mapping.modelClass, propertyKey: field.property.key,
          expected: "\(held)",
          found: "\(mapping.modelClass).classForParsing(_:forKey:) gave \(chosen), which is not a "
            + "subclass of \(held)")
      }
      object.call.chosenClass = chosen
      defer { object.call.chosenClass = nil }
      let isRead = try field.read(members, key, object.model, self)
      if let table = mapping.heldClusters[field.property.key] {
        mapping.keepTag(table, of: field.property, in: object.model, view)
      }
      return isRead
    }
  }

  // MARK: JSON's rules

  /// The members for the mapping, under its own names.
  ///
  /// - Parameter left: The plain members among them.
  private func membersToRead(_ left: [Int], _ object: ReadObject) -> [String: Any] {
    let members = object.members
    var found = [String: Any]()
    for name in left.map({ plain[$0].name }) + (others ?? []) {
      guard let key = name.key(in: members) else { continue }
      let name = name.key.stringValue
      found[name] = CodedMember(members, key, in: name, by: self, of: object)
    }
    guard others == nil else { return found }
    let done = Set(plain.lazy.compactMap { $0.name.key(in: members)?.stringValue })
    let keys = keys(of: members, names) { try object.decoder.singleValueContainer().decode($0) }
    for (name, key) in keys where found[name] == nil && !done.contains(key.stringValue) {
      found[name] = CodedMember(members, key, in: name, by: self, of: object)
    }
    return found
  }

  /// The keys of an object by the names of the mapping, and other members' by those in the
  /// document.
  ///
  /// - Parameter decode: Decodes the object as a dictionary.
  func keys(
    of members: DecodedMembers, _ names: MemberName.Table,
    _ decode: ([String: MemberName.SkippedValue].Type) throws -> [String: MemberName.SkippedValue]
  ) -> [(name: String, key: CodingPlace.MemberKey)] {
    let keptNames = mapping.keeping == nil ? [:] : MemberName.inDocument(members, decode)
    let tables = [names] + classesAtRoot.map { NamesWithin.names(of: $0).table }
    return members.allKeys.map { key in
      let text = key.stringValue
      if tables.contains(where: { $0.names.contains(text) }) { return (text, key) }
      let name = tables.lazy.compactMap { $0.byForm[text] }.first {
        !members.contains(CodingPlace.MemberKey($0))
      }
      return (name ?? keptNames[text] ?? text, key)
    }
  }

  /// The values of all members, under their names in the document.
  private func documentValues(_ object: ReadObject) throws -> [String: Any] {
    let members = object.members
    let names = MemberName.inDocument(members) {
      try object.decoder.singleValueContainer().decode($0)
    }
    let values = try UntypedCoding<DataNames>.members(members, named: members.allKeys)
    return Dictionary(values.map { (names[$0] ?? $0, $1) }) { first, _ in first }
  }

  /// Returns the value of a member of the object, with the mapping's names where it looks into it.
  private func mapped(_ value: Any, of name: String) -> Any {
    CodedMembers.inCoderNames(names(within: name)?.found(in: value, .reading) ?? value)
  }

  /// Returns a property's JSON with the names in the document.
  private func restored(_ value: Any, of field: CodingField) -> Any {
    if field.naming == DataNames.self { return value }
    return NamesWithin.restored(value, of: field.property)
  }

  /// Reads everything that is not simply decoded by the mapping: an object in memory, whose members
  /// are decoded when the mapping reaches them.
  private func readByMapping(
    _ members: [String: Any], _ object: ReadObject, _ found: inout JSONMapping.MarkSet
  ) throws {
    let isSpread = object.decoder is OpenedDecoder
    var isRead = false
    do {
      let input = JSONInput(unread: CodedObject(members, object))
      try CodingCall.outside {
        try DocumentReading(input: input, plans: mapping.plans).read(report: { _ in }) {
          reader, context in
          context.readUnread = { try self.read($0, $1, object) }
          // If a model is spread over an object, that object's own class knows its members.
          if isSpread { context.spreadDepth = reader.depth + 1 }
          if let view = object.view {
            context.holder = ChosenClassField.HolderObject(
              self.mapping, object.model, isUpdate: false, at: reader.position, in: context,
              view: view.object)
          }
          try self.mapping.readProperties(
            object.model, isUpdate: false, &found, at: ReadingContext.Place(&reader), from: &reader,
            in: context)
          object.nulls += context.takeNulls(of: object.model)
          isRead = true
        }
      }
    } catch {
      object.isCutShort = !isRead
      guard object.failure == nil, let error = error as? JSONAdapterError else {
        return try object.call.fail(object.failure ?? error)
      }
      for error in error.errors.isEmpty ? [error] : error.errors {
        try object.call.fail(failure(error, object))
      }
      object.call.omit(error.omittedErrors)
      return
    }
    if let failure = object.failure { try object.call.fail(failure) }
  }

  /// Reads a property from a member that the mapping has reached, as a value of its own type.
  /// Returns the value to read by JSON's rules instead; nil if the property was read.
  private func read(
    _ index: Int, _ value: any UnreadValue, _ object: ReadObject
  ) throws -> Any? {
    let field = fields[index]
    if object.read.contains(index) { return nil }
    // A union can have it as a value, which the coder decodes.
    if mapping.presence != nil, value.isNull { object.nulls.append(index) }
    do {
      if object.refusals[index] == nil, try read(field, value, object) { return nil }
      let json = (value as? CodedMember)?.value(field.naming) ?? value.value()
      if let failure = object.failure { throw failure }
      return restored(json, of: field)
    } catch {
      object.failure = error
      throw error
    }
  }

  private func read(
    _ field: CodingField, _ value: any UnreadValue, _ object: ReadObject
  ) throws -> Bool {
    var path = object.members.codingPath
    do {
      return try object.call.inside {
        guard let member = value as? CodedMember else {
          guard let whole = field.whole else { return false }
          return try collecting(field, at: path, object) {
            try object.call.under(field.ownPolicy) {
              try whole.read(
                OpenedDecoder(decoder: object.decoder, members: object.members), object.model)
              return true
            }
          }
        }
        path = member.members.codingPath + [member.key]
        if try decode(field, key: member.key, member.members, object) { return true }
        guard !field.takesNil, let readEmpty = field.readEmpty else { return false }
        return
          (try? object.call.trying {
            try object.call.under(field.ownPolicy) {
              try readEmpty(member.members, member.key, object.model)
            }
          }) != nil
      }
    } catch {
      try refuse(error, field: field, path, object)
      return object.failed.contains(field.index)
    }
  }

  /// Reads a property's value from JSON by its policy; returns false if it counts as absent.
  ///
  /// - Throws: a `JSONAdapterError`.
  func read(_ field: CodingField, _ value: Any, into model: Model) throws -> Bool {
    let value = restored(value, of: field)
    return try CodingCall.outside {
      try DocumentReading(input: JSONInput(value: value), plans: mapping.plans).read(
        report: { _ in }
      ) { reader, context in
        try self.mapping.readField(
          field.index, into: model, isUpdate: false, from: &reader, in: context)
        return !context.skippedNull
      }
    }
  }

  // MARK: Errors

  /// The error for a refusal by JSON's rules, with the coder's own refusal, if that came first.
  private func failure(_ error: JSONAdapterError, _ object: ReadObject) -> any Error {
    let outer = object.members.codingPath
    guard error.modelClass == mapping.modelClass,
      let field = fields.first(where: { $0.property.key == error.propertyKey })
    else { return CodingFailure.decoding(error, outer) }
    guard let refusal = object.refusals[field.index] else {
      // A value of another kind on the path to the property is refused in the coder's way.
      let type = error.expected == "object" ? [String: Any].self : field.valueType
      return CodingFailure.decoding(error, of: type, outer)
    }
    // The mapping's names can differ from the coder's.
    let (own, keys) = (
      refusal.path.dropFirst(outer.count), error.pathComponents.codingKeys
    )
    let isWithin =
      own.count <= keys.count
      && zip(own, keys).allSatisfy { own, key in
        own.stringValue == key.stringValue || allNames.byForm[own.stringValue] == key.stringValue
      }
    guard isWithin else { return failure(refusal.error, within: error, of: field, at: outer) }
    var inner = error
    inner.documentPath = .steps(Array(error.pathComponents.dropFirst(own.count)))
    return failure(refusal.error, within: inner, of: field, at: refusal.path)
  }

  func failure(
    _ error: any Error, within inner: JSONAdapterError? = nil, of field: CodingField,
    at path: [any CodingKey]
  ) -> any Error {
    let failure: any Error =
      if let error = error as? JSONAdapterError {
        CodingFailure.decoding(error, of: field.valueType, path)
      } else {
        CodingFailure.decoding(
          error, inner: inner, modelClass: mapping.modelClass, key: field.property.key,
          "\(field.valueType)",
          path)
      }
    guard field.property.isSecret else { return failure }
    // The mapping's error has the rest of the property's path, if `path` is that of the object.
    let rest = inner?.pathComponents.count ?? 0
    return CodingFailure.hiding(failure, within: path.count + rest)
  }

  /// Checks for missing keys, validates and calls `didLoad`, after all properties were read.
  private func finish(
    _ object: ReadObject, _ found: borrowing JSONMapping.MarkSet
  ) throws {
    let model = object.model
    var missing: [Int] = []
    for field in mapping.required where !found.contains(field) {
      missing.append(field)
    }
    if let first = missing.first, !object.isCutShort {
      try object.call.fail(missingKeys(missing, first, object.decoder.codingPath))
    }
    mapping.setDefaults(of: model, found)
    if mapping.hooks.validates {
      for failed in model.validationFailures(
        mapping.hooks, findsAll: object.call.collected != nil)
      {
        if let key = failed.key, let index = fields.firstIndex(where: { $0.property.key == key }),
          missing.contains(index) || hasError(index, object)
        {
          continue
        }
        try object.call.fail(rejection(failed.error, failed.key, object))
      }
    }
    guard mapping.hooks.loads else { return }
    do {
      try model.didLoad(from: .json)
    } catch {
      throw rejection(error, nil, object)
    }
  }

  /// Whether an error of a property, or of a value on its path, was collected.
  private func hasError(_ index: Int, _ object: ReadObject) -> Bool {
    guard object.call.errorCount > object.errorCount else { return false }
    let steps =
      mapping.folding == nil
      ? places[index] : found(fields[index].property, in: object.members).codingKeys
    let place = object.decoder.codingPath + steps
    return object.failed.contains(index)
      || object.call.hasError(since: object.errorCount, at: place.components)
  }

  private func missingKeys(
    _ missing: [Int], _ first: Int, _ path: [any CodingKey]
  ) -> DecodingError {
    let keys = missing.map { fields[$0].property.key }
    let place = path + places[first].dropLast()
    var error = JSONAdapterError(
      .missingKeys, modelClass: mapping.modelClass,
      path: .steps(
        path.components + (missing.count == 1 ? mapping.step(to: fields[first].property) : [])),
      found: .keys(keys))
    error.missingKeys = keys
    if keys.count == 1 { error.propertyKey = keys[0] }
    return .keyNotFound(
      places[first].last ?? CodingPlace.MemberKey(keys[0]),
      .init(codingPath: place, debugDescription: error.description, underlyingError: error))
  }

  private func rejection(
    _ error: any Error, _ key: String?, _ object: ReadObject
  ) -> DecodingError {
    if let error = error as? DecodingError, error.isMade { return error }
    let index = key.flatMap { key in fields.firstIndex { $0.property.key == key } }
    let place =
      object.decoder.codingPath
      + (index.map { found(fields[$0].property, in: object.members).codingKeys } ?? [])
    let limited = (error as? ModelError).flatMap { $0.limit == nil ? nil : $0 }
    var failure =
      error as? JSONAdapterError
      ?? JSONAdapterError(
        .validationFailed, expected: limited?.limit?.phrase ?? "\(mapping.modelClass)",
        found: limited?.foundPhrase ?? error.phrase, underlying: error)
    failure.name(mapping.modelClass, key)
    return CodingFailure.decoding(failure, place)
  }

  /// The steps to the value that a property was read from: of alternatives, to the one that is
  /// there, and by the name that it has there.
  private func found(
    _ property: Property, in members: DecodedMembers
  ) -> [JSONKeyPath.Component] {
    guard let path = JSONKeyPaths.of(mapping.modelClass).path(of: property) else { return [] }
    let paths = if case .firstOf(let paths) = path.form { paths.read } else { [path] }
    let found = CoderObject.view(of: members) { object, _ -> [JSONKeyPath.Component]? in
      func isThere(_ path: JSONKeyPath) -> Bool {
        object.value(at: path).map { !isNullObject($0) } == true
      }
      for path in paths {
        if isThere(path) { return path.components }
        if let path = folded(path, in: object), isThere(path) { return path.components }
      }
      return nil
    }
    // The values of several elements have the array's place.
    return found.map { $0.prefix { $0 != .each } }.map(Array.init) ?? mapping.step(to: property)
  }

  /// The path with the name in another case that counts in the object; nil for none.
  private func folded(_ path: JSONKeyPath, in object: JSONObject) -> JSONKeyPath? {
    guard let folding = mapping.folding, let name = folding.name(atEndOf: path.components),
      let inner = object.object(at: folding.prefix.compactMap(\.name)[...]),
      let last = inner.keys.filter({ folding.name(for: $0) == name }).orderedByName({ $0 }).last
    else { return nil }
    return JSONKeyPath(.path(folding.prefix + [.key(last)]))
  }
}
