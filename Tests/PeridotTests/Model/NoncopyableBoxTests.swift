import Foundation
import Peridot
import Testing

private struct Moved: ~Copyable {
  var number = 1
}

/// A class, so that it can be copied whatever it holds.
private final class Shared<Content: ~Copyable> {
  let content: Content
  init(_ content: consuming Content) { self.content = content }
}

/// Can be copied if what it holds can.
private struct Wrapped<Content: ~Copyable>: ~Copyable {
  var content: Content
}

extension Wrapped: Copyable where Content: Copyable {}

private final class Holder<Value>: Model {
  var title = ""
  var value: Value?
  override class var archiveName: String { "NoncopyableBoxTests.Holder" }
}

private final class Keeper<Content: ~Copyable>: Model {
  var title = ""
  var shared: Shared<Content>?
  var list: [Shared<Content>] = []
  override class var archiveName: String { "NoncopyableBoxTests.Keeper" }
}

private final class Owner<Content: ~Copyable>: Model {
  var title = ""
  var wrapped: Wrapped<Content>?
  override class var archiveName: String { "NoncopyableBoxTests.Owner" }
}

@inline(never)
private func use<M: Model>(_ model: M, _ title: ReferenceWritableKeyPath<M, String>) throws {
  model[keyPath: title] = "a"
  let copy = model.copied()
  #expect(copy[keyPath: title] == "a")
  #expect(copy == model)
  #expect(copy.hash == model.hash)
  #expect(model.deeplyCopied() == model)
  #expect(!model.description.isEmpty)
  #expect(model.dictionaryValue["title"] as? String == "a")
  copy.mergeValues(from: model, rule: .deep)
  copy[keyPath: title] = "b"
  #expect(copy != model)
  #expect(model.changedKeys(from: copy) == ["title"])
}

/// Classes that are generic over boxes of types that cannot be copied.
@Suite struct NoncopyableBoxTests {
  @Test func holdsABoxThatIsAnArgument() async {
    await #expect(processExitsWith: .success) {
      let holder = Holder<Shared<Moved>>()
      holder.value = Shared(Moved())
      try use(holder, \.title)
    }
  }

  @Test func holdsABoxOfAnArgument() async {
    await #expect(processExitsWith: .success) {
      let keeper = Keeper<Moved>()
      keeper.shared = Shared(Moved())
      keeper.list = [Shared(Moved())]
      try use(keeper, \.title)
    }
  }

  @Test func leavesOutABoxThatCannotBeCopied() async {
    await #expect(processExitsWith: .success) {
      let owner = Owner<Moved>()
      owner.wrapped = Wrapped(content: Moved())
      try use(owner, \.title)
      #expect(Owner<Moved>.unsupportedVariables.map(\.name) == ["wrapped"])
    }
  }

  @Test func copiesABoxThatCanBeCopied() async {
    await #expect(processExitsWith: .success) {
      let owner = Owner<Int>()
      owner.wrapped = Wrapped(content: 5)
      try use(owner, \.title)
      #expect(owner.copied().wrapped?.content == 5)
    }
  }
}
