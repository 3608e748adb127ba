extension Planner {
  /// An enum with a case for each kind of value; RawJSON if the samples don't tell a case's type.
  mutating func union(of shape: Shape, in owner: String) -> SwiftType {
    let kinds = shape.kinds.sorted()
    guard shape.hasForms() else {
      return SwiftType(name: "RawJSON", note: kinds.map(\.rawValue).joined(separator: " or "))
    }
    if let element = shape.repeated {
      let type = type(of: element, in: owner).asElement
      return SwiftType(name: "OneOrMany<\(type.name)>", initial: ".many([])")
    }
    let cases = kinds.map { kind in
      // A URL or a Date beside other forms says little of what else can come.
      let type = kind == .text ? "String" : type(of: shape, as: kind, in: owner).asElement.name
      let name =
        kind == .array ? "list" : kind == .object && shape.objectPart.isMap ? "map" : kind.rawValue
      return UnionPlan.Case(name: name, type: type)
    }
    let words = cases.map { UnionPlan.word(for: $0.type) }.joined(separator: "Or")
    return SwiftType(name: unionName(words, cases))
  }
}

extension Shape {
  /// Whether the samples tell a Swift type for each kind of value.
  fileprivate func hasForms(depth: Int = 0) -> Bool {
    if place?.type != nil { return true }
    if depth > 8 || kinds.isEmpty { return false }
    if !numbers.isEmpty, NumberText.type(of: numbers) == "RawJSON" { return false }
    if arrays > 0, element?.united.hasForms(depth: depth + 1) != true { return false }
    let object = objectPart
    guard !objects.isEmpty, object.isMap else { return true }
    let value = object.names.first.flatMap(object.member)
    return value?.hasForms(depth: depth + 1) == true
  }

  /// The shape of the values if some samples have one where others have an array of such.
  fileprivate var repeated: Shape? {
    guard let element = element?.united, elementNulls == 0, element.kinds.count == 1,
      kinds == element.kinds.union([.array]), let kind = element.kinds.first
    else { return nil }
    if kind == .object { return objectPart === element ? element : nil }
    let all = Shape(path, configuration)
    (all.bools, all.texts, all.numbers) =
      (bools + element.bools, texts + element.texts, numbers + element.numbers)
    return kind == .array ? nil : all
  }
}
