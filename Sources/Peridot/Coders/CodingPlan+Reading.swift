import Foundation

extension CodingPlan {
  /// One object that a coder reads.
  final class ReadObject {
    let model: Model
    let decoder: any Decoder
    let call: CodingCall
    /// The fields that were found.
    var found: JSONMapping.MarkSet
    /// The object as `classForParsing(_:forKey:)` sees it; nil for a class that chooses no classes.
    var view: (object: JSONObject, members: CoderObject)?
    /// Values that were decoded when the class was chosen.
    let known: [String: Any]
    /// Whether a property's value is simply decoded.
    var isPlain: Bool { view == nil && known.isEmpty && !call.hasPolicy }

    init(
      _ model: Model, _ decoder: any Decoder, _ call: CodingCall, count: Int, known: [String: Any]
    ) {
      self.known = known
      self.model = model
      self.decoder = decoder
      self.call = call
      found = JSONMapping.MarkSet(count: count)
    }
  }

  /// Returns a model of what `decoder` holds, whose members are `members`.
  ///
  /// - Throws: a `DecodingError`.
  func model(
    _ members: DecodedMembers, _ decoder: any Decoder, _ call: CodingCall,
    known: [String: Any] = [:]
  ) throws -> Model {
    do {
      if let mistake = mapping.readingMistake { throw mistake }
      if mapping.prepare != nil { return try preparedModel(members, call) }
      let model = mapping.modelClass.init()
      let object = ReadObject(model, decoder, call, count: fields.count, known: known)
      if mapping.hooks.choosesHeldClasses {
        try CoderObject.view(of: members) { view, decoded in
          object.view = (view, decoded)
          defer { object.view = nil }
          try read(members, object)
        }
      } else {
        try read(members, object)
      }
      try CodingCall.outside { try finish(object) }
      return model
    } catch let error as JSONAdapterError {
      throw CodingFailure.decoding(error, of: mapping.modelClass, decoder.codingPath)
    }
  }

  /// Reads an object that a hook sees first, as a dictionary.
  private func preparedModel(_ members: DecodedMembers, _ call: CodingCall) throws -> Model {
    let values = try UntypedCoding.members(members, named: members.allKeys)
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

  private func read(_ members: DecodedMembers, _ object: ReadObject) throws {
    try read(input, members, object)
    for (field, ways) in alternatives { try read(field, atFirstOf: ways, members, object) }
    for (field, item) in roots {
      do {
        try object.call.under(field.ownPolicy) {
          let opened = OpenedDecoder(decoder: object.decoder, members: members)
          try field.whole?.read(opened, object.model)
        }
        _ = object.found.insert(field.index)
      } catch {
        guard field.mends == .all, !(error is JSONAdapterError) else {
          throw failure(error, nil, field, members.codingPath)
        }
        try read([item], members.allKeys, members, object)
      }
    }
    var items = untyped
    var names = untypedNames
    for (item, first, name) in fallbacks where !object.found.contains(item.field) {
      if let name, try read(fields[item.field], at: name, members, object) { continue }
      guard let first else { continue }
      items.append(item)
      names?.append(first)
    }
    if !items.isEmpty { try read(items, names ?? members.allKeys, members, object) }
    if let mapped = mapping.mapped { try keepExtras(of: mapped, members, object) }
    // The members of an object that a model is spread over are told by the object's own class.
    if !(object.decoder is OpenedDecoder) { try check(input, members) }
  }

  func read(_ node: Node, _ members: DecodedMembers, _ object: ReadObject) throws {
    for member in node.members {
      for field in member.fields { try read(field, at: member.name, members, object) }
      if let child = member.child { try read(child, within: member, members, object) }
    }
  }

  /// Refuses members that no property is mapped to, where the policy does.
  func check(_ node: Node, _ members: DecodedMembers) throws {
    guard let mapped = node.mapped else { return }
    for key in members.allKeys where !mapped.holds(key.stringValue, changedBy: Name.inCamelCase) {
      let error = JSONAdapterError(
        .unknownKey, modelClass: mapping.modelClass,
        path: "$" + JSONKeyPath.step(to: key.stringValue), expected: "a member that is mapped",
        found: Boxed.quoted(key.stringValue))
      throw CodingFailure.decoding(error, members.codingPath)
    }
  }

  // MARK: One member

  /// Reads a property from a member; false when it is absent.
  @discardableResult
  private func read(
    _ field: CodingField, at name: Name, _ members: DecodedMembers, _ object: ReadObject
  ) throws -> Bool {
    if try read(field, at: name.key, members, object) { return true }
    guard let key = name.key(in: members) else { return false }
    // Under its own name it was just found to be null.
    if try key.stringValue == name.key.stringValue || !read(field, at: key, members, object) {
      try readNull(field, Null(key: key, members: members, isEnd: true), object)
    }
    return true
  }

  /// Reads a property from a member; false when it is absent or null.
  @inline(__always)
  func read(
    _ field: CodingField, at key: CodingPlace.MemberKey, _ members: DecodedMembers,
    _ object: ReadObject
  ) throws -> Bool {
    do {
      let isThere =
        object.isPlain && field.ownPolicy == nil
        ? try field.read(members, key, object.model, self)
        : try readHeld(field, key, members, object)
      if isThere { _ = object.found.insert(field.index) }
      return isThere
    } catch {
      try recover(error, field, key, members, object)
      return true
    }
  }

  /// Reads a property whose value may be known, whose models may be of a chosen class, or that has
  /// a policy of its own.
  private func readHeld(
    _ field: CodingField, _ key: CodingPlace.MemberKey, _ members: DecodedMembers,
    _ object: ReadObject
  ) throws -> Bool {
    if !field.isTransformed,
      let known = object.known[key.stringValue] ?? object.view?.members.decoded[key.stringValue],
      field.property.access.setValue(known, of: object.model)
    {
      return true
    }
    return try object.call.under(field.ownPolicy) {
      if object.call.hasPolicy, field.holdsDates {
        guard members.contains(key), try !members.decodeNil(forKey: key) else { return false }
        return try read(field, UntypedCoding.value(of: key, in: members), into: object.model)
      }
      guard let view = object.view?.object, let held = field.heldClass, members.contains(key),
        try !members.decodeNil(forKey: key)
      else { return try field.read(members, key, object.model, self) }
      let chosen = CodingCall.outside {
        mapping.modelClass.classForParsing(view, forKey: field.property.key)
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
      return try field.read(members, key, object.model, self)
    }
  }

  // MARK: By the rules of JSON

  /// Reads a property's value from JSON, by the rules of its policy; false when it counts as
  /// absent.
  ///
  /// - Throws: a `JSONAdapterError`.
  func read(_ field: CodingField, _ value: Any, into model: Model) throws -> Bool {
    return try reading(value) { reader, context in
      try self.mapping.readField(field.index, model, false, &reader, context)
      return !context.skippedNull
    }
  }

  /// Reads properties from the JSON of some members.
  private func read(
    _ items: [JSONMapping.DeferredField], _ names: [CodingPlace.MemberKey],
    _ members: DecodedMembers,
    _ object: ReadObject
  ) throws {
    let values = try UntypedCoding.members(members, named: names)
    // Taken out meanwhile, as code of the user's runs.
    var found = JSONMapping.MarkSet()
    swap(&found, &object.found)
    defer { swap(&found, &object.found) }
    do {
      try reading(values) { reader, context in
        let place = ReadingContext.Place(&reader)
        try self.mapping.readDeferred(
          object.model, false, &found, place, &reader, context, only: items)
        try place.skip(&reader)
      }
    } catch let error as JSONAdapterError {
      let type = items.count == 1 ? fields[items[0].field].valueType : nil
      throw CodingFailure.decoding(error, of: type, members.codingPath)
    }
  }

  private func keepExtras(
    of mapped: JSONMapping.MappedMembers, _ members: DecodedMembers, _ object: ReadObject
  ) throws {
    let known = Set(input.members.filter { $0.child == nil }.map(\.name.key.stringValue))
    let values = try UntypedCoding.members(
      members, named: members.allKeys.filter { !known.contains($0.stringValue) })
    try reading(values) { reader, context in
      try self.mapping.keepExtras(
        of: mapped, in: object.model, isUpdate: false, ReadingContext.Place(&reader), &reader,
        context)
      try reader.skipValue()
    }
  }

  private func reading<Result>(
    _ value: Any, _ body: (inout JSONReader, ReadingContext) throws -> Result
  ) throws -> Result {
    try CodingCall.outside {
      try DocumentReading(input: JSONInput(value: value), plans: mapping.plans)
        .read(report: { _ in }, body)
    }
  }

  // MARK: What goes wrong

  /// Tries the rules of JSON and of the policy on a value that the coder refuses.
  private func recover(
    _ error: any Error, _ field: CodingField, _ key: CodingPlace.MemberKey,
    _ members: DecodedMembers,
    _ object: ReadObject
  ) throws {
    let path = members.codingPath + [key]
    let refusal = error as? DecodingError
    let isOfOtherType = refusal?.isTypeMismatch == true && refusal?.isMade == false
    let mayMend =
      switch field.mends {
      // The class's own validation may make something of it.
      case .nothing: mapping.hooks.validatesKeys && isOfOtherType
      case .otherTypes: isOfOtherType
      case .all: true
      }
    guard mayMend, !(error is JSONAdapterError),
      let value = try? UntypedCoding.value(of: key, in: members)
    else { throw failure(error, nil, field, path) }
    do {
      if try read(field, value, into: object.model) { _ = object.found.insert(field.index) }
    } catch let inner as JSONAdapterError {
      throw failure(error, inner, field, path)
    }
  }

  func failure(
    _ error: any Error, _ inner: JSONAdapterError?, _ field: CodingField,
    _ path: [any CodingKey]
  ) -> any Error {
    if let error = error as? JSONAdapterError {
      return CodingFailure.decoding(error, of: field.valueType, path)
    }
    return CodingFailure.decoding(
      error, inner, modelClass: mapping.modelClass, field.property.key, "\(field.valueType)", path)
  }

  /// Checks for missing keys, validates and calls `didLoad`, when all properties are read.
  private func finish(_ object: ReadObject) throws {
    let model = object.model
    let missing = mapping.required.filter { !object.found.contains($0) }
    if let first = missing.first { throw missingKeys(missing, first, object.decoder.codingPath) }
    if mapping.hooks.validates, let failed = model.validationFailures(mapping.hooks).first {
      throw rejection(failed.error, failed.key, object.decoder.codingPath)
    }
    guard mapping.hooks.loads else { return }
    do {
      try model.didLoad(from: .json)
    } catch {
      throw rejection(error, nil, object.decoder.codingPath)
    }
  }

  private func missingKeys(
    _ missing: [Int], _ first: Int, _ path: [any CodingKey]
  ) -> DecodingError {
    let keys = missing.map { fields[$0].property.key }
    let place = path + places[first].dropLast()
    var error = JSONAdapterError(
      .missingKeys, modelClass: mapping.modelClass,
      path: JSONKeyPath.path(along: path)
        + (missing.count == 1 ? mapping.step(to: fields[first].property) : ""),
      found: keys.map { "\"\($0)\"" }.joined(separator: ", "))
    error.missingKeys = keys
    return .keyNotFound(
      places[first].last ?? CodingPlace.MemberKey(keys[0]),
      .init(codingPath: place, debugDescription: error.description, underlyingError: error))
  }

  private func rejection(
    _ error: any Error, _ key: String?, _ path: [any CodingKey]
  ) -> DecodingError {
    if let error = error as? DecodingError, error.isMade { return error }
    let index = key.flatMap { key in fields.firstIndex { $0.property.key == key } }
    let place = path + (index.map { places[$0] } ?? [])
    var failure =
      error as? JSONAdapterError
      ?? JSONAdapterError(
        .validationFailed, expected: "\(mapping.modelClass)", found: Boxed.words(error: error),
        underlying: error)
    failure.name(mapping.modelClass, key)
    return CodingFailure.decoding(failure, place)
  }
}
