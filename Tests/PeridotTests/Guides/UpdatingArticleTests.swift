// The code of Sources/Peridot/Documentation.docc/Updating.md
import Foundation
import Peridot
import Testing

@testable import TestSupport

@Suite struct UpdatingArticleTests {
  final class Person: Model, JSONSerializing {
    var id = 0
    var name = ""

    override class var identityKey: String? { "id" }
  }

  final class Ticket: Model, JSONSerializing {
    var title = ""
    var owner: Person?
    var watchers: [Person] = []
  }

  @Test func updatesInPlaceAndPatches() throws {
    let ticket = try JSONAdapter.model(
      of: Ticket.self,
      from: #"{"owner": {"id": 1}, "watchers": [{"id": 1}, {"id": 2, "name": "a"}]}"#)
    let owner = ticket.owner
    let watcher = ticket.watchers[1]

    try JSONAdapter.update(ticket, from: #"{"title": "Slow", "owner": {"name": "mona"}}"#)

    #expect(ticket.owner === owner && owner?.name == "mona")
    try JSONAdapter.update(ticket, from: #"{"watchers": [{"id": 2}, {"id": 3}]}"#)
    #expect(ticket.watchers[0] === watcher && watcher.name == "a")
    try JSONAdapter.update(ticket, from: #"{"owner": {"id": 5}}"#)
    #expect(ticket.owner !== owner)
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.update(ticket, from: #"{"title": "x", "watchers": 1}"#)
    }
    #expect(ticket.title == "Slow")

    let before = ticket.copied()
    ticket.title = "Fast"
    ticket.owner = nil
    let patch = try JSONAdapter.mergePatch(from: before, to: ticket)
    // {"owner":null,"title":"Fast"}

    #expect(String(decoding: patch, as: UTF8.self) == #"{"owner":null,"title":"Fast"}"#)
    try JSONAdapter.apply(mergePatch: patch, to: before)

    #expect(before == ticket)
  }

  final class TicketPatch: Model, JSONSerializing {
    var title: String??
    var milestone: Int??
  }

  @Test func tellsAbsentFromNull() throws {
    let request = try JSONAdapter.model(of: TicketPatch.self, from: #"{"milestone": null}"#)
    let isNamed = request.milestone != nil  // true
    let isCleared = request.milestone == .some(nil)  // true
    let body = try JSONAdapter.string(from: request)  // {"milestone":null}
    #expect(isNamed && isCleared && request.title == nil)
    #expect(body == #"{"milestone":null}"#)
  }
}
