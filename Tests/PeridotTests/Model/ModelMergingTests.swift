import Peridot
import Testing

private class User: Model {
  var name = ""
  var age: Int?
  var tags: [String] = []
}

private final class Admin: User {
  var level = 1
}

private final class Unrelated: Model {
  var age: Int? = 7
  var name = 5
  var tags = ["u"]
  var more = 1
}

private final class Counter: Model {
  var count = 0
  var label: String?

  override func mergeValue(forKey key: String, from other: Model) {
    guard key == "count" else { return super.mergeValue(forKey: key, from: other) }
    count += (other as? Counter)?.count ?? 0
  }
}

@Suite struct ModelMergingTests {
  private func user(_ name: String, _ age: Int?) -> User {
    let user = User()
    user.name = name
    user.age = age
    return user
  }

  @Test func takesEveryValueNilIncluded() {
    let (mine, other) = (user("a", 1), user("b", nil))
    mine.tags = ["x"]
    mine.mergeValues(from: other)
    #expect(mine == other)
    #expect(mine.age == nil)
    #expect(mine.tags == [])
  }

  @Test func keepsWhatTheOtherLacks() {
    let mine = user("a", 1)
    mine.mergeValues(from: user("b", nil), rule: .skipNil)
    #expect(mine.name == "b")
    #expect(mine.age == 1)
  }

  @Test func takesOneKey() {
    let mine = user("a", 1)
    mine.mergeValue(forKey: "age", from: user("b", 2))
    #expect(mine.name == "a")
    #expect(mine.age == 2)
    mine.mergeValue(forKey: "unknown", from: user("b", 3))
    #expect(mine.age == 2)
  }

  @Test func followsTheRuleOfAKey() {
    let (mine, other) = (Counter(), Counter())
    mine.count = 2
    other.count = 3
    other.label = "l"
    mine.mergeValues(from: other)
    #expect(mine.count == 5)
    #expect(mine.label == "l")
    other.label = nil
    mine.mergeValues(from: other, rule: [.deep, .skipNil])
    #expect(mine.count == 8)
    #expect(mine.label == "l")
  }

  @Test func mergesSubclassAndSuperclassBothWays() {
    let admin = Admin()
    admin.level = 9
    admin.mergeValues(from: user("a", 1))
    #expect(admin.name == "a")
    #expect(admin.level == 9)
    admin.name = "root"
    let mine = user("b", 2)
    mine.mergeValues(from: admin)
    #expect(mine.name == "root")
    #expect(mine.age == 1)
    #expect(mine.changedKeys(from: admin) == [])
    #expect(admin.changedKeys(from: user("x", 1)) == ["name"])
  }

  @Test func mergesUnrelatedClassesByKeyAndType() {
    let mine = user("a", 1)
    mine.mergeValues(from: Unrelated())
    #expect(mine.name == "a")
    #expect(mine.age == 7)
    #expect(mine.tags == ["u"])
    #expect(Unrelated().changedKeys(from: mine) == [])
    mine.age = 1
    #expect(Unrelated().changedKeys(from: mine) == ["age"])
  }

  @Test func leavesItselfAlone() {
    let counter = Counter()
    counter.count = 2
    counter.mergeValues(from: counter)
    #expect(counter.count == 2)
  }

  @Test func tellsWhatChanged() {
    let (mine, other) = (user("a", 1), user("a", 1))
    #expect(mine.changedKeys(from: other) == [])
    other.tags = ["t"]
    other.age = nil
    #expect(mine.changedKeys(from: other) == ["age", "tags"])
    #expect(mine.changedKeys(from: mine) == [])
  }
}
