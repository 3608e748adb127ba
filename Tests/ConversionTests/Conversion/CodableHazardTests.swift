import Foundation
import Peridot
import Testing

private struct Settings: Codable, Hashable {
  enum Choice: Codable, Hashable {
    case none
    case indexes(IndexSet)
  }

  struct Inner: Codable, Hashable {
    var letters: CharacterSet?
  }

  var rows: IndexSet?
  var lists: [IndexSet]?
  var named: [String: URLComponents]?
  var calendar: Calendar?
  var parts: DateComponents?
  var inner: Inner?
  var choice: Choice?
  var day: Date?
  var page: URL?
}

private final class Holder: Model, JSONSerializing {
  var settings: Settings?
  var calendar: Calendar?
  var address: URLComponents?
  var rows: IndexSet?
  var letters: CharacterSet?

  override class var archiveName: String { "CodableHazardHolder" }
}

private let calendar =
  #"{"identifier":"chinese","locale":{"identifier":"de"},"timeZone":{"identifier":"GMT"},"#

/// What a type of Foundation's would end the process for, with the property it is in.
private let hazards: [(key: String, json: String)] = [
  ("rows", #"{"indexes":[{"location":-1,"length":1}]}"#),
  ("rows", #"{"indexes":[{"location":9223372036854775807,"length":1}]}"#),
  ("letters", #"{"bitmap":""}"#),
  ("letters", #"{"bitmap":"AAAA"}"#),
  (
    "letters",
    #"{"bitmap":"\#(Data(repeating: 17, count: 8192 + 8193).base64EncodedString())"}"#
  ),
  ("calendar", calendar + #""firstWeekday":-9223372036854775808}"#),
  ("calendar", calendar + #""minimumDaysInFirstWeek":1,"firstWeekday":4294967295}"#),
  ("address", #"{"port":-1}"#),
  ("address", #"{"scheme":"a b"}"#),
  ("address", #"{"\u0073cheme":""}"#),
  ("settings", #"{"rows":{"indexes":[{"location":-1,"length":1}]}}"#),
  ("settings", #"{"lists":[{"indexes":[]},{"indexes":[{"location":5,"length":-1}]}]}"#),
  ("settings", #"{"named":{"a":{"port":-1}}}"#),
  ("settings", #"{"calendar":"# + calendar + #""firstWeekday":4294967295}}"#),
  ("settings", #"{"parts":{"calendar":"# + calendar + #""firstWeekday":4294967295}}}"#),
  ("settings", #"{"inner":{"letters":{"bitmap":""}}}"#),
  ("settings", #"{"choice":{"indexes":{"_0":{"indexes":[{"location":-1,"length":1}]}}}}"#),
]

/// A value of Foundation's that trusts what it reads is looked at first, however deep it lies.
@Suite struct CodableHazardTests {
  @Test func throwsForWhatWouldEndTheProcess() async {
    await #expect(processExitsWith: .success) {
      for (key, json) in hazards {
        do {
          _ = try JSONAdapter.model(of: Holder.self, from: #"{"\#(key)":\#(json)}"#)
          print("read \(json)")
          exit(1)
        } catch let error as JSONAdapterError where error.kind == .typeMismatch {
          if error.propertyKey != key { exit(2) }
        }
      }
    }
  }

  @Test func saysWhereTheValueIs() throws {
    let error = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(
        of: Holder.self,
        from: #"{"settings":{"lists":[{"indexes":[]},{"indexes":[{"location":5,"length":-1}]}]}}"#)
    }
    #expect(error?.path == "$.settings.lists[1]")
    #expect(error?.found == "object (5 and -1 are not a range of indexes)")
  }

  @Test func readsGoodValues() throws {
    let holder = Holder()
    holder.rows = [1, 2, 5]
    holder.letters = CharacterSet(charactersIn: "a😀")
    holder.address = URLComponents(string: "svn+ssh://example.org:8080/a")
    holder.calendar = Calendar(identifier: .gregorian)
    holder.settings = Settings(
      rows: [3], lists: [[1], []], named: ["a": URLComponents()],
      calendar: Calendar(identifier: .hebrew), parts: DateComponents(year: 5),
      inner: Settings.Inner(letters: .alphanumerics), choice: .indexes([7]),
      day: Date(timeIntervalSince1970: 0), page: URL(string: "https://example.org"))
    let copy: Holder = try JSONAdapter.model(from: JSONAdapter.data(from: holder))
    #expect(copy == holder)
    #expect(try Holder.unarchive(from: holder.archivedData()) == holder)
  }
}
