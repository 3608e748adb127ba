import ClientModels
import Peridot
import Testing

@testable import TestSupport

private final class Local: Model, JSONSerializing {
  var number = 1
  private(set) var restricted = 1
  private var hidden = 1

  func replaceHidden() throws -> (Int, Int) {
    let before = hidden
    try setValue(before + 1, forPropertyKey: "hidden")
    return (before, hidden)
  }
}

/// What the optimizer must not do: keep a value that it read before a property was set by key.
///
/// These tests say something in a release build only, also with `-cross-module-optimization`:
///
///     swift test -c release --filter OptimizedAccessTests
///     swift test -c release -Xswiftc -cross-module-optimization --filter OptimizedAccessTests
@Suite struct OptimizedAccessTests {
  @Test func seesAValueSetInTheSameModule() throws {
    let local = Local()
    #expect(try local.replaceHidden() == (1, 2))
    #expect(try setNumber(local) == (1, 2))
    #expect(try updateNumber(local) == (2, 7))
    #expect(try fillNumber(3) == 3)
  }

  private func fillNumber(_ number: Int) throws -> Int {
    try Local(dictionary: ["number": number]).number
  }

  private func setNumber(_ model: Local) throws -> (Int, Int) {
    let before = model.number
    try model.setValue(before + 1, forPropertyKey: "number")
    return (before, model.number)
  }

  private func updateNumber(_ model: Local) throws -> (Int, Int) {
    let before = model.number
    try JSONAdapter.update(model, from: #"{"number": 7}"#)
    return (before, model.number)
  }

  @Test func seesValuesSetOneByOneWithinAnotherModule() throws {
    let readings = Readings()
    #expect(try readings.doubledOneByOne() == Snapshot(all: 2))
    #expect(readings.current == Snapshot(all: 2))
  }

  @Test func seesValuesSetFromAnotherModule() throws {
    let readings = Readings()
    #expect(try setNumber(readings) == (1, 2))
    #expect(try setRestricted(readings) == (1, 2))
    #expect(try setPhase(readings) == (.first, .second))
    #expect(try setPoint(readings) == (Point(x: 1, y: 1), Point(x: 2, y: 1)))
    #expect(try setOptional(readings) == (1, nil))
    #expect(try setPair(readings) == [1, 1, 2, 3])
    #expect(try setText(readings) == ("1", "12"))
  }

  private func setNumber(_ model: Readings) throws -> (Int, Int) {
    let before = model.number
    try model.setValue(before + 1, forPropertyKey: "number")
    return (before, model.number)
  }

  private func setRestricted(_ model: Readings) throws -> (Int, Int) {
    let before = model.restricted
    try model.setValue(before + 1, forPropertyKey: "restricted")
    return (before, model.restricted)
  }

  private func setPhase(_ model: Readings) throws -> (Phase, Phase) {
    let before = model.phase
    try model.setValue(Phase.second, forPropertyKey: "phase")
    return (before, model.phase)
  }

  private func setPoint(_ model: Readings) throws -> (Point, Point) {
    let before = model.point
    try model.setValue(Point(x: before.x + 1, y: before.y), forPropertyKey: "point")
    return (before, model.point)
  }

  private func setOptional(_ model: Readings) throws -> (Int?, Int?) {
    let before = model.optional
    try model.setValue(nil, forPropertyKey: "optional")
    return (before, model.optional)
  }

  private func setPair(_ model: Readings) throws -> [Int] {
    let before = model.pair
    try model.setValue((before.0 + 1, before.1 + 2), forPropertyKey: "pair")
    return [before.0, before.1, model.pair.0, model.pair.1]
  }

  private func setText(_ model: Readings) throws -> (String, String) {
    let before = model.text
    try model.setValue(before + "2", forPropertyKey: "text")
    return (before, model.text)
  }

  @Test func seesValuesOfGenericModels() throws {
    let cell = Cell<Int>()
    let (before, after) = try cell.replaceHidden(with: 3)
    #expect(before == nil)
    #expect(after == 3)
    #expect(try setValue(of: cell, to: 4) == (nil, 4))
    let texts = Cell<String>()
    #expect(try setValue(of: texts, to: "a") == (nil, "a"))
    #expect(try setValue(of: texts, to: "b") == ("a", "b"))
  }

  private func setValue<Value>(of cell: Cell<Value>, to new: Value) throws -> (Value?, Value?) {
    let before = cell.value
    try cell.setValue(new, forPropertyKey: "value")
    return (before, cell.value)
  }

  @Test func seesWhatAnUpdateRead() throws {
    let readings = Readings()
    let expected = Snapshot(all: 2, pair: 1)
    #expect(try readings.aroundUpdate(2) == (Snapshot(all: 1), expected))
    #expect(try Readings.newUpdated(2) == expected)
    #expect(try aroundUpdate(Readings()) == [1, 1, 1, 2, 2, 2])
  }

  private func aroundUpdate(_ model: Readings) throws -> [Int?] {
    let before = [model.number, model.restricted, model.optional]
    try JSONAdapter.update(model, from: Readings.json(2))
    return before + [model.number, model.restricted, model.optional]
  }

  @Test func seesWhatAFailedUpdatePutBack() {
    let (before, after, failed) = Readings().aroundFailingUpdate()
    #expect(failed)
    #expect(before == Snapshot(all: 1))
    #expect(after == Snapshot(all: 1))
  }

  @Test func seesMergedValues() throws {
    let other = try Readings(dictionary: Readings.values(3))
    #expect(Readings().aroundMerge(other) == (Snapshot(all: 1), Snapshot(all: 3)))
    #expect(Readings().aroundDeepMerge(other) == (Snapshot(all: 1), Snapshot(all: 3)))
    #expect(Readings.newMerged(with: other) == Snapshot(all: 3))
    #expect(aroundMerge(Readings(), other) == [1, 1, 1, 3, 3, 3])
  }

  private func aroundMerge(_ model: Readings, _ other: Readings) -> [Int?] {
    let before = [model.number, model.restricted, model.optional]
    model.mergeValues(from: other)
    return before + [model.number, model.restricted, model.optional]
  }

  @Test func seesTheValuesOfNewObjectsAndCopies() throws {
    #expect(try Readings.newSet(3) == (3, 3, 3))
    #expect(try Readings.newLoaded(3) == Snapshot(all: 3))
    let readings = try Readings(dictionary: Readings.values(3))
    #expect(readings.shallowCopied() == Snapshot(all: 3))
    #expect(readings.deepCopied() == Snapshot(all: 3))
    #expect(readings.with { $0.number = 5 }.number == 5)
    #expect(try newNumber(3) == 3)
  }

  private func newNumber(_ number: Int) throws -> Int {
    let new = Readings()
    try new.setValue(number, forPropertyKey: "number")
    return new.number
  }
}
