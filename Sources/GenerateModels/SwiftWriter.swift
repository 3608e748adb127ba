/// Writes planned classes as Swift.
struct SwiftWriter {
  let configuration: Configuration

  func text(of plan: ClassPlan) -> String {
    if plan.keepsJSON, let base = plan.superclass {
      return "final class \(plan.name): \(base), JSONKeeping {\n  var keptJSON = RawJSON()\n}\n"
    }
    let isBase = plan.cluster != nil
    let styling = plan.usesSnakeCase && plan.superclass == nil ? ", JSONKeyStyling" : ""
    let heritage =
      (plan.superclass ?? "Model, JSONSerializing" + styling)
      + (plan.keepsPresence ? ", JSONPresenceKeeping" : "")
    let presence = plan.keepsPresence ? "  var jsonPresence = JSONPresence()\n" : ""
    let parts = [
      plan.members.map(variable).joined() + presence,
      plan.usesSnakeCase && plan.superclass == nil ? keyStyle(isBase: isBase) : "",
      declarations(of: plan),
      plan.cluster.map(cluster) ?? "",
    ].filter { !$0.isEmpty }
    let head = "\(isBase ? "" : "final ")class \(plan.name): \(heritage) {"
    return parts.isEmpty ? head + "}\n" : head + "\n" + parts.joined(separator: "\n") + "}\n"
  }

  func text(of plan: UnionPlan) -> String {
    let cases = plan.cases.map { "  case \($0.name)(\($0.type))\n" }
    return "enum \(plan.name): JSONUnion {\n\(cases.joined())}\n"
  }

  private func variable(_ member: ClassPlan.Member) -> String {
    let name = Names.keywords.contains(member.name) ? "`\(member.name)`" : member.name
    let note = member.type.note.map { "  // \($0)" } ?? ""
    let type = member.type.name
    if member.differs, !configuration.keepsPresence {
      return "  var \(name): \(type)??\(note)\n"
    }
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
    if member.isNull, !member.isAbsent { facts.append("facets: .writesNull") }
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
            ],
            unknown: .kept(\(cluster.other).self))
        }

      """
  }
}
