import Foundation

extension JSONAdapter {
  /// The differences between a class and a document; see
  /// ``JSONAdapter/compare(_:with:)-(_,JSONReadable)``.
  public struct Comparison: Sendable {
    /// A member that no property reads, and a property that no member feeds, whose names look alike.
    public struct Lookalike: Sendable, Hashable {
      /// The member's path in the document.
      public let member: String
      /// The property, with its class: `User.createdAt`.
      public let property: String
    }

    /// The paths of the members that no property reads.
    public internal(set) var unreadMembers: [String] = []
    /// The properties that no member feeds, with their classes: `User.createdAt`.
    public internal(set) var unfedProperties: [String] = []
    /// The pairs of both that were probably meant for each other.
    public internal(set) var lookalikes: [Lookalike] = []
    /// The values that their properties refuse, and missing required members, each with its advice.
    public internal(set) var mismatches: [JSONAdapterError] = []
    /// The members that no property reads, for finding lookalikes.
    var members: [Member] = []

    /// Whether each member has a property, each property a member, and each value is accepted.
    public var isEmpty: Bool {
      unreadMembers.isEmpty && unfedProperties.isEmpty && mismatches.isEmpty
    }
  }

  /// Compares a class with a document that it is to read: what no property reads, what no member
  /// feeds, which names look alike, and which values are refused.
  ///
  ///     print(JSONAdapter.compare(User.self, with: data))
  ///
  /// An array is compared element by element. The document is read once, under the class's policy, so
  /// hooks of the class run.
  public static func compare<M: JSONSerializing>(
    _ type: M.Type, with json: some JSONReadable
  ) -> Comparison {
    do {
      return compare(type, try json.jsonInput)
    } catch {
      return Comparison(mismatch: error)
    }
  }

  /// Compares a class with any value that JSONSerialization returns.
  @_disfavoredOverload
  public static func compare<M: JSONSerializing>(
    _ type: M.Type, with object: Any
  ) -> Comparison {
    compare(type, JSONInput(any: object))
  }

  private static func compare<M: JSONSerializing>(_ type: M.Type, _ input: JSONInput) -> Comparison
  {
    let policy = PolicyPlans.of(nil, for: M.self).policy.rules.with {
      $0.collectsErrors = true
      $0.maximumErrors = 1000
      $0.unknownKeys = .fail
    }
    let plans = PolicyPlans.of(policy)
    var comparison = Comparison()
    var value: Any?
    do {
      let reading = DocumentReading(input: input, plans: plans)
      let whole: Any = try reading.read(
        report: { _ in }, { try $0.readAnyValue($1, isInner: true) })
      value = whole
      let call = AdapterCall(plans)
      if value is [Any] {
        _ = try call.models(type, input) { _ in }
      } else {
        _ = try call.model(type, input) { _ in }
      }
    } catch {
      comparison = Comparison(mismatch: error)
    }
    var walk = Comparison.Walk()
    walk.visit(type, Comparison.Walk.objects(in: value ?? [Any]()))
    comparison.unfedProperties = walk.unfed.map { "\($0.type).\($0.key)" }
    comparison.findLookalikes(walk.unfed)
    return comparison
  }
}

extension JSONAdapter.Comparison {
  fileprivate init(mismatch error: any Error) {
    guard let error = error as? JSONAdapterError else {
      mismatches = [JSONAdapterError(.transformFailed, found: error.phrase, underlying: error)]
      return
    }
    let all = error.kind == .multiple ? error.errors : [error]
    unreadMembers = all.filter { $0.kind == .unknownKey }.map(\.path)
    mismatches = all.filter { $0.kind != .unknownKey }
    members = all.compactMap { error in
      guard error.kind == .unknownKey, let type = error.modelClass,
        case .key(let name)? = error.pathComponents.last
      else { return nil }
      return Member(path: error.path, name: name, type: type)
    }
  }

  /// A member that no property reads, and the class of its object.
  struct Member: Sendable {
    let path: String
    let name: String
    let type: Model.Type
  }

  fileprivate mutating func findLookalikes(_ unfed: [(type: Model.Type, key: String)]) {
    var met: Set<Lookalike> = []
    for member in members {
      let keys = unfed.filter { $0.type == member.type }.map(\.key)
      guard let near = Spelling.nearest(to: member.name, among: keys) else { continue }
      let pair = Lookalike(member: member.path, property: "\(member.type).\(near)")
      if met.insert(pair).inserted { lookalikes.append(pair) }
    }
  }

  /// Goes through the objects of each class, and finds the properties that none of them feeds.
  fileprivate struct Walk {
    private(set) var unfed: [(type: Model.Type, key: String)] = []
    private var visited: Set<ObjectIdentifier> = []

    /// - Parameter name: The property that the objects' names feed.
    mutating func visit(_ type: Model.Type, _ objects: [[String: Any]], named name: String? = nil) {
      guard !objects.isEmpty, visited.insert(ObjectIdentifier(type)).inserted else { return }
      let folded = JSONKeyPaths.of(type).foldedNames(of: ModelSchema.draft(of: type).properties)
      let views = objects.map { object in
        let named = object.map { (folded[JSONKeyTable.Name(folding: $0)] ?? $0, $1) }
        return JSONObject(live: Dictionary(named) { first, _ in first })
      }
      for property in ClassDescription(of: type).properties {
        guard let place = property.place, place.direction != .writeOnly, place.form != .root,
          property.key != name
        else { continue }
        let values = views.compactMap { $0.value(at: place) }
        if values.isEmpty {
          unfed.append((type, property.key))
        } else if let inner = TypeShape.ModelClassFinder.modelClass(in: property.valueType) {
          let isTable = property.keyedBy != nil || "\(property.valueType)".contains("Dictionary<")
          visit(
            inner, values.flatMap { Self.objects(in: $0, isTable: isTable) },
            named: property.keyedBy)
        }
      }
    }

    /// The objects in a value: the members of a table, the elements of an array.
    static func objects(in value: Any, isTable: Bool = false) -> [[String: Any]] {
      if let object = value as? [String: Any] {
        return isTable ? object.values.flatMap { objects(in: $0) } : [object]
      }
      return (value as? [Any])?.flatMap { objects(in: $0, isTable: isTable) } ?? []
    }
  }
}

extension JSONAdapter.Comparison: CustomStringConvertible {
  public var description: String {
    if isEmpty { return "The document fits the class." }
    var lines: [String] = []
    if !unreadMembers.isEmpty {
      lines.append("No property reads \(unreadMembers.joined(separator: ", ")).")
    }
    if !unfedProperties.isEmpty {
      lines.append("No member feeds \(unfedProperties.joined(separator: ", ")).")
    }
    for pair in lookalikes {
      lines.append("\(pair.member) looks like \(pair.property): map it, or set a key style.")
    }
    return (lines + mismatches.map(\.description)).joined(separator: "\n")
  }
}
