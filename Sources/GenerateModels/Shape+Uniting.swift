extension Shape {
  /// Makes one shape of two, and of what lies below them.
  static func unite(_ first: Shape, _ second: Shape) {
    let first = first.united
    let second = second.united
    if first === second { return }
    second.forward = first
    first.place = first.place ?? second.place
    first.isKnownMap = first.isKnownMap || second.isKnownMap
    first.isNamed = first.isNamed || second.isNamed
    first.count += second.count
    first.bools += second.bools
    first.arrays += second.arrays
    first.texts += second.texts
    first.numbers += second.numbers
    first.objects += second.objects
    first.elementNulls += second.elementNulls
    first.addPart(of: second)
    first.keys.merge(second.keys, uniquingKeysWith: +)
    first.presence.merge(second.presence) {
      Presence(count: $0.count + $1.count, nulls: $0.nulls + $1.nulls)
    }
    // What lies below can lead back here, and unite this shape with another.
    for name in second.names {
      guard let member = second.members[name] else { continue }
      let first = first.united
      if let known = first.members[name] {
        unite(known, member)
      } else {
        first.names.append(name)
        first.members[name] = member
      }
    }
    if let element = second.element {
      let first = first.united
      if let known = first.element { unite(known, element) } else { first.element = element }
    }
  }

  /// Unites shapes of nearly the same members, until no two are left.
  static func uniteAlike(below root: Shape) {
    var isChanged = true
    while isChanged {
      var visit = Visit()
      visit.visit(root)
      isChanged = visit.isChanged
      guard root.configuration.unites else { continue }
      for (index, one) in visit.classes.enumerated() {
        for other in visit.classes[(index + 1)...] {
          let one = one.united
          let other = other.united
          if one !== other, one.isLike(other) {
            unite(one, other)
            isChanged = true
          }
        }
      }
    }
  }

  /// Finds the shapes of classes, and makes one of the values of each dictionary.
  private struct Visit {
    var classes: [Shape] = []
    var isChanged = false
    private var seen: Set<ObjectIdentifier> = []

    mutating func visit(_ shape: Shape) {
      let shape = shape.united
      guard seen.insert(ObjectIdentifier(shape)).inserted else { return }
      if let element = shape.element { visit(element) }
      if shape.objects.isEmpty { return }
      if let part = shape.makePart() { return visit(part) }
      if shape.isMap {
        visitMap(shape)
      } else {
        classes.append(shape)
        for name in shape.names {
          if let member = shape.united.members[name] { visit(member) }
        }
      }
    }

    private mutating func visitMap(_ shape: Shape) {
      // Its values become one shape, which can make it look like a class.
      shape.isKnownMap = true
      guard let name = shape.names.first, let first = shape.member(name) else { return }
      for name in shape.names.dropFirst() {
        guard let other = shape.united.member(name), other !== first.united else { continue }
        unite(first, other)
        isChanged = true
      }
      let value = first.united
      let key = shape.keys.filter { !Shape.isData($0.key) }
        .max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
      if !shape.isNamed, let key {
        shape.isNamed = true
        for name in shape.names { value.keys[name] = nil }
        value.keys[Names.singular(key), default: 0] += shape.objects.count
      }
      visit(value)
    }
  }

  private func isLike(_ other: Shape) -> Bool {
    if let name = place?.className, name == other.place?.className { return true }
    let isApart = [self, other].contains { $0.place?.isApart == true }
    let isNamedApart = [self, other].allSatisfy { $0.place?.className != nil }
    if isApart || isNamedApart && place?.className != other.place?.className { return false }
    let fewer = min(names.count, other.names.count)
    let more = max(names.count, other.names.count)
    if fewer == 0 || fewer * 10 < more * 4 { return false }
    let common = names.filter { other.members[$0] != nil }
    if fewer >= 3, common.count * 10 < more * 4 { return false }
    for name in common {
      guard let mine = member(name)?.kinds, let others = other.member(name)?.kinds else { continue }
      if !mine.isEmpty, !others.isEmpty, mine.isDisjoint(with: others) { return false }
    }
    if common.count < 2, common.count < more { return false }
    let hasSameName = !singularKeys.isDisjoint(with: other.singularKeys)
    if common.count == more { return more >= 3 || hasSameName || parentPath == other.parentPath }
    let all = fewer + more - common.count
    if hasSameName { return common.count >= 2 && common.count * 10 >= all * 4 }
    let isNearlyAll =
      common.count * 10 >= all * 7 || common.count == fewer && common.count * 2 >= all
    return common.count >= 5 && isNearlyAll
  }

  private var parentPath: Substring {
    path.lastIndex(of: ".").map { path[..<$0] } ?? ""
  }
}
