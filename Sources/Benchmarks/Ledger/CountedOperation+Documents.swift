import Foundation
import Peridot

extension CountedOperation {
  /// Documents read and written, and what else is done with their models.
  static var documents: [CountedOperation] {
    var numericStrings = ConversionPolicy.strict
    // Some pictures of the status have their width as text.
    numericStrings.acceptsNumericStrings = true
    return whole("user", GitHubUser.self) { try Resource.user.data() }
      + whole("weibo", WeiboStatus.self, policy: numericStrings) { try Resource.weibo.data() }
      + whole("twitter", TwitterTimeline.self, runs: 1) { try Resource.twitter.data() }
      + whole("catalog", Catalog.self, runs: 1) { MadeDocument.catalog() }
      + whole("lock file", LockFile.self, runs: 2) { LedgerDocument.lockFile(packages: 300) }
      + whole("sparse", SparseList.self, runs: 2) { LedgerDocument.sparse(count: 200) }
      + bytes("outlines", Outlines.self, runs: 1) { MadeDocument.outlines(regions: 1, rings: 20) }
      + bytes("numbers", Numbers.self, runs: 2) { MadeDocument.numbers(count: 500) }
      + bytes("dates", Dates.self, runs: 2) { MadeDocument.dates(count: 500) }
      + bytes("deep", DeepNode.self) { MadeDocument.deep(levels: 100) }
      + bytes("wide", Properties200.self) { MadeDocument.wide(properties: 200) }
      + bytes("escapes", EscapedText.self, runs: 4) { MadeDocument.escapedText(lines: 200) }
      + bytes("unicode", EscapedText.self, runs: 4) { MadeDocument.unicodeEscapes(lines: 100) }
      + bytes("short doubles", Doubles.self, runs: 2) { MadeDocument.shortDoubles(count: 1_000) }
      + bytes("long doubles", Doubles.self, runs: 2) { MadeDocument.longDoubles(count: 1_000) }
      + bytes("text beyond ASCII", EscapedText.self, runs: 4) { LedgerDocument.text(lines: 200) }
      + lists
  }

  private static var lists: [CountedOperation] {
    [
      .warm("100 users, read", runs: 2) {
        let data = try UserArray.data(count: 100)
        return { consume(try JSONAdapter.models(of: GitHubUser.self, from: data)) }
      },
      .warm("cluster of 500, read", runs: 2) {
        let data = MadeDocument.shapes(count: 500)
        return { consume(try JSONAdapter.models(of: TaggedShape.self, from: data)) }
      },
      .warm("cluster of 500, write", runs: 2) {
        let shapes = try JSONAdapter.models(
          of: TaggedShape.self, from: MadeDocument.shapes(count: 500))
        return { consume(try JSONAdapter.data(from: shapes)) }
      },
      .warm("500 classes by code, read", runs: 2) {
        let data = MadeDocument.shapes(count: 500)
        return { consume(try JSONAdapter.models(of: Shape.self, from: data)) }
      },
      .warm("text beyond ASCII, archive", runs: 4) {
        let data = LedgerDocument.text(lines: 200)
        let model = try JSONAdapter.model(of: EscapedText.self, from: data)
        return { consume(try model.archivedData()) }
      },
    ]
  }

  /// A document read and written.
  private static func bytes<M: JSONSerializing>(
    _ name: String, _: M.Type, policy: ConversionPolicy? = nil, runs: Int = 20,
    _ document: @escaping () throws -> Data
  ) -> [CountedOperation] {
    [
      .warm("\(name), read", runs: runs) {
        let data = try document()
        return { consume(try JSONAdapter.model(of: M.self, from: data, policy: policy)) }
      },
      .warm("\(name), write", runs: runs) {
        let model = try JSONAdapter.model(of: M.self, from: document(), policy: policy)
        return { consume(try JSONAdapter.data(from: model, policy: policy)) }
      },
    ]
  }

  /// A document read and written, and everything else that its model can do.
  private static func whole<M: JSONSerializing>(
    _ name: String, _ type: M.Type, policy: ConversionPolicy? = nil, runs: Int = 20,
    _ document: @escaping () throws -> Data
  ) -> [CountedOperation] {
    func work(
      _ what: String, _ make: @escaping (_ one: M, _ other: M) throws -> () throws -> Void
    ) -> CountedOperation {
      .warm("\(name), \(what)", runs: runs) {
        let data = try document()
        return try make(
          JSONAdapter.model(of: M.self, from: data, policy: policy),
          JSONAdapter.model(of: M.self, from: data, policy: policy))
      }
    }
    return bytes(name, type, policy: policy, runs: runs, document) + [
      .warm("\(name), read a dictionary", runs: runs) {
        guard let json = try SameJSON.parse(document()) as? [String: Any] else { return {} }
        return { consume(try JSONAdapter.model(of: M.self, from: json, policy: policy)) }
      },
      work("make a dictionary") { model, _ in
        { consume(try JSONAdapter.dictionary(from: model, policy: policy)) }
      },
      .warm("\(name), update", runs: runs) {
        let data = try document()
        let model = try JSONAdapter.model(of: M.self, from: data, policy: policy)
        return { try JSONAdapter.update(model, from: data, policy: policy) }
      },
      work("archive") { model, _ in { consume(try model.archivedData()) } },
      work("unarchive") { model, _ in
        let archive = try model.archivedData()
        return { consume(try M.unarchive(from: archive)) }
      },
      work("copy") { model, _ in { consume(model.copied()) } },
      work("hash") { model, _ in { consume(model.hash) } },
      work("compare") { one, other in { consume(one == other) } },
      work("changed keys") { one, other in { consume(one.changedKeys(from: other)) } },
      work("merge") { one, other in { one.mergeValues(from: other) } },
      work("make a patch") { one, other in
        { consume(try JSONAdapter.mergePatch(from: one, to: other, policy: policy)) }
      },
      .warm("\(name), apply a patch", runs: runs) {
        let data = try document()
        let model = try JSONAdapter.model(of: M.self, from: data, policy: policy)
        return { try JSONAdapter.apply(mergePatch: data, to: model, policy: policy) }
      },
    ]
  }
}
