// The code of Sources/Peridot/Documentation.docc/LeavingPropertiesOut.md
import Foundation
import Peridot
import Testing

@testable import TestSupport

@Suite struct LeavingPropertiesOutArticleTests {
  final class Session: Model, JSONSerializing {
    var user = ""
    var _requests = 0
    var isSelected = false
    var scroll = 0.0
    var token = ""
    var preview = ""

    override class var excludedPropertyKeys: Set<String> { ["isSelected"] }

    override class func storageBehavior(forKey key: String) -> PropertyStorage {
      key == "scroll" ? .transitory : super.storageBehavior(forKey: key)
    }

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["token": .excluded] }

    override class var encodingBehaviorsByPropertyKey: [String: EncodingBehavior] {
      ["preview": .excluded]
    }

    override class var archiveName: String { "LeavingOut.Session" }
  }

  private func session() -> Session {
    let session = Session()
    session.user = "mona"
    session._requests = 1
    session.isSelected = true
    session.scroll = 0.5
    session.token = "t"
    session.preview = "p"
    return session
  }

  /// The values of the five variables, those that are still the initial ones as "-".
  private func values(_ session: Session) -> [String] {
    [
      session._requests == 1 ? "1" : "-", session.isSelected ? "true" : "-",
      session.scroll == 0.5 ? "0.5" : "-", session.token == "t" ? "t" : "-",
      session.preview == "p" ? "p" : "-",
    ]
  }

  @Test func eachWayLeavesOutWhatTheTableSays() throws {
    let session = session()
    #expect(
      try JSONAdapter.string(from: session) == #"{"user":"mona","scroll":0.5,"preview":"p"}"#)
    #expect(values(session.copied()) == ["-", "-", "0.5", "t", "p"])
    #expect(
      values(try Session.unarchive(from: session.archivedData())) == ["-", "-", "0.5", "t", "-"])
    #expect(
      session.dictionaryValue.keys.sorted() == ["preview", "scroll", "token", "user"])
    let other = session.copied()
    other._requests = 9
    other.isSelected = false
    other.scroll = 9
    #expect(other == session)
    #expect(other.changedKeys(from: session) == ["scroll"])
    #expect(session.with { $0.token = "" } != session)
    #expect(session.with { $0.preview = "" } != session)
  }

  final class PublicAdapter: JSONAdapter, @unchecked Sendable {
    override func serializablePropertyKeys(_ keys: Set<String>, for model: Model) -> Set<String> {
      keys.subtracting(["preview"])
    }
  }

  @Test func leavesOutForOneCall() throws {
    let session = session()

    let some = try JSONAdapter.string(from: session, keys: ["user"])  // {"user":"mona"}
    let shown = try PublicAdapter().string(from: session)

    #expect(some == #"{"user":"mona"}"#)
    #expect(shown == #"{"user":"mona","scroll":0.5}"#)
  }
}
