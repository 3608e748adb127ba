/// Which classes the objects of one class cluster are of, in one document.
///
/// While the classes are asked, the first member with a name that the cluster's own class reads is
/// taken for the last: the object is read afterwards, and the document once more if the member
/// occurs again. That holds as long as the class that is chosen reads those members too.
final class ClassChoice {
  let plan: JSONMapping
  let next: ClassChoice?
  private let source: JSONObjectSource
  private var isWatching: Bool
  private var chosen: [ChosenPlan] = []

  init(_ plan: JSONMapping, _ context: ReadingContext, next: ClassChoice?) {
    self.plan = plan
    self.next = next
    isWatching = !context.hasSuperseded && plan.prepare == nil
    source = JSONObjectSource(context.source, watched: plan.input.table)
  }

  /// Returns the plan of the class that the object at an offset asks for.
  func plan(ofObjectAt offset: Int) throws -> JSONMapping {
    let object = JSONObject(source: source, offset: offset)
    if isWatching {
      let chosen = try source.watching { try ask(object, offset) }
      if chosen.readsWatched { return chosen.plan }
      isWatching = false
    }
    return try ask(object, offset).plan
  }

  private func ask(_ object: JSONObject, _ offset: Int) throws -> ChosenPlan {
    var type = plan.modelClass
    var known: ChosenPlan?
    // Those between the cluster's own class and `type`: none, nearly always.
    var between: [Model.Type] = []
    while true {
      guard let next = type.classForParsing(object) else {
        throw plan.noClass("\(type).classForParsing(_:) found no class", offset)
      }
      if next == type { return try known ?? self.known(type) ?? chosenPlan(of: type) }
      known = self.known(next)
      // It was asked before, by the very method that gave it now, and answered with itself.
      if let known, known.choosesAsCluster, type == plan.modelClass { return known }
      if known == nil, !isSubclass(next, of: plan.modelClass) {
        throw plan.noClass(
          "\(type).classForParsing(_:) gave \(next), which is no subclass of \(plan.modelClass)",
          offset)
      }
      if type != plan.modelClass { between.append(type) }
      if next == plan.modelClass || between.contains(where: { $0 == next }) {
        let chain = ([plan.modelClass] + between + [next]).map { "\($0)" }.joined(separator: ", ")
        throw plan.noClass("classForParsing(_:) runs in a circle: \(chain)", offset)
      }
      type = next
    }
  }

  private func known(_ type: Model.Type) -> ChosenPlan? {
    let chosen = chosen
    for known in chosen where known.modelClass == type { return known }
    return nil
  }

  private func chosenPlan(of type: Model.Type) throws -> ChosenPlan {
    let made = try plan.chosenPlan(of: type)
    // Stored at once, not changed in place: the compiler then knows that no two accesses overlap.
    chosen = chosen + [made]
    return made
  }
}

/// The plan of a class that a class cluster chose.
final class ChosenPlan: Sendable {
  let plan: JSONMapping
  let modelClass: Model.Type
  /// Whether its objects are read with all the names that the cluster's own class reads.
  let readsWatched: Bool
  /// Whether it inherits the cluster's `classForParsing(_:)`.
  let choosesAsCluster: Bool

  init(_ plan: JSONMapping, in cluster: JSONMapping) {
    self.plan = plan
    modelClass = plan.modelClass
    choosesAsCluster = !ModelHooks.choosesClass(modelClass, below: cluster.modelClass)
    readsWatched =
      plan.prepare == nil
      && cluster.input.table.names.allSatisfy { plan.input.table.index(of: $0) != nil }
  }
}

extension ReadingContext {
  /// The choices of the cluster that `plan` is the plan of.
  @inline(__always)
  func choice(of plan: JSONMapping) -> ClassChoice {
    if let choices {
      let first = downcast(choices, to: ClassChoice.self)
      if first.plan === plan { return first }
    }
    return otherChoice(of: plan)
  }

  @inline(never)
  private func otherChoice(of plan: JSONMapping) -> ClassChoice {
    let first = choices.map { downcast($0, to: ClassChoice.self) }
    var known = first
    while let choice = known {
      if choice.plan === plan { return choice }
      known = choice.next
    }
    let choice = ClassChoice(plan, self, next: first)
    choices = choice
    return choice
  }
}
