import Foundation
import Testing

@testable import Peridot

private class Plain: Model {
  var number = 0
  func added() {}
}

private class Holder<Element: Hashable>: Model {
  var element: Element?
  func added(_ element: Element) {}
}

private class Checked<First, Second: Equatable & Sendable>: Holder<String> {
  var first: First?
  override func validate() throws { try super.validate() }
  override func added(_ element: String) {}
}

private final class Loaded: Checked<Int, String> {
  override func didLoad(from source: ModelSource) throws { number = 7 }
  var number = 0
}

private enum Outer<Value> where Value: CustomStringConvertible {
  class Inner<Other>: Model where Other: Sequence, Other.Element == Value {
    var other: Other?
    override func mergeValue(forKey key: String, from other: Model) {}
  }

  final class Bare: Model {
    var value: Value?
  }
}

private final class Packed<each Element>: Model {
  var number = 0
}

private final class Doubled: Model {
  override func validate() throws {}
  override func didLoad(from source: ModelSource) throws {}
}

private final class Borrowed<Element: ~Copyable>: Model {
  var number = 0
  override func didLoad(from source: ModelSource) throws { number += 1 }
}

private struct Token: ~Copyable {}

@Suite struct MethodOverrideTests {
  @Test func takesForOverriddenWhatAProbeDoesNotTell() {
    let plain = ClassQuestions.OverriddenMethods(of: Plain.self, below: Model.self)
    // Two methods or none where there should be one.
    let ambiguous = ClassQuestions.MethodOverride(overriddenBy: Doubled.self, notBy: Plain.self)
    #expect(ambiguous.isAmong(plain))
    #expect(
      ClassQuestions.MethodOverride(overriddenBy: Plain.self, notBy: Plain.self).isAmong(plain))
    // A plain class that overrides what the probe does not.
    #expect(
      ClassQuestions.MethodOverride(overriddenBy: Loaded.self, notBy: Doubled.self).isAmong(plain))
  }

  @Test func seesThoseOfClassesOverTypesThatCannotBeCopied() throws {
    let hooks = ModelHooks(of: Borrowed<Token>.self)
    #expect(hooks.loads && !hooks.validates && !hooks.mergesValues && !hooks.compares)
    #expect(try Borrowed<Token>(dictionary: ["number": 3]).number == 4)
  }

  @Test func seesNoneWhereThereIsNone() {
    for type in [Plain.self, Holder<Int>.self, Holder<String>.self, Outer<Int>.Bare.self] {
      let hooks = ModelHooks(of: type)
      #expect(!hooks.validates && !hooks.validatesKeys && !hooks.loads && !hooks.choosesClass)
      #expect(!hooks.decodesValues && !hooks.encodes && !hooks.mergesValues && !hooks.compares)
    }
  }

  @Test func seesThoseOfGenericClassesAndTheirSubclasses() {
    let checked = ModelHooks(of: Checked<Date, Int>.self)
    #expect(checked.validates && !checked.validatesKeys && !checked.loads)
    let loaded = ModelHooks(of: Loaded.self)
    #expect(loaded.validates && !loaded.validatesKeys && loaded.loads && !loaded.mergesValues)
    let inner = ModelHooks(of: Outer<Int>.Inner<[Int]>.self)
    #expect(inner.mergesValues && !inner.validates && !inner.loads)
  }

  @Test func takesForOverriddenWhatCannotBeTold() {
    let packed = ModelHooks(of: Packed<Int, String>.self)
    #expect(packed.validates && packed.loads && packed.mergesValues && packed.compares)
  }

  @Test func callsThoseOfGenericClasses() throws {
    let loaded = try Loaded(dictionary: ["element": "e", "first": 1])
    #expect(loaded.number == 7)
    #expect(loaded.element == "e")
    let packed = try Packed<Int, String>(dictionary: ["number": 3])
    #expect(packed.number == 3)
    let copy = Packed<Int, String>()
    copy.mergeValues(from: packed)
    #expect(copy == packed)
  }
}
