import Foundation
import Peridot
import Testing

@testable import TestSupport

/// A value that encodes nothing, by an `encode(to:)` without a call.
private struct Quiet: Codable, Equatable {
  init() {}
  init(from decoder: any Decoder) throws {}
  func encode(to encoder: any Encoder) throws {}
}

private struct Box: Codable, Equatable {
  var quiet = Quiet()
  var list = [Quiet()]
}

private final class Holder: Model, CodableModel {
  var quiet = Quiet()
  var optional: Quiet? = Quiet()
  var list = [Quiet()]
  var named = ["a": Quiet()]
  var box = Box()
  var any: Any?

  override class var archiveName: String { "Tests.EmptyEncoding" }
}

/// A value that encodes nothing is an empty object wherever it is, as under `JSONEncoder`.
@Suite struct EmptyEncodingTests {
  private static let json =
    #"{"any":{},"box":{"list":[{}],"quiet":{}},"list":[{}],"named":{"a":{}},"optional":{},"quiet":{}}"#

  private static func holder() -> Holder {
    let holder = Holder()
    holder.any = Quiet()
    return holder
  }

  @Test func isAnEmptyObjectInJSON() throws {
    let holder = Self.holder()
    #expect(try JSONAdapter.string(from: holder, options: .sortedKeys) == Self.json)
    let dictionary = try JSONAdapter.dictionary(from: holder)
    #expect(dictionary["quiet"] as? [String: Int] == [:])
    let read = try JSONAdapter.model(of: Holder.self, from: Self.json)
    #expect(read.changedKeys(from: holder) == ["any"])
  }

  @Test func isAnEmptyObjectForACoder() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(Self.holder()), as: UTF8.self) == Self.json)
  }

  @Test func isArchived() throws {
    let holder = Holder()
    #expect(try Holder.unarchive(from: holder.archivedData()) == holder)
  }
}
