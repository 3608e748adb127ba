import Foundation
import Peridot

/// The steep places: work that is or was much slower than its plain counterpart, compared with it.
enum CliffWorkload {
  static func run(_ stopwatch: Stopwatch, _ results: inout Results) throws {
    results.cliffs += try (calls() + dictionaries() + observed() + graphs() + others()).map {
      try Price($0, stopwatch)
    }
  }

  /// The constant cost of a call.
  private static func calls() throws -> [PricedFeature] {
    let good = Data(#"{"id":1}"#.utf8)
    let bad = Data(#"{"id":"x"}"#.utf8)
    let model = try JSONAdapter.model(of: TwoProperties.self, from: good)
    return [
      PricedFeature(
        name: "a call", what: #"read {"id":1}"#, limit: .seconds(110e-9), base: {},
        run: { consume(try JSONAdapter.model(of: TwoProperties.self, from: good)) }),
      PricedFeature(
        name: "a call", what: "write two properties", limit: .seconds(110e-9), base: {},
        run: { consume(try JSONAdapter.data(from: model)) }),
      PricedFeature(
        name: "a thrown error", what: "read", limit: .seconds(2e-6),
        base: { consume(try JSONAdapter.model(of: TwoProperties.self, from: good)) },
        run: { consume(try? JSONAdapter.model(of: TwoProperties.self, from: bad)) }),
      PricedFeature(
        name: "description", what: "two properties", limit: .seconds(8e-6), base: {},
        run: { consume(model.description) }),
    ]
  }

  private static func dictionaries() throws -> [PricedFeature] {
    let count = 1_000
    let file = LockFile()
    let list = LockList()
    for index in 0..<count {
      let package = LockedPackage()
      package.version = "1.\(index)"
      package.resolved = "https://registry.example.com/package-\(index).tgz"
      list.packages.append(package)
      file.packages["node_modules/package-\(index * 7_919 % count)"] = package
    }
    let fileData = try JSONAdapter.data(from: file)
    let listData = try JSONAdapter.data(from: list)
    let sparse = SparseObject()
    sparse.name = "one"
    sparse.a = "two"
    let two = TwoProperties()
    two.name = "two"
    return [
      PricedFeature(
        name: "[String: Model]", what: "write, a member", limit: .seconds(100e-9), uses: count,
        base: { consume(try JSONAdapter.data(from: list)) },
        run: { consume(try JSONAdapter.data(from: file)) }),
      PricedFeature(
        name: "[String: Model]", what: "read, a member", limit: .seconds(100e-9), uses: count,
        base: { consume(try JSONAdapter.model(of: LockList.self, from: listData)) },
        run: { consume(try JSONAdapter.model(of: LockFile.self, from: fileData)) }),
      PricedFeature(
        name: "18 properties that are nil", what: "write", limit: .seconds(150e-9),
        base: { consume(try JSONAdapter.data(from: two)) },
        run: { consume(try JSONAdapter.data(from: sparse)) }),
    ]
  }

  /// An `@Observable` class that declares its properties, so that it can be updated.
  private static func observed() throws -> [PricedFeature] {
    let data = PriceWorkload.document(#""some text""#)
    let plain = try JSONAdapter.model(of: PlainDetail.self, from: data)
    let observed = try JSONAdapter.model(of: ObservedObject.self, from: data)
    try SameJSON.expect([
      ("plain", try SameJSON.parse(try JSONAdapter.data(from: plain))),
      ("@Observable", try SameJSON.parse(try JSONAdapter.data(from: observed))),
    ])
    return [
      PricedFeature(
        name: "@Observable", what: "read", limit: .factor(1.3),
        base: { consume(try JSONAdapter.model(of: PlainDetail.self, from: data)) },
        run: { consume(try JSONAdapter.model(of: ObservedObject.self, from: data)) }),
      PricedFeature(
        name: "@Observable", what: "write", limit: .factor(1.3),
        base: { consume(try JSONAdapter.data(from: plain)) },
        run: { consume(try JSONAdapter.data(from: observed)) }),
      PricedFeature(
        name: "@Observable", what: "copy", limit: .factor(2),
        base: { consume(plain.copy()) }, run: { consume(observed.copy()) }),
      PricedFeature(
        name: "@Observable", what: "update", limit: .seconds(3e-6), base: {},
        run: { try JSONAdapter.update(observed, from: data) }),
    ]
  }

  private static func graphs() throws -> [PricedFeature] {
    let linked = LinkedNode()
    let plain = PlainNode()
    for index in 0..<1_000 {
      let child = LinkedNode()
      child.id = index
      child.parent = linked
      linked.children.append(child)
      let other = PlainNode()
      other.id = index
      plain.children.append(other)
    }
    let first = try JSONAdapter.model(of: PlainNode.self, from: #"{"children":[{"id":1}]}"#)
    let second = first.deeplyCopied()
    let items = (0..<100).map { #"{"id":\#($0),"name":"n\#($0)"}"# }.joined(separator: ",")
    let listData = Data(#"{"items":[\#(items)]}"#.utf8)
    let matched = try JSONAdapter.model(of: MatchedList.self, from: listData)
    return [
      PricedFeature(
        name: "weak ways back", what: "deeplyCopied(), a model", limit: .factor(1.4),
        base: { consume(plain.deeplyCopied()) }, run: { consume(linked.deeplyCopied()) }),
      PricedFeature(
        name: "== of models that hold models", what: "the same", limit: .seconds(30e-9), base: {},
        run: { consume(first == first) }),
      PricedFeature(
        name: "== of models that hold models", what: "equal ones", limit: .seconds(120e-9),
        base: {}, run: { consume(first == second) }),
      PricedFeature(
        name: "identityKey", what: "update, an element", limit: .seconds(400e-9), uses: 100,
        base: { consume(try JSONAdapter.model(of: MatchedList.self, from: listData)) },
        run: { try JSONAdapter.update(matched, from: listData) }),
    ]
  }

  private static func others() throws -> [PricedFeature] {
    let values = try Resource.twitter.data()
    let document = Data(#"{"detail":"#.utf8) + values + Data("}".utf8)
    let columns = TwoColumns()
    let column = OneColumn()
    for index in 0..<1_000 {
      columns.ids.append(index)
      columns.names.append("n\(index)")
      column.ids.append(index)
    }
    let members = (0..<10).map { #""extra\#($0)":\#($0)"# }.joined(separator: ",")
    let extras = Data(#"{"id":1,\#(members)}"#.utf8)
    let few = Data(#"{"id":1}"#.utf8)
    return [
      PricedFeature(
        name: "a Codable enum that tries types", what: "read", limit: .factor(2.8),
        base: { consume(try JSONAdapter.model(of: AnyDocument.self, from: document)) },
        run: { consume(try JSONAdapter.model(of: ProbedDocument.self, from: document)) }),
      PricedFeature(
        name: "[*] twice into one array", what: "write, an element", limit: .seconds(60e-9),
        uses: 1_000,
        base: { consume(try JSONAdapter.data(from: column)) },
        run: { consume(try JSONAdapter.data(from: columns)) }),
      PricedFeature(
        name: "jsonExtras", what: "read, a member", limit: .seconds(250e-9), uses: 10,
        base: { consume(try JSONAdapter.model(of: KeptExtras.self, from: few)) },
        run: { consume(try JSONAdapter.model(of: KeptExtras.self, from: extras)) }),
    ]
  }
}
