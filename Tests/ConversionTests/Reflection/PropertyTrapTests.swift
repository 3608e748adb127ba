import Foundation
import Peridot
import Testing

private class Base: Model {
  private var name = ""
}

private final class Derived: Base {
  private var name = 0
}

private final class Stranger: Model {
  var a = 0
  var b = 0

  override class var declaredProperties: [Property] { [property("a", \.a)] }
}

private final class Borrower: Model, JSONSerializing {
  override class var declaredProperties: [Property] { Stranger.declaredProperties }
}

private final class PathBorrower: Model {
  override class var declaredProperties: [Property] { [Stranger.property("count", \.a)] }
}

/// What wrong code is told.
@Suite struct PropertyTrapTests {
  private func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test func namesBothClassesThatDeclareAName() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Derived.propertyKeys
    }
    #expect(
      text(result).contains(
        """
        Peridot: Derived.name is declared by Base and by Derived: rename one of them, or list the name \
        in excludedPropertyKeys of one class, which excludes that class's own
        """))
  }

  @Test func listsTheKeysForAnUnknownOne() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Stranger()["c"]
    }
    #expect(text(result).contains(#"Peridot: Stranger has no property "c"; it has a, b"#))
  }

  @Test func refusesPropertiesOfAnotherClass() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Borrower.propertyKeys
    }
    #expect(
      text(result).contains(
        #"Peridot: Borrower.declaredProperties has "a", which is a property of Stranger"#))
    #expect(throws: JSONAdapterError.self) { try JSONAdapter.check(Borrower.self) }
  }

  @Test func refusesKeyPathsFromAnotherClass() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = PathBorrower().dictionaryValue
    }
    #expect(
      text(result).contains(
        """
        Peridot: PathBorrower.declaredProperties has "count", which is a property of Stranger: \
        declare it by a key path from PathBorrower or a superclass
        """))
  }
}
