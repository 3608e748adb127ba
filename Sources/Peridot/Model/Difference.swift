/// One place at which two models differ; see ``Model/differences(from:)``.
public struct Difference: CustomStringConvertible {
  /// One step on the way from the compared model to the place.
  public enum Step: Hashable {
    /// The property of a model, by its key.
    case property(String)
    /// The stored variable of a struct, the element of a tuple, or the case of an enum.
    case field(String)
    /// The element of an array: its index in the new one, or in the old one if it was removed.
    case index(Int)
    /// The model in an array whose identity is this text, such as `id: 7`.
    case identity(String)
    /// The value in a dictionary under this key.
    case key(AnyHashable)
  }

  /// The kind of change at the place.
  public enum Kind: Hashable, Sendable {
    case changed
    case added
    case removed
    /// The models of an array are in another order; `old` and `new` are their identities.
    case moved
    case anotherClass
    /// So many elements of a collection differ that only ten of them are listed.
    case elements(different: Int, count: Int)
  }

  public let kind: Kind
  /// The old value; nil if it was nil or absent, and if the property is secret.
  public let old: Any?
  /// The new value; nil if it is nil or absent, and if the property is secret.
  public let new: Any?
  /// Whether the property is secret, so that its values are hidden.
  public let isSecret: Bool

  private let steps: DifferenceWalk.Steps
  /// The number of the last step on the path.
  let place: Int

  init(
    _ kind: Kind, old: Any?, new: Any?, isSecret: Bool, at place: Int,
    of steps: DifferenceWalk.Steps
  ) {
    self.kind = kind
    self.old = old
    self.new = new
    self.isSecret = isSecret
    self.steps = steps
    self.place = place
  }

  /// The steps from the compared model to the place; none if the models differ as wholes.
  public var path: [Step] { steps.path(to: place) }

  /// The place and what has changed there, such as `items[id: 2].price: 9.5 → 10`.
  public var description: String {
    let path = self.path
    return (path.isEmpty ? "the model" : DifferenceText.path(path)) + ": " + words
  }

  private var words: String {
    if isSecret { return "differs (hidden)" }
    switch kind {
    case .changed: return DifferenceText.change(old, new)
    case .added: return "added " + DifferenceText.short(new)
    case .removed: return "removed " + DifferenceText.short(old)
    case .moved:
      return "order \(DifferenceText.identities(old)) → \(DifferenceText.identities(new))"
    case .anotherClass:
      let (old, new) = (old.map { "\(type(of: $0))" }, new.map { "\(type(of: $0))" })
      return "\(old ?? "nil") → \(new ?? "nil") (another class)"
    case .elements(let different, let count):
      return
        "\(DifferenceText.grouped(different)) of \(DifferenceText.grouped(count)) elements differ"
    }
  }
}
