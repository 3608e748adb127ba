import Foundation
import Peridot
import Testing

private final class Part: Model, JSONSerializing {
  var id = ""
  var next: Linked?

  override class var identityKey: String? { "id" }
}

/// Small enough for the memory of a payload.
private enum Linked: JSONUnion {
  case id(String)
  case object(Part)
  case numbers([Int])
  case truth(Bool)
}

private struct Wide: Codable, Equatable {
  var a = "1", b = "2", c = "3"
}

/// Larger than that memory.
private enum Large: JSONUnion {
  case text(String)
  case wide(Wide)
}

/// Exactly as large, so that only its Optional is larger.
private struct Four: Codable, Equatable {
  var a = 0, b = 0, c = 0
  var d = UInt64.max
}

private enum Full: JSONUnion {
  case four(Four)
}

private final class Holder: Model, JSONSerializing {
  var one = Linked.truth(false)
  var maybe: Linked?
  var all: [Linked] = []
  var some: [Linked?] = []
  var named: [String: Linked] = [:]
  var large = Large.text("")
  var maybeLarge: Large?
  var full = Full.four(Four())
  var maybeFull: Full?
}

@Suite struct UnionMemoryTests {
  private let forms = [
    #""a text that does not fit into two words""#, #"{"id":"p","next":{"id":"q"}}"#, "[1,2]",
    "true",
    #""short""#, #"{"id":"r","next":"q"}"#,
  ]

  @Test func readsAndWritesEachCaseInEachPlace() throws {
    for form in forms {
      let text =
        #"{"one":\#(form),"maybe":\#(form),"all":[\#(form),\#(form)],"#
        + #""some":[null,\#(form)],"named":{"n":\#(form)},"large":{"a":"","b":"b","c":"c"},"#
        + #""maybeLarge":{"a":"x","b":"y","c":"z"},"full":{"a":1,"b":2,"c":3,"d":4},"#
        + #""maybeFull":{"a":5,"b":6,"c":7,"d":18446744073709551615}}"#
      let holder: Holder = try JSONAdapter.model(from: text)
      let (written, copied) = (
        try JSONAdapter.string(from: holder), try JSONAdapter.string(from: holder.deeplyCopied())
      )
      #expect(written == text)
      #expect(copied == text)
      let dictionary = try JSONAdapter.dictionary(from: holder)
      let back: Holder = try JSONAdapter.model(from: dictionary)
      #expect(back == holder)
    }
  }

  @Test func replacesEachCaseByEachOther() throws {
    for old in forms {
      for new in forms {
        let holder: Holder = try JSONAdapter.model(from: #"{"one":\#(old),"maybe":\#(old)}"#)
        try JSONAdapter.update(holder, from: #"{"one":\#(new),"maybe":\#(new)}"#)
        let text = try JSONAdapter.string(from: holder, keys: ["one", "maybe"])
        #expect(text == #"{"one":\#(new),"maybe":\#(new)}"#)
      }
    }
  }

  @Test func readsRepeatedMembersIntoOneProperty() throws {
    let policy = ConversionPolicy.lenient
    for old in forms {
      for new in forms {
        let holder: Holder = try JSONAdapter(policy: policy).model(
          from: #"{"maybe":\#(old),"maybe":\#(new)}"#)
        let text = try JSONAdapter.string(from: holder, keys: ["maybe"])
        #expect(text == #"{"maybe":\#(new)}"# || text == #"{"maybe":\#(old)}"#)
      }
    }
  }

  @Test func countsEachPayloadOnce() throws {
    weak var part: Part?
    weak var next: Part?
    do {
      let holder: Holder = try JSONAdapter.model(from: #"{"maybe":{"id":"p","next":{"id":"q"}}}"#)
      guard case .object(let held)? = holder.maybe, case .object(let inner)? = held.next else {
        Issue.record("Another case was read.")
        return
      }
      (part, next) = (held, inner)
      for _ in 0..<3 { _ = try JSONAdapter.string(from: holder) }
      #expect(part != nil && next != nil)
      holder.maybe = nil
      withExtendedLifetime(holder) {}
    }
    #expect(part == nil)
    #expect(next == nil)
  }

  @Test func keepsTheOldValueIfReadingFails() throws {
    let holder = Holder()
    holder.maybe = .id("old")
    #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.update(holder, from: #"{"maybe":[1,"x"]}"#)
    }
    guard case .id("old")? = holder.maybe else {
      Issue.record("The value has changed.")
      return
    }
  }
}
