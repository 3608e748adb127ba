import Foundation
import Peridot
import Testing

private struct Pair: Codable {
  var left: Int
}

/// An element that is read as a whole by one of its properties.
private final class Whole: Model, JSONSerializing {
  var pair = Pair(left: 0)

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["pair": .root] }
}

private final class PreparedWhole: Model, JSONSerializing, JSONPreparing {
  var pair = Pair(left: 0)

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["pair": .root] }
  static func prepare(_ json: [String: Any]) throws -> [String: Any] { json }
}

private final class Holder<Element: Model & JSONSerializing>: Model, JSONSerializing {
  var list: [Element] = []
}

/// What `dropOtherKinds` drops is an element of another kind, not one with a mistake within it.
@Suite struct DroppedElementTests {
  private static let policy = {
    var policy = ConversionPolicy.strict
    policy.badElement = .dropOtherKinds
    return policy
  }()

  @Test func failsForAMistakeOfAPropertyAtTheElementsRoot() {
    expectFailure(Holder<Whole>.self)
    expectFailure(Holder<PreparedWhole>.self)
  }

  private func expectFailure<M: Model & JSONSerializing>(_ type: M.Type) {
    func error(_ read: () throws -> M) -> JSONAdapterError? {
      #expect(throws: JSONAdapterError.self) { _ = try read() }
    }
    let errors = [
      error { try JSONAdapter.model(of: type, from: #"{"list":[{}]}"#, policy: Self.policy) },
      error {
        try JSONAdapter.model(
          of: type, from: ["list": [[:] as [String: Any]]] as [String: Any], policy: Self.policy)
      },
    ]
    for error in errors {
      #expect(error?.propertyKey == "pair")
      #expect(error?.kind == .typeMismatch)
    }
  }

  @Test func dropsAnElementOfAnotherKind() throws {
    let holder = try JSONAdapter.model(
      of: Holder<PreparedWhole>.self, from: #"{"list":[5,{"left":1}]}"#, policy: Self.policy)
    #expect(holder.list.map(\.pair.left) == [1])
  }
}
