import Foundation
import Peridot
import Synchronization
import Testing

@testable import TestSupport

private struct Rejection: Error {}

/// How many objects were made and ended within a test.
private final class Lives: Sendable {
  @TaskLocal static var current = Lives()

  private let made = Atomic(0)
  private let ended = Atomic(0)

  func make() { made.add(1, ordering: .relaxed) }
  func end() { ended.add(1, ordering: .relaxed) }

  /// Returns what `body` makes and ends.
  static func count(_ body: () throws -> Void) rethrows -> [Int] {
    let lives = Lives()
    try $current.withValue(lives, operation: body)
    return [lives.made.load(ordering: .relaxed), lives.ended.load(ordering: .relaxed)]
  }
}

private protocol Shape {}
private struct Square: Shape, Equatable { var side = 1 }

private class Resource: Model, JSONSerializing {
  var id = 0
  var name = "name"
  var size: Int?
  var ratio = 0.5
  var tags: [String] = []
  var child: Resource?
  var children: [Resource] = []
  weak var owner: Resource?
  var action: () -> Int = { 1 }
  var plainAction: (() -> Void)?
  var anything: Any = "anything"
  var shape: any Shape = Square()
  var pair = (1, "two")
  var double: Int?? = .some(nil)
  private var secret = "secret"
  var left = "out"
  var _descriptor = 7

  required init() {
    super.init()
    Lives.current.make()
  }

  deinit { Lives.current.end() }

  override class var identityKey: String? { "id" }
  override class var excludedPropertyKeys: Set<String> { ["left"] }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    Dictionary(
      uniqueKeysWithValues: ["action", "plainAction", "shape", "pair", "double"].map {
        ($0, .excluded)
      })
  }

  func change() {
    (id, name, size, ratio, tags) = (-1, "changed by a hook, and long", 1, 2, ["changed"])
    (child, children, owner) = (nil, [], self)
    (action, plainAction, anything, shape) = ({ 2 }, {}, 5, Square(side: 2))
    (pair, double, secret, left, _descriptor) = ((2, "three"), nil, "changed", "changed", -1)
  }

  func expectUntouched(_ line: Int = #line) {
    let location = SourceLocation(
      fileID: #fileID, filePath: #filePath, line: line, column: 1)
    #expect(name == "name" && size == nil && ratio == 0.5, sourceLocation: location)
    #expect(tags.isEmpty && owner == nil, sourceLocation: location)
    #expect(action() == 1 && plainAction == nil, sourceLocation: location)
    #expect(anything as? String == "anything", sourceLocation: location)
    #expect(shape as? Square == Square(), sourceLocation: location)
    #expect(pair == (1, "two") && double == .some(nil), sourceLocation: location)
    #expect(secret == "secret" && left == "out", sourceLocation: location)
    #expect(_descriptor == 7, sourceLocation: location)
  }
}

/// Its hook changes everything, its parent's too, and may then refuse.
private final class Hooked: Resource {
  var refuses = false
  var hooked: Hooked?
  var others: [Hooked] = []
  weak var parent: Resource?

  override func validate() throws {
    try super.validate()
    guard refuses else { return }
    parent?.change()
    change()
    throw Rejection()
  }
}

/// Its hook changes its parent, and succeeds.
private final class Meddler: Resource {
  weak var parent: Resource?

  override func didLoad(from source: ModelSource) throws { parent?.change() }
}

private final class Host: Resource {
  var meddler: Meddler?
  var last = 0
}

/// Its setters change more than what they are given.
private final class Computing: Resource {
  var total: Int {
    get { id }
    set { change() }
  }
  var last = 0

  override class var declaredProperties: [Property] {
    [property("total", \.total)]
  }
}

private final class Extra: Model, JSONSerializing, JSONExtrasKeeping {
  var jsonExtras: [String: Any] = ["kept": 1]
  var last = 0
}

@Suite struct UpdateUndoTests {
  private func resource() -> Resource {
    let resource = Resource()
    resource.child = Resource()
    resource.children = [1, 2].map { id in
      let child = Resource()
      child.id = id
      return child
    }
    return resource
  }

  @Test(arguments: [
    #"{"name":"a","size":1,"tags":["b"],"_descriptor":1}"#,
    #"{"child":{"name":"a","child":null}}"#,
    #"{"children":[{"id":2,"name":"a"},{"name":"b","id":1}]}"#,
    #"{"name":"a","child":{"name":"b"},"children":[{"id":1}],"ratio":"x"}"#,
    #"{"child":{"name":"b"},"children":[{"id":2,"name":"b"},{"id":1,"size":"x"}]}"#,
    #"{"name":"a","name":"b","child":{"id":"x"},"child":{"name":"c"}}"#,
    #"{"name":"a""#,
  ])
  func makesAndEndsNoObject(_ text: String) {
    let model = resource()
    #expect(Lives.count { try? JSONAdapter.update(model, from: text) } == [0, 0])
    #expect(model.children.map(\._descriptor) == [7, 7])
  }

  @Test func makesOnlyWhatTheJSONAdds() throws {
    let model = resource()
    let first = model.children[0]
    let lives = try Lives.count {
      try JSONAdapter.update(model, from: #"{"children":[{"id":1,"name":"a"},{"id":9}]}"#)
    }
    // The element with the new identity is made, and the one that is left out ends.
    #expect(lives == [1, 1])
    #expect(model.children[0] === first)
  }

  @Test func endsNoObjectByMergingComparingOrWriting() throws {
    let (model, other) = (resource(), resource())
    // The first writing of a class makes an object, to know what absent members leave.
    _ = try JSONAdapter.data(from: model)
    let lives = try Lives.count {
      _ = model == other
      _ = model.changedKeys(from: other)
      _ = model.hash
      _ = model.description
      model.mergeValues(from: other, rule: .deep)
      _ = try JSONAdapter.data(from: model)
    }
    #expect(lives == [0, 0])
  }

  @Test(arguments: [
    #"{"id":5,"name":"a","size":1,"ratio":2,"tags":["b"],"anything":[1],"last":"x","child":5}"#,
    #"{"id":5,"id":6,"name":"a","name":null}"#,
    #"{"id":5,"name":"a","tags":["b"],"anything":null,"size":8"#,
  ])
  func putsBackWhatWasWritten(_ text: String) {
    let model = resource()
    #expect(throws: JSONAdapterError.self) { try JSONAdapter.update(model, from: text) }
    model.expectUntouched()
    #expect(model.id == 0)
    #expect(model.child != nil)
    #expect(model.children.map(\.id) == [1, 2])
  }

  @Test func putsBackWhatAFailingHookChanged() {
    let model = Hooked()
    model.refuses = true
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.update(model, from: #"{"name":"a","tags":["b"]}"#)
    }
    model.expectUntouched()
    #expect(model.id == 0)
  }

  @Test func putsBackWhatTheHookOfANestedModelChanged() {
    let model = Hooked()
    let hooked = Hooked()
    model.hooked = hooked
    (hooked.refuses, hooked.parent) = (true, model)
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.update(model, from: #"{"id":3,"name":"a","hooked":{"name":"b"}}"#)
    }
    model.expectUntouched()
    hooked.expectUntouched()
    #expect(model.hooked === hooked)
    #expect(hooked.parent === model)
  }

  @Test func putsBackWhatASuccessfulHookChangedInAModelWithoutHooks() {
    let model = Host()
    let meddler = Meddler()
    model.meddler = meddler
    meddler.parent = model
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.update(model, from: #"{"name":"a","meddler":{"name":"b"},"last":"x"}"#)
    }
    model.expectUntouched()
    meddler.expectUntouched()
    #expect(model.meddler === meddler)
  }

  @Test func putsBackOnlyTheNestedModelThatIsLeftOut() throws {
    let model = Hooked()
    model.others = (1...3).map { id in
      let other = Hooked()
      (other.id, other.refuses) = (id, id == 2)
      return other
    }
    let others = model.others
    var issues: [String] = []
    try JSONAdapter.update(
      model,
      from: #"{"name":"m","others":[{"id":1,"name":"a"},{"id":2,"name":"b"},{"id":3,"name":"c"}]}"#,
      policy: .strict.with { $0.hookReject = .drop },
      report: { issues.append($0.path) })
    #expect(issues == ["$.others[1]"])
    #expect(model.name == "m")
    #expect(others.map(\.name) == ["a", "name", "c"])
    others[1].expectUntouched()
    #expect(others[1].id == 2)
  }

  @Test func putsBackWhatASetterChanged() {
    let model = Computing()
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.update(model, from: #"{"name":"a","total":3,"last":"x"}"#)
    }
    model.expectUntouched()
    #expect(model.id == 0)
  }

  @Test func putsBackTheExtras() {
    let model = Extra()
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.update(model, from: #"{"new":2,"last":"x"}"#)
    }
    #expect(model.jsonExtras.keys.sorted() == ["kept"])
  }

  @Test func keepsAReplacedModelUntilTheUpdateIsOver() {
    let model = resource()
    let child = model.child.map { ObjectIdentifier($0) }
    let lives = Lives.count {
      #expect(throws: JSONAdapterError.self) {
        try JSONAdapter.update(model, from: #"{"child":null,"children":[],"ratio":"x"}"#)
      }
    }
    #expect(lives == [0, 0])
    #expect(model.child.map { ObjectIdentifier($0) } == child)
  }

  /// A hundred thousand models are saved as a whole once each, whichever fails.
  @Test(.timeLimit(.minutes(60)))
  func takesLinearTimeWhenManyHooksFail() throws {
    let model = Hooked()
    model.children = (1...3000).map { id in
      let child = Resource()
      child.id = id
      return child
    }
    model.others = (1...3000).map { id in
      let other = Hooked()
      (other.id, other.refuses) = (id, true)
      return other
    }
    let elements = (1...3000).map { #"{"id":\#($0),"name":"x"}"# }.joined(separator: ",")
    try JSONAdapter.update(
      model, from: #"{"children":[\#(elements)],"others":[\#(elements)]}"#,
      policy: .strict.with { $0.hookReject = .drop })
    #expect(model.children.allSatisfy { $0.name == "x" })
    #expect(model.others.isEmpty)
  }
}
