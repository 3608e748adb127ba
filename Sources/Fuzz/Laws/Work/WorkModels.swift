import Foundation
import Peridot

// Classes that are written by hand, with a place for each way in which a document can grow.

class WorkFigure: Model, CodableModel {
  var name = ""

  override class var cluster: Cluster? {
    cluster(tag: "type", ["circle": WorkCircle.self], unknown: .fail)
  }
}

final class WorkCircle: WorkFigure {
  var radius = 0.0
}

class WorkMessage: Model, CodableModel {
  var id = 0

  override class var cluster: Cluster? {
    cluster(tag: "type", content: "payload", ["text": WorkTextMessage.self], unknown: .fail)
  }
}

final class WorkTextMessage: WorkMessage {
  var text = ""
}

class WorkEvent: Model, CodableModel {
  var id = 0

  override class var cluster: Cluster? {
    cluster(around: ["opened": WorkOpened.self], unknown: .fail)
  }
}

final class WorkOpened: WorkEvent {
  var by = ""
}

class WorkAttachment: Model, CodableModel {
  var id = 0

  override class var cluster: Cluster? {
    cluster(deducedFrom: ["pixels": WorkPicture.self], unknown: .fail)
  }
}

final class WorkPicture: WorkAttachment {
  var pixels = 0
}

/// A small model with an identity.
final class WorkChild: Model, CodableModel {
  var id = 0
  var name = ""
  var score: Double?

  override class var identityKey: String? { "id" }
  override class var requiredPropertyKeys: Set<String> { ["id"] }
}

final class WorkExtras: Model, CodableModel, JSONExtrasKeeping {
  var id = 0
  var jsonExtras: [String: Any] = [:]
}

final class WorkPrepared: Model, CodableModel, JSONPreparing, JSONFinishing {
  var values: [Int] = []

  static func prepare(_ json: [String: Any]) throws -> [String: Any] { json }

  func finish(_ json: inout [String: Any]) throws { json["version"] = 2 }
}

final class WorkStyled: Model, CodableModel, JSONKeyStyling {
  var firstName = ""
  var homeURL: String?

  static var jsonKeyStyle: JSONKeyStyle { .snakeCase }
}

/// The root of each document.
final class WorkRoot: Model, CodableModel {
  var ints: [Int] = []
  var doubles: [Double] = []
  var decimals: [Decimal] = []
  var bools: [Bool] = []
  var texts: [String] = []
  var text = ""
  var data = Data()
  var dates: [Date] = []
  var urls: [URL] = []
  var uuids: [UUID] = []
  var optionals: [Int?] = []
  var lists: [[Int]] = []
  var textSet: Set<String> = []
  var intSet: Set<Int> = []
  var byName: [String: Int] = [:]
  var byNumber: [Int: String] = [:]
  var any: Any?
  var raw: RawJSON?
  var pairs: [LawPair] = []
  var loads: [LawLoad] = []
  var suits: [LawSuit] = []
  var colors: [LawColor] = []
  var children: [WorkChild] = []
  var named: [String: WorkChild] = [:]
  var figures: [WorkFigure] = []
  var messages: [WorkMessage] = []
  var events: [WorkEvent] = []
  var attachments: [WorkAttachment] = []
  var extras: WorkExtras?
  var prepared: WorkPrepared?
  var styled: [WorkStyled] = []
  var rowNames: [String] = []
  var rowNumbers: [Int] = []
  var either: [Int] = []
  var secrets: [String] = []
  var limited: [Int] = []
  var word: String?
  var next: WorkRoot?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    [
      "rowNames": "rows[*].name", "rowNumbers": "rows[*].number",
      "either": .firstOf("either", "data.either"),
    ]
  }
  override class var declaredProperties: [Property] {
    [
      property("secrets", \WorkRoot.secrets, isSecret: true),
      property("limited", \WorkRoot.limited, limits: .count(0...1_000_000)),
      property("word", \WorkRoot.word, limits: .matching("[a-z]*")),
    ]
  }
}
