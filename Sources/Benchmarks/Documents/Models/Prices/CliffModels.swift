import Foundation
import Observation
import Peridot

/// A package of a lock file.
final class LockedPackage: Model, JSONSerializing {
  var version = ""
  var resolved = ""
  var dev = false
}

/// A dictionary of small objects, and one of texts.
final class LockFile: Model, JSONSerializing {
  var packages: [String: LockedPackage] = [:]
  var names: [String: String] = [:]
}

/// The objects of a ``LockFile`` without their names.
final class LockList: Model, JSONSerializing {
  var packages: [LockedPackage] = []
}

/// Twenty Optionals, of which few have a value.
final class SparseObject: Model, JSONSerializing {
  var name: String?
  var count: Int?
  var score: Double?
  var isOpen: Bool?
  var link: URL?
  var day: Date?
  var numbers: [Int]?
  var labels: [String]?
  var part: TwoProperties?
  var parts: [TwoProperties]?
  var a: String?
  var b: String?
  var c: String?
  var d: String?
  var e: Int?
  var f: Int?
  var g: Double?
  var h: Bool?
  var i: String?
  var j: String?
}

/// The properties of ``PlainDetail`` in an `@Observable` class.
@Observable final class ObservedObject: Model, JSONSerializing {
  var id = 0
  var name = ""
  var login = ""
  var score = 0.0
  var isActive = false
  var followers = 0
  var location: String?
  var company: String?
  var count = 0
  var detail = ""

  override class var declaredProperties: [Property] {
    [
      property("id", \.id), property("name", \.name), property("login", \.login),
      property("score", \.score), property("isActive", \.isActive),
      property("followers", \.followers), property("location", \.location),
      property("company", \.company), property("count", \.count), property("detail", \.detail),
    ]
  }
}

/// Any JSON, by trying one type after the other, as many programs have it.
enum ProbedValue: Codable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case array([ProbedValue])
  case object([String: ProbedValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([ProbedValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: ProbedValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

final class ProbedDocument: Model, JSONSerializing {
  var detail: ProbedValue = .null
}

final class AnyDocument: Model, JSONSerializing {
  var detail: Any?
}

/// A tree with ways back.
final class LinkedNode: Model, JSONSerializing {
  var id = 0
  var children: [LinkedNode] = []
  weak var parent: LinkedNode?
}

/// The same without ways back.
final class PlainNode: Model, JSONSerializing {
  var id = 0
  var children: [PlainNode] = []
}

/// Two arrays whose elements are members of the same objects.
final class TwoColumns: Model, JSONSerializing {
  var ids: [Int] = []
  var names: [String] = []

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["ids": "items[*].id", "names": "items[*].name"]
  }
}

final class OneColumn: Model, JSONSerializing {
  var ids: [Int] = []

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["ids": "items[*].id"] }
}

final class ElementWithIdentity: Model, JSONSerializing {
  var id = 0
  var name = ""

  override class var identityKey: String? { "id" }
}

final class MatchedList: Model, JSONSerializing {
  var items: [ElementWithIdentity] = []
}
