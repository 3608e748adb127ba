import Foundation
import Peridot
import Testing

@testable import TestSupport

/// Enums whose raw values are not Codable, under coders.
@Suite struct CodableModelRawValueTests: FoundationJSONCoding {
  private enum Grade: Character {
    case best = "a"
    case good = "b"
  }

  private struct Nested: RawRepresentable, Equatable {
    var rawValue: Grade
  }

  private final class Report: Model, CodableModel {
    var grade = Grade.best
    var optional: Grade?
    var list: [Grade] = []
    var set: Set<Grade> = []
    var counts: [Grade: Int] = [:]
    var named: [String: Grade?] = [:]
    var nested = Nested(rawValue: .best)
    var any: Any?
    var character: Any?

    override class var archiveName: String { "Tests.Report" }
  }

  @Test func areWrittenAndReadByEveryCoder() throws {
    let report = Report()
    (report.grade, report.optional, report.list, report.set) = (.good, .good, [.best], [.good])
    (report.counts, report.named) = ([.good: 2], ["x": .best, "y": nil])
    report.nested = Nested(rawValue: .good)
    let text =
      #"{"counts":{"b":2},"grade":"b","list":["a"],"named":{"x":"a","y":null},"nested":"b","optional":"b","set":["b"]}"#
    #expect(try JSONAdapter.string(from: report, options: .sortedKeys) == text)
    #expect(try Self.text(report) == text)
    #expect(try Self.decode(Report.self, text) == report)
    let list = try PropertyListEncoder().encode(report)
    #expect(try PropertyListDecoder().decode(Report.self, from: list) == report)
    #expect(try Report.unarchive(from: report.archivedData()) == report)
  }

  @Test func areWrittenFromAnAny() throws {
    let report = Report()
    report.any = [Grade.good]
    report.character = Character("x")
    let text =
      #"{"any":["b"],"character":"x","counts":{},"grade":"a","list":[],"named":{},"nested":"a","set":[]}"#
    #expect(try JSONAdapter.string(from: report, options: .sortedKeys) == text)
    #expect(try Self.text(report) == text)
  }

  @Test func anUnknownRawValueIsRefused() throws {
    let error = #expect(throws: DecodingError.self) {
      try Self.decode(Report.self, #"{"grade":"z"}"#)
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["grade"])
  }
}
