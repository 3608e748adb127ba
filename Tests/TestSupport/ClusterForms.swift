import Peridot

/// One form of a cluster, and one rule for unknown tags.
protocol ClusterForm: SendableMetatype {
  static var place: ClusterForms.Place { get }
  static var unknown: ClusterForms.Unknown { get }
}

/// One hierarchy of classes for all forms of a cluster and all rules for unknown tags.
enum ClusterForms {
  enum Place: String, CaseIterable {
    case inside, deep, beside, around, deduced
  }

  enum Unknown: String {
    case fail, base, kept
  }

  final class Item: Model, JSONSerializing {
    var id = 0
    var text = ""
    var count = 0

    override class var identityKey: String? { "id" }
  }

  class Base<F: ClusterForm>: Model, CodableModel {
    var id = 0
    var name: String? = "new"
    var tags: [String: Int] = [:]
    var item: Item?
    var items: [Item] = []
    var next: Base<F>?
    var mark = ""
    var seen = 0

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["mark": .excluded, "seen": .readOnly("seen")]
    }

    override class var cluster: Cluster? {
      let rule: UnknownTag<Base<F>> =
        switch F.unknown {
        case .fail: .fail
        case .base: .base
        case .kept: .kept(Other<F>.self)
        }
      switch F.place {
      case .inside:
        return cluster(
          tag: "type", ["a": A<F>.self, "b": B<F>.self, "m": Middle<F>.self], unknown: rule)
      case .deep:
        return cluster(
          tag: "meta.type", ["a": A<F>.self, "b": B<F>.self, "m": Middle<F>.self], unknown: rule)
      case .beside:
        return cluster(
          tag: "type", content: "content", ["a": A<F>.self, "b": B<F>.self, "m": Middle<F>.self],
          unknown: rule)
      case .around:
        return cluster(
          around: ["a": A<F>.self, "b": B<F>.self, "m": Middle<F>.self], unknown: rule)
      case .deduced:
        return cluster(
          deducedFrom: ["a": A<F>.self, "b": B<F>.self, "m": Middle<F>.self], unknown: rule)
      }
    }
  }

  class A<F: ClusterForm>: Base<F> {
    var a: Int? = 0
    var note: String?
    var level = 0
  }

  final class SubA<F: ClusterForm>: A<F> {
    var extra = 0
  }

  final class B<F: ClusterForm>: Base<F> {
    var b = 0
    /// In A, too.
    var note: String?
    /// In A of another type.
    var level: String?
  }

  class Middle<F: ClusterForm>: Base<F> {
    var m = 0

    override class var cluster: Cluster? {
      cluster(tag: "kind", ["x": X<F>.self], unknown: .base)
    }
  }

  final class X<F: ClusterForm>: Middle<F> {
    var x = 0
  }

  final class Other<F: ClusterForm>: Base<F>, JSONKeeping {
    var keptJSON = RawJSON()
  }

  final class Carrier<F: ClusterForm>: Model, JSONSerializing {
    var one: Base<F>?
    var list: [Base<F>] = []
    var named: [String: Base<F>] = [:]
    var deep = Base<F>()

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["deep": "p.q"] }
  }

  enum InsideForm: ClusterForm {
    static let (place, unknown) = (Place.inside, Unknown.fail)
  }
  enum InsideBaseForm: ClusterForm {
    static let (place, unknown) = (Place.inside, Unknown.base)
  }
  enum InsideKeptForm: ClusterForm {
    static let (place, unknown) = (Place.inside, Unknown.kept)
  }
  enum DeepForm: ClusterForm {
    static let (place, unknown) = (Place.deep, Unknown.kept)
  }
  enum BesideForm: ClusterForm {
    static let (place, unknown) = (Place.beside, Unknown.fail)
  }
  enum BesideBaseForm: ClusterForm {
    static let (place, unknown) = (Place.beside, Unknown.base)
  }
  enum BesideKeptForm: ClusterForm {
    static let (place, unknown) = (Place.beside, Unknown.kept)
  }
  enum AroundForm: ClusterForm {
    static let (place, unknown) = (Place.around, Unknown.fail)
  }
  enum AroundBaseForm: ClusterForm {
    static let (place, unknown) = (Place.around, Unknown.base)
  }
  enum DeducedForm: ClusterForm {
    static let (place, unknown) = (Place.deduced, Unknown.fail)
  }
  enum DeducedBaseForm: ClusterForm {
    static let (place, unknown) = (Place.deduced, Unknown.base)
  }

  static let all: [any ClusterForm.Type] = [
    InsideForm.self, InsideBaseForm.self, InsideKeptForm.self, DeepForm.self, BesideForm.self,
    BesideBaseForm.self, BesideKeptForm.self, AroundForm.self, AroundBaseForm.self,
    DeducedForm.self, DeducedBaseForm.self,
  ]
}

extension ClusterForm {
  /// The JSON of an object with a tag, nil for none; that of a deduced class has its member already.
  static func json(_ tag: String?, _ members: String) -> String {
    let separator = members.isEmpty ? "" : ","
    guard let tag else { return place == .beside ? #"{"content":{\#(members)}}"# : "{\(members)}" }
    return switch place {
    case .inside: #"{"type":"\#(tag)"\#(separator)\#(members)}"#
    case .deep: #"{"meta":{"type":"\#(tag)"}\#(separator)\#(members)}"#
    case .beside: #"{"type":"\#(tag)","content":{\#(members)}}"#
    case .around: #"{"\#(tag)":{\#(members)}}"#
    case .deduced: "{\(members)}"
    }
  }

  static func filled<M: ClusterForms.Base<Self>>(_ model: M) -> M {
    model.id = 1
    model.name = "old"
    model.tags = ["p": 1]
    model.item = ClusterForms.Item().with { ($0.id, $0.text, $0.count) = (4, "i", 3) }
    model.items = [ClusterForms.Item().with { ($0.id, $0.text) = (5, "j") }]
    model.mark = "mark"
    model.seen = 7
    return model
  }

  static var a: ClusterForms.A<Self> {
    filled(ClusterForms.A()).with { ($0.a, $0.note, $0.level) = (5, "n", 2) }
  }
  static var subA: ClusterForms.SubA<Self> {
    filled(ClusterForms.SubA()).with { ($0.a, $0.note, $0.extra) = (5, "n", 6) }
  }
  static var b: ClusterForms.B<Self> {
    filled(ClusterForms.B()).with { ($0.b, $0.note, $0.level) = (6, "n", "l") }
  }
  static var middle: ClusterForms.Middle<Self> { filled(ClusterForms.Middle()).with { $0.m = 7 } }
  static var x: ClusterForms.X<Self> { filled(ClusterForms.X()).with { ($0.m, $0.x) = (7, 8) } }
}
