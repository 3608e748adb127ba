/// The places that properties are written to, as a tree: two that are in each other's way show.
///
/// Two properties may be at one and the same place; they have to agree when they are written.
final class WritingPlaces {
  private typealias Component = JSONKeyPath.Component

  /// The keys of the properties that are written right here.
  private var keys: [String] = []
  private var inner: [(component: Component, place: WritingPlaces)] = []
  private var indexes: [Component: Int] = [:]

  func add(_ key: String, at path: ArraySlice<JSONKeyPath.Component>) {
    guard let component = path.first else {
      if !keys.contains(key) { keys.append(key) }
      return
    }
    if indexes[component] == nil {
      indexes[component] = inner.count
      inner.append((component, WritingPlaces()))
    }
    if let index = indexes[component] { inner[index].place.add(key, at: path.dropFirst()) }
  }

  /// The mistakes of writing a value and what lies in it, or an object and an array, to one place.
  func conflicts(at path: [JSONKeyPath.Component] = []) -> [String] {
    let place = JSONKeyPath.text(of: path)
    if let key = keys.first, let first = inner.first {
      return [
        "\"\(key)\" is written to \(place), and \"\(first.place.anyKey)\" inside it: make one of "
          + "them .readOnly"
      ]
    }
    let members = inner.filter { $0.component.isKey }
    let elements = inner.filter { !$0.component.isKey }
    if let member = members.first, let element = elements.first {
      return [
        "\"\(member.place.anyKey)\" is written to a member of \(place), and "
          + "\"\(element.place.anyKey)\" to an element: make one of them .readOnly"
      ]
    }
    if let each = elements.first(where: { $0.component == .each }) {
      for element in elements where element.component != .each {
        guard let (key, other) = each.place.overlap(with: element.place) else { continue }
        return [
          "\"\(key)\" is written to every element of \(place), and \"\(other)\" to one of them: "
            + "make one of them .readOnly"
        ]
      }
    }
    return inner.flatMap { $0.place.conflicts(at: path + [$0.component]) }
  }

  /// Two keys, of which one is written inside the other's value, were both places one.
  private func overlap(with other: WritingPlaces) -> (String, String)? {
    if !keys.isEmpty && !other.inner.isEmpty || !inner.isEmpty && !other.keys.isEmpty {
      return (anyKey, other.anyKey)
    }
    for (component, place) in inner {
      if let index = other.indexes[component],
        let found = place.overlap(with: other.inner[index].place)
      {
        return found
      }
    }
    return nil
  }

  private var anyKey: String {
    keys.first ?? inner.first?.place.anyKey ?? ""
  }
}

extension JSONKeyPath.Component {
  var isKey: Bool {
    if case .key = self { true } else { false }
  }
}
