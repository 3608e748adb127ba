/// A property in the order of a class's plan, apart from what has to be retained.
///
/// Values of the plainest kinds go straight between the archive and the object; all else is left to
/// the property's codec.
struct ArchiveField: Sendable {
  let form: FieldForm
  /// The position of its entry in the plan.
  let entry: Int

  /// Writes the fields of `model` from the one at `start` on, and returns the position of the first
  /// that its codec has to write.
  @Sendable
  static func write(
    _ model: AnyObject, _ fields: [ArchiveField], _ start: Int, _ objects: inout ArchiveObjects,
    _ values: inout [Int32]
  ) -> Int {
    let memory = ObjectMemory(model)
    var index = start
    while index < fields.count {
      let reference = fields[index].form.write(from: memory, to: &objects)
      if reference < 0 { break }
      values.append(Int32(truncatingIfNeeded: objects.uid(reference)))
      index += 1
    }
    return index
  }
}

extension FieldForm {
  /// Writes the value and returns its reference; -1 if the codec has to.
  @inline(__always)
  fileprivate func write(from memory: ObjectMemory, to objects: inout ArchiveObjects) -> Int {
    switch kind {
    case .none, .other, .date, .optionalDate, .url, .optionalURL, .bits: return -1
    case .string: return text(memory, &objects)
    case .optionalString:
      // An Optional's text has the layout of the text itself.
      return memory[String?.self, at: offset] == nil ? 0 : text(memory, &objects)
    case .int, .int64: return objects.integer(Int64(memory.load(Int.self, at: offset)))
    case .optionalInt, .optionalInt64:
      return memory.load(Int?.self, at: offset).map { objects.integer(Int64($0)) } ?? 0
    case .bool: return objects.bool(memory.load(Bool.self, at: offset))
    case .optionalBool: return memory.load(Bool?.self, at: offset).map { objects.bool($0) } ?? 0
    case .double: return objects.real(memory.load(Double.self, at: offset))
    case .optionalDouble:
      return memory.load(Double?.self, at: offset).map { objects.real($0) } ?? 0
    }
  }

  @inline(__always)
  private func text(_ memory: ObjectMemory, _ objects: inout ArchiveObjects) -> Int {
    let reference = objects.string(memory[String.self, at: offset])
    // The one text that stands for nil has no reference; its codec knows what to do with it.
    return reference == 0 ? -1 : reference
  }
}
