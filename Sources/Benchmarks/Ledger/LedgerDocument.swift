import Foundation

/// Documents that only the ledger uses.
enum LedgerDocument {
  /// A lock file, whose packages are members with long names.
  static func lockFile(packages: Int) -> Data {
    let members = (0..<packages).map { index in
      #""node_modules/package-\#(index * 7_919 % packages)":{"version":"1.\#(index).0","#
        + #""resolved":"https://registry.example.com/package-\#(index).tgz","dev":\#(index % 3 == 0)}"#
    }
    let names = (0..<packages / 2).map { #""package-\#($0 * 31 % packages)":"^1.\#($0).0""# }
    return Data(
      #"{"packages":{"":{"version":"1.0.0"},\#(members.joined(separator: ","))},"names":{\#(names.joined(separator: ","))}}"#
        .utf8)
  }

  /// Objects of a class of twenty Optionals, of which each has three.
  static func sparse(count: Int) -> Data {
    let objects = (0..<count).map { #"{"name":"object \#($0)","count":\#($0),"a":"text"}"# }
    return Data(#"{"objects":[\#(objects.joined(separator: ","))]}"#.utf8)
  }

  /// Lines of letters of two and three bytes.
  static func text(lines: Int) -> Data {
    let texts = (0..<lines).map { #""Größe \#($0): ein Stück weiter, 日本語のテキスト, ещё строка""# }
    return Data(#"{"title":"ü","lines":[\#(texts.joined(separator: ","))]}"#.utf8)
  }

  /// A class of relations.
  static let order = Data(
    #"{"id":1,"buyer":{"id":2,"name":"Ann"},"lines":[{"id":3,"name":"x"}],"named":{"a":{"id":4}},"day":"2020-01-01T00:00:00Z","link":"https://example.com","tags":["a"],"notes":["b"],"point":[1.5],"other":null}"#
      .utf8)
}
