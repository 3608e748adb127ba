import Foundation
import Testing

@testable import Peridot
@testable import TestSupport

private struct NoNumber: Error, Equatable {
  let value: String
}

/// What the class was, by the archives that it left behind.
final class MendedOrderBefore: Model {
  var identifier: Any? = nil
  var amount: Any? = nil
  override class var archiveName: String { "MendedOrder" }
}

/// Takes numbers for its identifier, as OctoKit's objects do, and words for its amount.
final class MendedOrder: Model, CodableModel {
  var identifier = ""
  var amount = 0
  override class var archiveName: String { "MendedOrder" }

  override func validate(_ value: inout Any?, forKey key: String) throws {
    switch (key, value) {
    case ("identifier", let number as Int): value = "\(number)"
    case ("amount", let text as String):
      guard let number = ["one": 1, "two": 2][text] else { throw NoNumber(value: text) }
      value = number
    case ("amount", nil): value = -1
    default: break
    }
  }

  override class func dictionaryValue(
    fromArchivedExternalRepresentation externalRepresentation: [String: Any], version: Int
  ) -> [String: Any]? { externalRepresentation }
}

/// Has values that the rules for values in memory take, and those of JSON don't.
class MendedFlags: Model, CodableModel {
  var isOn = false
  var mode = "off"
  var rate: Float = 0
  var flags: [Bool] = []

  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "mode" ? .mapping(["ON": "on"]) : nil
  }
}

class LimitedFlags: MendedFlags {
  override class var declaredProperties: [Property] {
    [property("rate", \.rate, limits: .atMost(1e9))]
  }
}

final class ValidatedFlags: MendedFlags {
  override func validate(_ value: inout Any?, forKey key: String) throws {}
}

final class ValidatedAndLimitedFlags: LimitedFlags {
  override func validate(_ value: inout Any?, forKey key: String) throws {
    try super.validate(&value, forKey: key)
  }
}

/// The ways by which an order may come.
private enum Door: CaseIterable {
  case dictionary, jsonBytes, jsonDictionary, update, updateFromDictionary, coder
  case archive, foundationArchive, archiveBeforeVersionOne

  func order(_ values: [String: Any]) throws -> MendedOrder {
    switch self {
    case .dictionary: return try MendedOrder(dictionary: values)
    case .jsonBytes:
      return try JSONAdapter.model(
        of: MendedOrder.self, from: JSONSerialization.data(withJSONObject: values))
    case .jsonDictionary: return try JSONAdapter.model(of: MendedOrder.self, from: values)
    case .update:
      let order = MendedOrder()
      try JSONAdapter.update(order, from: JSONSerialization.data(withJSONObject: values))
      return order
    case .updateFromDictionary:
      let order = MendedOrder()
      try JSONAdapter.update(order, from: values)
      return order
    case .coder:
      return try JSONDecoder().decode(
        MendedOrder.self, from: JSONSerialization.data(withJSONObject: values))
    case .archive:
      return try MendedOrder.unarchive(
        from: MendedOrderBefore(dictionary: values).archivedData(),
        classNames: ["MendedOrder": MendedOrder.self])
    case .foundationArchive:
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: MendedOrderBefore(dictionary: values), requiringSecureCoding: true)
      let reader = try NSKeyedUnarchiver(forReadingFrom: data)
      reader.setClass(MendedOrder.self, forClassName: "PeridotTests.MendedOrderBefore")
      reader.decodingFailurePolicy = .raiseException
      return try #require(reader.decodeObject(of: MendedOrder.self, forKey: "root"))
    case .archiveBeforeVersionOne:
      var archive = HandmadeArchive()
      var members: [(Int, Int)] = []
      for (key, value) in values {
        let number = (value as? Int).map { archive.integer(Int64($0)) }
        members.append(
          (archive.string(key), number ?? archive.string(value as? String ?? "$null")))
      }
      let external = archive.dictionary(members)
      let root = archive.add("MendedOrder", [("externalRepresentation", external)])
      return try MendedOrder.unarchive(
        from: archive.data(root: root), classNames: ["MendedOrder": MendedOrder.self])
    }
  }
}

/// `validate(_:forKey:)` is asked about values of the wrong type before they are refused.
@Suite struct MendedValueTests {
  @Test(arguments: Door.allCases)
  private func takesWhatValidationLeaves(_ door: Door) throws {
    let order = try door.order(["identifier": 12, "amount": "two"])
    #expect(order.identifier == "12")
    #expect(order.amount == 2)
  }

  @Test(arguments: [Door.dictionary, .jsonBytes, .jsonDictionary, .update])
  private func asksAboutNull(_ door: Door) throws {
    let order = try door.order(["amount": NSNull()])
    #expect(order.amount == -1)
  }

  @Test(arguments: Door.allCases.filter { $0 != .foundationArchive })
  private func throwsTheMismatchWithWhatValidationThrew(_ door: Door) throws {
    do {
      _ = try door.order(["identifier": "a", "amount": "many"])
      Issue.record("nothing was thrown")
    } catch let error as ModelError {
      #expect(error.description == #"MendedOrder.amount: expected Int, found string "many""#)
      #expect(error.underlying as? NoNumber == NoNumber(value: "many"))
    } catch let error as JSONAdapterError {
      #expect(error.kind == .typeMismatch)
      #expect(error.path == "$.amount")
      #expect(error.propertyKey == "amount")
      #expect(error.underlying as? NoNumber == NoNumber(value: "many"))
    } catch let error as ArchiveError {
      #expect(error.kind == .typeMismatch)
      #expect(error.path == "$.amount")
      #expect(error.underlying as? NoNumber == NoNumber(value: "many"))
    } catch DecodingError.typeMismatch(_, let context) {
      #expect(context.codingPath.map(\.stringValue) == ["amount"])
      let error = context.underlyingError as? JSONAdapterError
      #expect(error?.kind == .typeMismatch)
      #expect(error?.underlying as? NoNumber == NoNumber(value: "many"))
    }
  }

  // An archive made by hand has no fractions.
  @Test(
    arguments: Door.allCases.filter { $0 != .foundationArchive && $0 != .archiveBeforeVersionOne })
  private func throwsTheMismatchOfWhatValidationLeavesAlone(_ door: Door) throws {
    do {
      _ = try door.order(["identifier": 1.5, "amount": 1])
      Issue.record("nothing was thrown")
    } catch let error as ModelError {
      #expect(error.description == "MendedOrder.identifier: expected String, found number 1.5")
      #expect(error.underlying == nil)
    } catch let error as JSONAdapterError {
      #expect(error.kind == .typeMismatch)
      #expect(error.underlying == nil)
    } catch let error as ArchiveError {
      #expect(error.path == "$.identifier")
      #expect(
        error.message.description == "$.identifier (object 4): expected a string, found the number "
          + "1.5: convert it in validate(_:forKey:) or decodeValue(forKey:with:modelVersion:)")
      #expect(error.underlying == nil)
    } catch DecodingError.typeMismatch(_, let context) {
      #expect(context.codingPath.map(\.stringValue) == ["identifier"])
    }
  }

  // Only values in memory and archives have no Booleans of their own.
  @Test(
    arguments: [Door.jsonBytes, .jsonDictionary, .update, .updateFromDictionary, .coder],
    [LimitedFlags.self, ValidatedFlags.self, ValidatedAndLimitedFlags.self] as [MendedFlags.Type])
  private func refusesWhatValidationLeavesUnchanged(_ door: Door, _ type: MendedFlags.Type) throws {
    let values: [String: Any] = ["isOn": 1, "mode": "on", "rate": 1e60, "flags": [0, true]]
    for (key, value) in values {
      let json = try JSONSerialization.data(withJSONObject: [key: value])
      let model = type.init()
      let error = #expect(throws: (any Error).self, "\(key)") {
        switch door {
        case .jsonDictionary: _ = try JSONAdapter.model(of: type, from: [key: value])
        case .update: try JSONAdapter.update(model, from: json)
        case .updateFromDictionary: try JSONAdapter.update(model, from: [key: value])
        case .coder: _ = try JSONDecoder().decode(type, from: json)
        default: _ = try JSONAdapter.model(of: type, from: json)
        }
      }
      if let error = error as? JSONAdapterError {
        #expect(error.propertyKey == key)
        #expect(error.underlying == nil || key == "mode")
      } else {
        #expect(error is DecodingError)
      }
      #expect(model == type.init())
    }
  }

  /// A value that validation replaces is another one, even if it is equal.
  @Test func takesAnEqualValueOfAnotherType() throws {
    final class Switch: Model, JSONSerializing {
      var isOn = false
      override func validate(_ value: inout Any?, forKey key: String) throws {
        if let number = value as? Int { value = number == 1 }
      }
    }
    #expect(try JSONAdapter.model(of: Switch.self, from: #"{"isOn": 1}"#).isOn)
  }

  @Test func doesNotReportWhatWasMended() throws {
    var issues: [JSONIssue] = []
    let order = try JSONAdapter.model(
      of: MendedOrder.self, from: #"{"amount": "two", "identifier": [1]}"#, policy: .lenient
    ) { issues.append($0) }
    #expect(order.amount == 2)
    #expect(order.identifier == "")
    #expect(issues.map(\.path) == ["$.identifier"])
  }

  @Test func putsBackWhatAFailedUpdateMended() throws {
    let order = MendedOrder()
    order.amount = 5
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.update(order, from: #"{"amount": "two", "identifier": [1]}"#)
    }
    #expect(order.amount == 5)
  }
}
