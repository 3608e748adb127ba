import Foundation
import Peridot

extension CountedOperation {
  /// Arrays of scalars.
  static var arrays: [CountedOperation] {
    array("Int", Int.self, (0..<500).map { $0 * 37 })
      + array("String", String.self, (0..<500).map { "text \($0)" })
      + array("Int32", Int32.self, (0..<500).map { Int32($0 * 37) })
      + array("Float", Float.self, (0..<500).map { Float($0) / 4 })
      + array("Bool", Bool.self, (0..<500).map { $0 % 3 == 0 })
      + array("Int?", Int?.self, (0..<500).map { $0 % 5 == 0 ? nil : $0 })
      + array("an enum", LedgerColor.self, (0..<500).map { LedgerColor.allCases[$0 % 3] })
      + array(
        "Date", Date.self, (0..<500).map { Date(timeIntervalSince1970: Double($0 * 86_400)) })
  }

  private static func array<Element: Sendable>(
    _ name: String, _: Element.Type, _ values: @escaping @autoclosure () -> [Element]
  ) -> [CountedOperation] {
    func list() -> ElementList<Element> {
      let list = ElementList<Element>()
      list.values = values()
      return list
    }
    return [
      .warm("array of \(name), read", runs: 4) {
        let data = try JSONAdapter.data(from: list())
        return { consume(try JSONAdapter.model(of: ElementList<Element>.self, from: data)) }
      },
      .warm("array of \(name), write", runs: 4) {
        let list = list()
        return { consume(try JSONAdapter.data(from: list)) }
      },
    ]
  }
}
