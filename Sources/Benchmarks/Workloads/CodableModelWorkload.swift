import Foundation
import Peridot

extension GitHubUser: CodableModel {}

/// Models through Foundation's coders, compared with classes with compiled coding, and a Codable
/// struct within a model.
enum CodableModelWorkload {
  static func comparisons() throws -> [Comparison] {
    let user = try Resource.user.data()
    let users = try UserArray.data(count: 100)
    return try coding(GitHubUser.self, as: GitHubUserRecord.self, "codable model", user, objects: 1)
      + coding(
        [GitHubUser].self, as: [GitHubUserRecord].self, "codable models", users, objects: 100)
      + structs()
  }

  private static func coding<Value: Codable, Record: Codable>(
    _: Value.Type, as _: Record.Type, _ name: String, _ document: Data, objects: Int
  ) throws -> [Comparison] {
    let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
    let model = try decoder.decode(Value.self, from: document)
    let record = try decoder.decode(Record.self, from: document)
    let check = {
      try SameJSON.expect([
        ("Peridot", try SameJSON.parse(try encoder.encode(model))),
        ("Codable", try SameJSON.parse(try encoder.encode(record))),
      ])
    }
    return [
      Comparison(
        workload: name, direction: "bytes to model", bytes: document.count, objects: objects,
        target: .within(1.5),
        subject: Contender(name: "Peridot") {
          consume(try decoder.decode(Value.self, from: document))
        },
        peers: [
          Contender(name: "Codable") { consume(try decoder.decode(Record.self, from: document)) }
        ], check: check),
      Comparison(
        workload: name, direction: "model to bytes", bytes: document.count, objects: objects,
        target: .within(1.5),
        subject: Contender(name: "Peridot") { consume(try encoder.encode(model)) },
        peers: [Contender(name: "Codable") { consume(try encoder.encode(record)) }],
        check: check),
    ]
  }

  private struct Point: Codable, Equatable {
    var x = 0
    var y = 0.0
    var name = ""
  }

  private final class Place: Model, CodableModel {
    var point = Point()
  }

  private struct PlaceRecord: Codable, Equatable {
    var point = Point()
  }

  private static func structs() throws -> [Comparison] {
    let document = Data(#"{"point":{"x":1,"y":2.5,"name":"here"}}"#.utf8)
    let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
    let model = try JSONAdapter.model(of: Place.self, from: document)
    let record = try decoder.decode(PlaceRecord.self, from: document)
    let check = {
      try SameJSON.expect([
        ("Peridot", try SameJSON.parse(try JSONAdapter.data(from: model))),
        ("Codable", try SameJSON.parse(try encoder.encode(record))),
      ])
    }
    return [
      Comparison(
        workload: "codable struct", direction: "bytes to model", bytes: document.count, objects: 1,
        subject: Contender(name: "Peridot") {
          consume(try JSONAdapter.model(of: Place.self, from: document))
        },
        peers: [
          Contender(name: "Codable") {
            consume(try decoder.decode(PlaceRecord.self, from: document))
          }
        ], check: check),
      Comparison(
        workload: "codable struct", direction: "model to bytes", bytes: document.count, objects: 1,
        subject: Contender(name: "Peridot") { consume(try JSONAdapter.data(from: model)) },
        peers: [Contender(name: "Codable") { consume(try encoder.encode(record)) }],
        check: check),
    ]
  }
}
