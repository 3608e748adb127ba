import Foundation
import Observation
import Peridot
import Testing

@testable import TestSupport

private class Base: Model, JSONSerializing {
  private var name = "base"
  var baseName: String { name }
  override class var archiveName: String { "NamesakeTests.\(self)" }
}

private final class Clashing: Base {
  private var name = 1
  var id = 2
}

private final class Ceding: Base {
  private var name = 1
  var id = 2
  var ownName: Int { name }
  override class var excludedPropertyKeys: Set<String> { ["name"] }
}

private class Modest: Model, JSONSerializing {
  private var name = "modest"
  var modestName: String { name }
  override class var excludedPropertyKeys: Set<String> { ["name"] }
  override class var archiveName: String { "NamesakeTests.\(self)" }
}

private class Naming: Modest {
  private var name = 1
  var id = 2
  var ownName: Int { name }
}

/// It declares no variable of that name, so its list takes out all it inherits.
private final class Nameless: Naming {
  var title = ""
  override class var excludedPropertyKeys: Set<String> { ["name"] }
}

private final class Third: Naming {
  private var name = true
}

private final class NeverNamed: Modest {
  private var name = 1
  var id = 2
  override class var excludedPropertyKeys: Set<String> { ["name"] }
}

private final class Choosing: Base {
  private var name = 1
  var id = 2
  override class var excludedPropertyKeys: Set<String> {
    Set(propertyKeys.filter { $0.hasPrefix("n") })
  }
}

private final class Reaching: Modest {
  private var name = 1 { didSet { changes += 1 } }
  private(set) var changes = 0
  override class var declaredProperties: [Property] {
    [property("name", \.name, facets: .accessors)]
  }
}

private class GenericBase<Value>: Model, JSONSerializing {
  private var items: [Value] = []
  var baseItems: [Value] { items }
}

private final class GenericCeding<Value>: GenericBase<Value> {
  private var items: Set<Int> = [7]
  var ownItems: Set<Int> { items }
  override class var excludedPropertyKeys: Set<String> { ["items"] }
}

@Observable private class Watched: Model, JSONSerializing {
  private var title = "watched"
  var watchedTitle: String { title }
  override class var declaredProperties: [Property] {
    [property("title", \.title)]
  }
}

private struct TooMany: Error {}

@Observable private final class Rewatched: Watched {
  private var title = "rewatched"
  var count = 0
  var ownTitle: String { title }
  override class var excludedPropertyKeys: Set<String> { ["title"] }
  override class var declaredProperties: [Property] {
    [property("title", \.title), property("count", \.count)]
  }
  override func validate() throws {
    title = "changed by a hook"
    if count > 9 { throw TooMany() }
  }
}

/// Private variables of one name in a class and its superclass.
@Suite struct NamesakeTests {
  private let advice =
    "name is declared by Base and by Clashing: rename one of them, or list the name in "
    + "excludedPropertyKeys of one class, which excludes that class's own"

  @Test func areAMistakeWhereItCanBeThrown() {
    let mistakes = "Clashing: the mapping has mistakes:\n- \(advice)"
    #expect(adapterMessage { try JSONAdapter.check(Clashing.self) } == mistakes)
    #expect(adapterMessage { try JSONAdapter.model(of: Clashing.self, from: "{}") } == mistakes)
    #expect(adapterMessage { try JSONAdapter.data(from: Clashing()) } == mistakes)
    #expect(adapterMessage { try JSONAdapter.update(Clashing(), from: "{}") } == mistakes)
    let error = #expect(throws: ModelError.self) { try Clashing(dictionary: ["id": 1]) }
    #expect(error?.kind == .invalidDeclaration)
    #expect(error?.propertyKey == "name")
    #expect(error?.description == "Clashing.\(advice)")
    #expect(throws: ModelError.self) { try Clashing().setValue(1, forPropertyKey: "id") }
    let archiving = #expect(throws: ArchiveError.self) { try Clashing().archivedData() }
    #expect(archiving?.description == "$: Clashing.\(advice)")
    #expect(throws: ArchiveError.self) { try Clashing.unarchive(from: Data()) }
  }

  @Test func namesAllClassesThatHaveOneLeft() {
    #expect(
      adapterMessage { try JSONAdapter.check(Third.self) }
        == "Third: the mapping has mistakes:\n- name is declared by Naming and by Third: rename one "
        + "of them, or list the name in excludedPropertyKeys of one class, which excludes that "
        + "class's own")
  }

  @Test func aListTakesOutTheVariableOfItsOwnClass() throws {
    try JSONAdapter.check(Ceding.self)
    #expect(Base.propertyKeys == ["name"])
    #expect(Ceding.propertyKeys == ["name", "id"])
    #expect(Ceding.property(forKey: "name")?.valueType == String.self)
    let ceding = try JSONAdapter.model(of: Ceding.self, from: #"{"name": "n", "id": 3}"#)
    #expect(ceding.baseName == "n")
    #expect(ceding.ownName == 1)
    #expect(try JSONAdapter.string(from: ceding) == #"{"name":"n","id":3}"#)

    #expect(Modest.propertyKeys == [])
    #expect(Naming.propertyKeys == ["name", "id"])
    #expect(Naming.property(forKey: "name")?.valueType == Int.self)
    let naming = try JSONAdapter.model(of: Naming.self, from: #"{"name": 5, "id": 3}"#)
    #expect(naming.modestName == "modest")
    #expect(naming.ownName == 5)
    #expect(naming.dictionaryValue as? [String: Int] == ["name": 5, "id": 3])
    #expect(try Naming.unarchive(from: naming.archivedData()) == naming)
    #expect(naming.copied().ownName == 5)
    #expect(naming != Naming())

    #expect(NeverNamed.propertyKeys == ["id"])
    #expect(Nameless.propertyKeys == ["id", "title"])
    #expect(Choosing.propertyKeys == ["name", "id"])
    #expect(Choosing.property(forKey: "name")?.valueType == String.self)
  }

  @Test func goesThroughTheAccessorsOfTheOneThatIsLeft() throws {
    let reaching = try JSONAdapter.model(of: Reaching.self, from: #"{"name": 5}"#)
    #expect(reaching.changes == 1)
    #expect(reaching.modestName == "modest")
    #expect(Reaching.propertyKeys == ["name", "changes"])
  }

  @Test func areToldApartInGenericClasses() throws {
    let model = try JSONAdapter.model(of: GenericCeding<String>.self, from: #"{"items": ["a"]}"#)
    #expect(model.baseItems == ["a"])
    #expect(model.ownItems == [7])
  }

  @Test func areToldApartInObservableClasses() throws {
    let model = try JSONAdapter.model(of: Rewatched.self, from: #"{"title": "t"}"#)
    #expect(model.watchedTitle == "t")
    #expect(model.ownTitle == "changed by a hook")
    let fresh = Rewatched()
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.update(fresh, from: #"{"title": "u", "count": 10}"#)
    }
    #expect(fresh.watchedTitle == "watched")
    #expect(fresh.ownTitle == "rewatched")
    #expect(fresh.count == 0)
  }
}
