/// One search for the differences of two object graphs, which can be long and have cycles.
///
/// It goes down for a few levels and then continues from a list, as a comparison does.
final class DifferenceWalk {
  /// All steps so far, each with the one before it, so that a long path isn't copied at each step.
  final class Steps {
    static let root = -1
    private enum Entry {
      case step(Difference.Step)
      /// A model in an array, whose identity no difference has asked for.
      case model(Model)
    }

    private var steps: [(before: Int, entry: Entry)] = []

    func add(_ step: Difference.Step, after place: Int) -> Int {
      steps.append((place, .step(step)))
      return steps.count - 1
    }

    /// Adds the step to a model in an array, by its identity.
    func add(_ model: Model, after place: Int) -> Int {
      steps.append((place, .model(model)))
      return steps.count - 1
    }

    /// Names the models on the paths to these places, and lets go of all others.
    func finish(at places: [Int]) {
      var isOnPath = Array(repeating: false, count: steps.count)
      for var place in places {
        while place != Self.root, !isOnPath[place] {
          isOnPath[place] = true
          place = steps[place].before
        }
      }
      for place in steps.indices {
        guard case .model(let model) = steps[place].entry else { continue }
        steps[place].entry = .step(
          isOnPath[place] ? .identity(IdentifiedModels.text(of: model)) : .index(0))
      }
    }

    func path(to place: Int) -> [Difference.Step] {
      var path: [Difference.Step] = []
      var place = place
      while place != Self.root {
        if case .step(let step) = steps[place].entry { path.append(step) }
        place = steps[place].before
      }
      return path.reversed()
    }
  }

  private struct Pair: Hashable {
    let old: ObjectIdentifier
    let new: ObjectIdentifier
  }

  /// The most removals and additions that are looked for in one collection.
  static let mostEdits = 1_000
  static let fewElements = 10
  private static let mostLevels = 32

  private let steps = Steps()
  private var found: [Difference] = []
  private var met: Set<Pair> = []
  private var later: [(old: Model, new: Model, place: Int)] = []
  private var level = 0

  static func differences(from old: Model, to new: Model) -> [Difference] {
    if new.isEqual(old) { return [] }
    let walk = DifferenceWalk()
    // One comparison for all values, so that equal models within several are compared once.
    _ = ComparisonWalk.completely { _ in
      walk.visit(old, new, Steps.root)
      while let next = walk.later.popLast() { walk.visitNow(next.old, next.new, next.place) }
      return true
    }
    if walk.found.isEmpty { walk.add(.changed, old, new, at: Steps.root) }
    walk.steps.finish(at: walk.found.map(\.place))
    return walk.found
  }

  private func add(
    _ kind: Difference.Kind, _ old: Any?, _ new: Any?, at place: Int, isSecret: Bool = false
  ) {
    found.append(
      Difference(
        kind, old: isSecret ? nil : old, new: isSecret ? nil : new, isSecret: isSecret, at: place,
        of: steps))
  }

  /// Adds a difference at `place` unless `visitParts` finds one within.
  private func addUnlessWithin(_ old: Any?, _ new: Any?, _ place: Int, visitParts: () -> Void) {
    let (before, waiting) = (found.count, later.count)
    visitParts()
    if found.count == before, later.count == waiting { add(.changed, old, new, at: place) }
  }

  // MARK: Models

  private func visit(_ old: Model, _ new: Model, _ place: Int) {
    if old === new { return }
    guard met.insert(Pair(old: ObjectIdentifier(old), new: ObjectIdentifier(new))).inserted else {
      return
    }
    if level < Self.mostLevels, !StackRoom.isLow {
      visitNow(old, new, place)
    } else {
      later.append((old, new, place))
    }
  }

  private func visitNow(_ old: Model, _ new: Model, _ place: Int) {
    guard type(of: old) == type(of: new) else { return add(.anotherClass, old, new, at: place) }
    level += 1
    defer { level -= 1 }
    let schema = ModelSchema.of(type(of: new))
    if schema.hooks.compares {
      if new.isEqual(old) { return }
      addUnlessWithin(old, new, place) { visitProperties(old, new, schema, place: place) }
    } else if schema.mayHoldModels || !schema.comparison.use({ $0.areEqual(new, old, nil) }) {
      visitProperties(old, new, schema, place: place)
    }
  }

  private func visitProperties(_ old: Model, _ new: Model, _ schema: ModelSchema, place: Int) {
    for property in schema.permanent {
      let access = property.access
      access.checkRead(of: old)
      access.checkRead(of: new)
      let isHidden = ModelDescription.hides(property, of: new)
      let mayHoldModels = !isHidden && TypeShape.of(property.valueType).mayHoldModels
      if !mayHoldModels, access.areEqual(old, new, through: access, nil) { continue }
      let place = steps.add(.property(property.key), after: place)
      if isHidden {
        add(.changed, nil, nil, at: place, isSecret: true)
        continue
      }
      let (first, second) = (access.unwrappedValue(of: old), access.unwrappedValue(of: new))
      if mayHoldModels, first != nil || second != nil {
        visit(first, second, place)
      } else if !mayHoldModels || !access.areEqual(old, new, through: access, nil) {
        // Of two nils, one can be that of an Optional in an Optional.
        addUnlessWithin(first, second, place) { visit(first, second, place) }
      }
    }
  }

  // MARK: Values

  private func visit(_ old: Any?, _ new: Any?, _ place: Int) {
    let (old, new) = (old.flatMap(Boxed.unwrapped), new.flatMap(Boxed.unwrapped))
    guard let old, let new else {
      if (old == nil) != (new == nil), !AnyComparison.areEqual(old as Any, new as Any, nil) {
        add(.changed, old, new, at: place)
      }
      return
    }
    if let old = Model.held(in: old), let new = Model.held(in: new) {
      return visit(old, new, place)
    }
    let isScalar = isPlainScalar(type(of: old)) && isPlainScalar(type(of: new))
    guard !isScalar, level < 2 * Self.mostLevels, !StackRoom.isLow else {
      if !areEqual(old, new) { add(.changed, old, new, at: place) }
      return
    }
    level += 1
    defer { level -= 1 }
    if let old = (old as? any AnyArray)?.models, let new = (new as? any AnyArray)?.models,
      let models = IdentifiedModels(old, new)
    {
      visitModels(models, place)
    } else if let old = Self.elements(of: old), let new = Self.elements(of: new) {
      if let first = Self.models(old), let second = Self.models(new),
        let models = IdentifiedModels(first, second)
      {
        visitModels(models, place)
      } else {
        visitItems(old, new, place)
      }
    } else if let old = Self.members(of: old), let new = Self.members(of: new) {
      visitMembers(old, new, place)
    } else if let old = Self.set(old), let new = Self.set(new) {
      visitSets(old, new, place)
    } else if !areEqual(old, new) {
      addUnlessWithin(old, new, place) { visitParts(old, new, place) }
    }
  }

  /// Compares by the `==` of the values' type if they have one.
  private func areEqual(_ old: Any, _ new: Any) -> Bool {
    guard type(of: old) == type(of: new) else { return AnyComparison.areEqual(old, new, nil) }
    func areEqualAsOneType<Found>(_: Found.Type) -> Bool? {
      guard let old = old as? Found, let new = new as? Found else { return nil }
      return ValueComparison<Found>.shared.areEqual(old, new, nil)
    }
    return _openExistential(type(of: old), do: areEqualAsOneType)
      ?? AnyComparison.areEqual(old, new, nil)
  }

  /// The elements as models if all are.
  private static func models(_ elements: [Any]) -> [Model]? {
    var models: [Model] = []
    for element in elements {
      guard let model = Model.held(in: element) else { return nil }
      models.append(model)
    }
    return models
  }

  private static func elements(of value: Any) -> [Any]? {
    func all<Whole: ArrayLike>(_ whole: Whole) -> [Any] { whole.map { $0 } }
    if let like = value as? any ArrayLike { return all(like) }
    return type(of: value) is any StructuredType.Type && !(type(of: value) is any SetAlgebra.Type)
      ? value as? [Any] : nil
  }

  private static func members(of value: Any) -> [AnyHashable: Any]? {
    func all<Whole: DictionaryLike>(_ whole: Whole) -> [AnyHashable: Any] {
      Dictionary(whole.map { (AnyHashable($0.key), $0.value) }) { $1 }
    }
    if let like = value as? any DictionaryLike { return all(like) }
    return type(of: value) is any StructuredType.Type ? value as? [AnyHashable: Any] : nil
  }

  private static func set(_ value: Any) -> Set<AnyHashable>? {
    type(of: value) is any SetAlgebra.Type ? value as? Set<AnyHashable> : nil
  }

  /// Visits the fields of a struct, the elements of a tuple, or the payload of an enum.
  private func visitParts(_ old: Any, _ new: Any, _ place: Int) {
    guard type(of: old) == type(of: new), case .other = Boxed(new),
      !(new is any CustomStringConvertible), !DifferenceText.isOfSystem(type(of: new))
    else { return }
    let (first, second) = (Mirror(reflecting: old), Mirror(reflecting: new))
    switch first.displayStyle {
    case .struct where first.children.count > 1, .tuple: break
    case .enum where RuntimeFields.caseName(of: old) == RuntimeFields.caseName(of: new): break
    default: return
    }
    guard first.children.count == second.children.count else { return }
    for (first, second) in zip(first.children, second.children) {
      let label = second.label.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 }
      visit(first.value, second.value, steps.add(.field(label ?? "?"), after: place))
    }
  }

  // MARK: Collections

  private func visitMembers(
    _ old: [AnyHashable: Any], _ new: [AnyHashable: Any], _ place: Int
  ) {
    let keys = old.keys + new.keys.filter { old[$0] == nil }
    for (key, _) in keys.map({ ($0, "\($0)") }).sorted(by: { $0.1 < $1.1 }) {
      let place = steps.add(.key(key), after: place)
      switch (old[key], new[key]) {
      case (let first?, let second?): visit(first, second, place)
      case (let first?, nil): add(.removed, first, nil, at: place)
      case (nil, let second): add(.added, nil, second, at: place)
      }
    }
  }

  private func visitSets(_ old: Set<AnyHashable>, _ new: Set<AnyHashable>, _ place: Int) {
    let (gone, come) = (old.subtracting(new), new.subtracting(old))
    let count = gone.count + come.count
    if count > Self.mostEdits {
      add(.elements(different: count, count: old.union(new).count), nil, nil, at: place)
    }
    let limit = count > Self.mostEdits ? Self.fewElements / 2 : count
    func inOrder(_ members: Set<AnyHashable>) -> [Any] {
      let members = count > Self.mostEdits ? Set(members.prefix(limit)) : members
      return members.map { ($0.base, DifferenceText.short($0.base)) }
        .sorted { $0.1 < $1.1 }.map(\.0)
    }
    for member in inOrder(gone) { add(.removed, member, nil, at: place) }
    for member in inOrder(come) { add(.added, nil, member, at: place) }
  }

  private func visitModels(_ models: IdentifiedModels, _ place: Int) {
    for (old, new) in models.pairs {
      guard let model = new ?? old else { continue }
      let inside = steps.add(model, after: place)
      if let old, let new {
        visit(old, new, inside)
      } else {
        add(new == nil ? .removed : .added, old, new, at: inside)
      }
    }
    if let order = models.order { add(.moved, order.old, order.new, at: place) }
  }

  /// Visits elements without identity: those that are alike in their order, and those of which one
  /// took the place of the other.
  private func visitItems(_ old: [Any], _ new: [Any], _ place: Int) {
    func item(_ first: Int, _ second: Int) {
      visit(old[first] as Any?, new[second], steps.add(.index(second), after: place))
    }
    let (marks, newMarks) = (old.map(Self.mark), new.map(Self.mark))
    if old.count == new.count, marks != newMarks, !marks.contains(where: \.isModel),
      zip(old, new).allSatisfy({ areEqual($0, $1) })
    {
      return
    }
    guard let edits = EditScript(from: marks, to: newMarks, limit: Self.mostEdits) else {
      let shared = min(old.count, new.count)
      let unlike = (0..<shared).filter { marks[$0] != newMarks[$0] }
      let count = max(old.count, new.count)
      add(.elements(different: unlike.count + count - shared, count: count), nil, nil, at: place)
      for index in unlike.prefix(Self.fewElements) { item(index, index) }
      return
    }
    var (first, second) = (0, 0)
    while first < old.count || second < new.count {
      let isRemoved = first < old.count && edits.removed[first]
      let isAdded = second < new.count && edits.added[second]
      if isRemoved, !isAdded {
        add(.removed, old[first], nil, at: steps.add(.index(first), after: place))
        first += 1
      } else if isAdded, !isRemoved {
        add(.added, nil, new[second], at: steps.add(.index(second), after: place))
        second += 1
      } else {
        item(first, second)
        first += 1
        second += 1
      }
    }
  }

  /// The key of equal elements: their hash, or the text of a value without one.
  private struct Mark: Equatable {
    let hash: Int
    let isModel: Bool
  }

  private static func mark(_ element: Any) -> Mark {
    let element = Boxed.unwrapped(element) ?? ()
    if let model = Model.held(in: element) {
      return Mark(hash: model.hash, isModel: true)
    }
    var hasher = Hasher()
    let type = type(of: element)
    if type is any StructuredType.Type || type is any Hashable.Type {
      AnyComparison.hash(element, into: &hasher)
    } else {
      hasher.combine("\(element)")
    }
    return Mark(hash: hasher.finalize(), isModel: false)
  }
}
