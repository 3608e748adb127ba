import Foundation
import Peridot
import PeridotRecords

extension CountedOperation {
  /// Features beside plain members.
  static var features: [CountedOperation] {
    [
      read("a limit", LimitedObject.self, #"{"id":1,"age":30}"#),
      read("validate(_:forKey:)", ValidatedDetail.self, tenMembers),
      read("JSONPreparing", PreparedDetail.self, tenMembers),
      write("JSONFinishing", FinishedDetail.self, tenMembers),
      read("an alternative path", AlternativeDetail.self, tenMembers),
      read("ten members leniently", PlainDetail.self, tenMembers, policy: .lenient),
      read("extras", KeptExtras.self, extras),
      write("extras", KeptExtras.self, extras),
      onModel("a chain, deep copy", PlainNode.self, chain) { model in
        { consume(model.deeplyCopied()) }
      },
      onModel("a chain, hash", PlainNode.self, chain) { model in { consume(model.hash) } },
      onModel("a chain, archive", PlainNode.self, chain) { model in
        { consume(try model.archivedData()) }
      },
      onModel("a chain, description", PlainNode.self, chain) { model in
        { consume(model.description) }
      },
      onModel("a chain, deep merge", PlainNode.self, chain) { model in
        let other = model.deeplyCopied()
        return { model.mergeValues(from: other, rule: .deep) }
      },
      onModel("100 identities, update", MatchedList.self, columns) { model in
        let data = Data(columns.utf8)
        return { try JSONAdapter.update(model, from: data) }
      },
      onModel("10,000 identities, compare", MatchedList.self, identities(10_000)) { model in
        let other = model.deeplyCopied()
        return { consume(model == other) }
      },
      onModel("10,000 identities, a difference", MatchedList.self, identities(10_000)) { model in
        let other = model.deeplyCopied()
        other.items[5_000].name = "new"
        return { consume(other.differences(from: model)) }
      },
    ]
      + both("100 columns by [*]", TwoColumns.self, columns)
      + both("an @Observable class", ObservedObject.self, tenMembers)
      + both("30 names with one beginning", StringTable.self, names(count: 30))
      + both("1,000 names and an empty one", StringTable.self, names(count: 1_000))
      + presence + unions + coders + streams + growing + frozen + records
  }

  /// Members of which some are null and some absent, with their presence and without.
  private static var presence: [CountedOperation] {
    both("30 members without presence", SparseDetail.self, sparse)
      + both("30 members with presence", PresentDetail.self, sparse)
  }

  /// A property that is a text or a model, as a union and as that type alone.
  private static var unions: [CountedOperation] {
    both("2,000 models", HolderList<HeldPart>.self, held { #"{"id":"\#($0)","name":"n\#($0)"}"# })
      + both(
        "2,000 unions of models", HolderList<TextOrPart>.self,
        held { #"{"id":"\#($0)","name":"n\#($0)"}"# })
      + both("2,000 texts", HolderList<String>.self, held { #""text \#($0)""# })
      + both("2,000 unions of texts", HolderList<TextOrPart>.self, held { #""text \#($0)""# })
  }

  private static let sparse = SparseDetail.document

  private static func held(_ value: (Int) -> String) -> String {
    let holders = (0..<2_000).map { #"{"value":\#(value($0))}"# }
    return #"{"holders":[\#(holders.joined(separator: ","))]}"#
  }

  private static let extras =
    #"{"id":1,\#((0..<10).map { #""extra\#($0)":\#($0)"# }.joined(separator: ","))}"#
  private static let chain =
    #"{"id":0,"children":[\#((1..<30).map { #"{"id":\#($0),"children":[{"id":\#($0 + 100)}]}"# }.joined(separator: ","))]}"#
  private static func identities(_ count: Int) -> String {
    let items = (0..<count).map { #"{"id":\#($0),"name":"n\#($0)"}"# }
    return #"{"items":[\#(items.joined(separator: ","))]}"#
  }
  private static let columns = identities(100)

  private static func names(count: Int) -> String {
    let members = (0..<count).map {
      #""https://example.com/packages/name-\#($0 * 7_919 % count)":"\#($0)""#
    }
    let empty = count > 100 ? #""":"","# : ""
    return #"{"names":{\#(empty)\#(members.joined(separator: ","))}}"#
  }

  private static var coders: [CountedOperation] {
    [
      .warm("ten members, JSONDecoder") {
        let (data, decoder) = (Data(tenMembers.utf8), JSONDecoder())
        return { consume(try decoder.decode(CodedDetail.self, from: data)) }
      },
      .warm("ten members, JSONEncoder") {
        let encoder = JSONEncoder()
        let model = try JSONAdapter.model(of: CodedDetail.self, from: tenMembers)
        return { consume(try encoder.encode(model)) }
      },
    ]
  }

  private static var streams: [CountedOperation] {
    [
      .warm("100 lines, streamed", runs: 2) {
        let lines = (0..<100).map { #"{"id":\#($0),"name":"n"}"# }.joined(separator: "\n")
        let file = FileManager.default.temporaryDirectory
          .appending(path: "lines-\(ProcessInfo.processInfo.processIdentifier).json")
        try Data(lines.utf8).write(to: file)
        let stream: JSONModelStream<TwoProperties> = JSONAdapter.stream(from: file)
        return {
          try blocking { for try await model in stream { consume(model) } }
        }
      },
      .warm("100 lines, written one by one", runs: 2) {
        let model = try JSONAdapter.model(of: TwoProperties.self, from: #"{"id":100,"name":"n"}"#)
        // Safe: only one task uses it, while the others wait.
        nonisolated(unsafe) let models = [TwoProperties](repeating: model, count: 100)
        return {
          try blocking {
            let writer = try JSONAdapter.writer(of: TwoProperties.self, to: { consume($0) })
            for model in unsafe models { try await writer.write(model) }
            try await writer.finish()
          }
        }
      },
    ]
  }

  /// An answer of 32 KB, read as a whole and while it arrives.
  private static var growing: [CountedOperation] {
    func grown(by size: Int) -> () throws -> () throws -> Void {
      {
        let bytes = Array(LedgerAnswer.document.utf8)
        let chunks = stride(from: 0, to: bytes.count, by: size).map {
          Array(bytes[$0..<min($0 + size, bytes.count)])
        }
        return {
          let growing = Growing(LedgerAnswer.self)
          for chunk in chunks { _ = try growing.append(chunk) }
          try growing.finish()
          consume(growing.model)
        }
      }
    }
    return [
      .warm("an answer, read", runs: 2) {
        let data = Data(LedgerAnswer.document.utf8)
        return { consume(try JSONAdapter.model(of: LedgerAnswer.self, from: data)) }
      },
      .warm("an answer, grown by 4 KB", runs: 2, grown(by: 4096)),
      .warm("an answer, grown by 4 bytes", runs: 2, grown(by: 4)),
    ]
  }

  /// Reads of a property, of models and of their snapshots.
  private static var frozen: [CountedOperation] {
    [
      .warm("a property of 1,000 models") {
        let steps = (0..<1_000).map { _ in LedgerStep() }
        return { consume(steps.map { $0.id }) }
      },
      .warm("a property of 1,000 frozen models") {
        let steps = try (0..<1_000).map { _ in try LedgerStep().frozen() }
        return { consume(steps.map { $0.id }) }
      },
    ]
  }

  /// Records in memory, and JSON that says what they have.
  private static var records: [CountedOperation] {
    func users() throws -> (store: RecordStore, json: Data) {
      let users = try UserArray.numberedModels(count: 300)
      let store = try RecordStore.inMemory()
      try store.save(users)
      return (store, try JSONAdapter.data(from: users))
    }
    return [
      .warm("300 records, read", runs: 2) {
        let (store, _) = try users()
        return { consume(try store.models(of: GitHubUser.self)) }
      },
      .warm("300 records, JSON without changes", runs: 2) {
        let (store, json) = try users()
        return { consume(try store.update(of: GitHubUser.self, from: json)) }
      },
      beside(5_000, "with a key", RecordedList.self),
      beside(5_000, "without one", KeylessRecord.self),
    ]
  }

  /// Records of objects that are saved and deleted one after the other, while a store has others.
  private static func beside<M: RecordSerializing>(
    _ count: Int, _ words: String, _: M.Type
  ) -> CountedOperation {
    .warm("saved and deleted, \(words), beside \(count) others", runs: 2) {
      func models(_ ids: Range<Int>) throws -> [M] { try ids.map { try M(dictionary: ["id": $0]) } }
      let store = try RecordStore.inMemory()
      let (others, models) = (try models(100..<100 + count), try models(0..<100))
      try store.save(others)
      return {
        for model in models { try store.save(model) }
        for model in models { try store.delete(model) }
        withExtendedLifetime(others) {}
      }
    }
  }
}
