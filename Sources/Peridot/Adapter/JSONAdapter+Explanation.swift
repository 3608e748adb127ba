extension JSONAdapter {
  /// Explains how a class is read and written, as a table for people: for each property its place,
  /// and the road that its value takes.
  ///
  ///     print(try JSONAdapter.explain(Issue.self))
  ///
  /// *In place* is the fastest road: one loop moves the value between the text and the object. On
  /// the others a codec, a nested class's plan, an accessor or a second pass does. The text is not
  /// for programs; it can change with each version.
  ///
  /// - Throws: a ``JSONAdapterError`` of kind `.invalidMapping` if the class can't be used at all.
  public static func explain<M: JSONSerializing>(
    _ type: M.Type, policy: ConversionPolicy? = nil
  ) throws -> String {
    try PolicyPlans.of(policy, for: type).plan(of: type).explanation
  }

  /// Explains how a class is read and written; see ``JSONAdapter/explain(_:policy:)``.
  public func explain<M: JSONSerializing>(_ type: M.Type) throws -> String {
    try plans(for: type).plan(of: type).explanation
  }
}

extension JSONMapping {
  fileprivate var explanation: String {
    let paths = JSONKeyPaths.of(modelClass)
    var rows = [["place", "property", "is read", "is written"]]
    for (index, field) in fields.enumerated() where !field.isTag {
      let place = paths.path(of: field.property)
      rows.append([
        place?.description ?? "", field.property.key,
        reading(of: index), writing(of: index, to: place),
      ])
    }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    let lines = rows.map { row in
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      return "| " + cells.joined(separator: " | ") + " |"
    }
    let rule = "|" + widths.map { String(repeating: "-", count: $0 + 2) + "|" }.joined()
    let sentences = [
      "\(modelClass)",
      "is read " + Self.words(readingNeeds.words, mistake: readingMistake),
      "is written " + Self.words(writingNeeds.words, mistake: writingMistake),
    ]
    return (sentences + [lines[0], rule] + lines.dropFirst()).joined(separator: "\n")
  }

  private static func words(_ needs: [String], mistake: JSONAdapterError?) -> String {
    if let mistake { return "not at all: \(mistake)" }
    return needs.isEmpty
      ? "straight" : "with more than its members: " + needs.joined(separator: ", ")
  }

  private func reading(of index: Int) -> String {
    let field = fields[index]
    guard areRead[index] else { return "never" }
    if deferred.contains(where: { $0.field == index }) { return "after the other members" }
    return road(of: field, form: field.form)
  }

  private func writing(of index: Int, to place: JSONKeyPath?) -> String {
    let field = fields[index]
    if place?.direction == .readOnly { return "never" }
    if assembled.contains(where: { $0.field == index }) { return "after being assembled" }
    return road(of: field, form: field.writingForm)
  }

  private func road(of field: any JSONField, form: FieldForm) -> String {
    let access = field.property.access
    var road = "by a codec"
    if form.isBoxed { road = "in place" }
    if field.memberCodec?.nestedPlan != nil { road = "by its class's plan" }
    if access.runsCode { road = "by accessors" }
    if field.policy != nil { road += ", under a policy of its own" }
    return road
  }
}

extension JSONMapping {
  /// Work beyond the loop over an object's members; straight is empty.
  struct Needs: OptionSet {
    let rawValue: UInt32

    static let prepare = Needs(rawValue: 1 << 0)
    static let heldClasses = Needs(rawValue: 1 << 1)
    static let code = Needs(rawValue: 1 << 2)
    static let deferred = Needs(rawValue: 1 << 3)
    static let required = Needs(rawValue: 1 << 4)
    static let reported = Needs(rawValue: 1 << 5)
    static let defaults = Needs(rawValue: 1 << 6)
    static let manyMembers = Needs(rawValue: 1 << 7)
    static let keptJSON = Needs(rawValue: 1 << 8)
    static let ownPolicy = Needs(rawValue: 1 << 9)
    static let mistake = Needs(rawValue: 1 << 10)
    static let assembled = Needs(rawValue: 1 << 11)
    static let finish = Needs(rawValue: 1 << 12)
    static let extras = Needs(rawValue: 1 << 13)
    static let cluster = Needs(rawValue: 1 << 14)
    static let observers = Needs(rawValue: 1 << 15)
    static let name = Needs(rawValue: 1 << 16)
    static let presence = Needs(rawValue: 1 << 17)

    private static let names: [(need: Needs, words: String)] = [
      (.prepare, "JSONPreparing"), (.heldClasses, "it chooses the classes of models that it holds"),
      (.code, "hooks or accessors run"), (.deferred, "paths with more than names"),
      (.required, "required properties"), (.reported, "absent members are reported"),
      (.defaults, "declared defaults"), (.manyMembers, "over 64 members"),
      (.keptJSON, "objects keep their JSON"), (.ownPolicy, "a policy of the class"),
      (.assembled, "paths with more than names"), (.finish, "JSONFinishing"),
      (.extras, "unknown members are kept"), (.cluster, "a cluster that can't read it back"),
      (.observers, "observers"), (.name, "the name of its member"),
      (.presence, "the presence of members is kept"),
    ]

    var words: [String] { Self.names.filter { contains($0.need) }.map(\.words) }

    init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    init(_ needs: KeyValuePairs<Needs, Bool>) {
      self = []
      for (need, isNeeded) in needs where isNeeded { insert(need) }
    }
  }
}
