/// Writes planned classes as Swift.
struct SwiftWriter {
  let classes: [ClassPlan]
  /// The classes below a property that writes null: its policy holds for all within it, so their
  /// properties that omit nil say so.
  private let belowNulls: Set<String>

  init(_ classes: [ClassPlan]) {
    self.classes = classes
    var below: Set<String> = []
    let byName = Dictionary(uniqueKeysWithValues: classes.map { ($0.name, $0) })
    var waiting = classes.flatMap(\.members).filter { $0.isNull && !$0.isAbsent }
      .compactMap(\.type.className)
    while let name = waiting.popLast() {
      guard below.insert(name).inserted, let found = byName[name] else { continue }
      waiting += found.members.compactMap(\.type.className)
      waiting += found.cluster?.classes.map(\.name) ?? []
    }
    belowNulls = below
  }

  func text(of plan: ClassPlan) -> String {
    let isBase = plan.cluster != nil
    let styling = plan.usesSnakeCase && plan.superclass == nil ? ", JSONKeyStyling" : ""
    let heritage = plan.superclass ?? "Model, JSONSerializing" + styling
    let parts = [
      plan.members.map(variable).joined(),
      plan.usesSnakeCase && plan.superclass == nil ? keyStyle(isBase: isBase) : "",
      declarations(of: plan),
      plan.cluster.map(cluster) ?? "",
    ].filter { !$0.isEmpty }
    let head = "\(isBase ? "" : "final ")class \(plan.name): \(heritage) {"
    return parts.isEmpty ? head + "}\n" : head + "\n" + parts.joined(separator: "\n") + "}\n"
  }

  private func variable(_ member: ClassPlan.Member) -> String {
    let name = Names.keywords.contains(member.name) ? "`\(member.name)`" : member.name
    let note = member.type.note.map { "  // \($0)" } ?? ""
    let type = member.type.name
    // A double Optional tells an absent member from null.
    if member.isAbsent, member.isNull { return "  var \(name): \(type)??\(note)\n" }
    guard let initial = member.type.initial, !member.isAbsent, !member.isNull else {
      return "  var \(name): \(type)?\(note)\n"
    }
    let isPlain = ["Bool", "String", "Int"].contains(type)
    return "  var \(name)\(isPlain ? "" : ": \(type)") = \(initial)\(note)\n"
  }

  private func keyStyle(isBase: Bool) -> String {
    "  \(isBase ? "class" : "static") var jsonKeyStyle: JSONKeyStyle { .snakeCase }\n"
  }

  private func declarations(of plan: ClassPlan) -> String {
    let lines = plan.members.compactMap { declaration(of: $0, in: plan) }
    if lines.isEmpty { return "" }
    return """
        override class var declaredProperties: [Property] {
          [
      \(lines.joined(separator: "\n"))
          ]
        }

      """
  }

  private func declaration(of member: ClassPlan.Member, in plan: ClassPlan) -> String? {
    let written = plan.usesSnakeCase ? Names.snakeCase(member.name) : member.name
    var facts: [String] = []
    if written != member.key { facts.append("at: \(Names.place(member.key))") }
    if let transformer = member.type.transformer { facts.append("by: \(transformer)") }
    if member.isNull, !member.isAbsent {
      facts.append("facets: .policy { $0.nilOnExport = .null }")
    } else if !member.isNull, member.isAbsent || member.type.initial == nil,
      belowNulls.contains(plan.superclass ?? plan.name) || belowNulls.contains(plan.name)
    {
      facts.append("facets: .policy { $0.nilOnExport = .omit }")
    }
    if facts.isEmpty { return nil }
    let name = Names.keywords.contains(member.name) ? "`\(member.name)`" : member.name
    let arguments = ["\(Names.quoted(member.name)), \\.\(name)"] + facts
    let line = "      property(\(arguments.joined(separator: ", "))),"
    if line.count <= 100 { return line }
    return "      property(\n        \(arguments.joined(separator: ",\n        "))),"
  }

  private func cluster(_ cluster: ClassPlan.Cluster) -> String {
    let classes = cluster.classes.map { "        \(Names.quoted($0.tag)): \($0.name).self," }
    return """
        override class var cluster: Cluster? {
          cluster(
            tag: \(Names.place(cluster.tag)),
            [
      \(classes.joined(separator: "\n"))
            ])
        }

      """
  }
}
