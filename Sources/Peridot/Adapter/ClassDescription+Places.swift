extension ClassDescription {
  /// What a class has at one place of its JSON.
  // Indirect, or each copy would be written out for each case.
  public indirect enum PlaceContent: Sendable {
    /// A property's value, and the direction in which it goes. Of several places of one value, the
    /// first that is there and not null is read, and only the first, with the number 0, is written.
    case value(of: PropertyDescription, number: Int, JSONKeyPath.Direction)
    /// One of several parts that a property's transformer takes together, and its number.
    case part(of: PropertyDescription, number: Int, JSONKeyPath.Direction)
    /// The tag by which a cluster tells the class of the object.
    case tag(of: ClusterDescription)
    /// The tag by which the cluster of a property tells the class of its models.
    case heldTag(of: PropertyDescription)
  }

  /// The places of the class's properties and tags in its JSON, as a tree.
  ///
  ///     let user = ClassDescription(of: Event.self).places.members.first { $0.name == "user" }
  ///
  /// What a property at the root reads is at the tree's first place. The tree has no properties
  /// outside JSON. It is made each time it is asked for.
  public var places: PlaceTree<PlaceContent> {
    var tree = PlaceTree<PlaceContent>()
    func insertTag(_ content: PlaceContent, _ cluster: ClusterDescription) {
      switch cluster.form {
      case .inside, .beside: tree.insert(content, at: cluster.tagPath.map { .key($0) })
      case .around, .deduced: break
      }
    }
    for cluster in clusters { insertTag(.tag(of: cluster), cluster) }
    for property in properties {
      guard let place = property.place else { continue }
      let direction = place.direction
      switch place.form {
      case .path, .root:
        for path in place.paths {
          tree.insert(.value(of: property, number: 0, direction), at: path)
        }
      case .firstOf(let places):
        for (number, place) in places.enumerated() {
          let own: JSONKeyPath.Direction =
            direction == .both ? number > 0 ? .readOnly : place.direction : direction
          for path in place.paths {
            tree.insert(.value(of: property, number: number, own), at: path)
          }
        }
      case .all(let places):
        for (number, path) in places.flatMap(\.paths).enumerated() {
          tree.insert(.part(of: property, number: number, direction), at: path)
        }
      case .excluded: break
      }
      if let cluster = property.cluster { insertTag(.heldTag(of: property), cluster) }
    }
    return tree
  }
}

extension JSONKeyPath {
  /// The single paths of the place: several for alternatives and for parts, an empty one for the whole
  /// object, and none for an excluded property.
  public var paths: [[Component]] {
    switch form {
    case .path(let steps): [steps]
    case .firstOf(let places), .all(let places): places.flatMap(\.paths)
    case .root: [[]]
    case .excluded: []
    }
  }
}
