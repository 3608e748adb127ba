import Foundation
import Peridot

/// The order of decimal numbers as text: the collation `decimal`, which SQLite's own shell has too.
enum DecimalOrder {
  static let collation = "decimal"

  #if (arch(x86_64) || arch(i386)) && !os(Windows) && !os(Android)
    /// A type for the largest numbers, exact only for those that no Decimal holds.
    private typealias Wide = Float80
  #else
    private typealias Wide = Double
  #endif

  /// Compares as numbers; text that is not a number comes first, in the order of bytes.
  static func compare(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Int32 {
    // Sound: SQLite lends the bytes during the call.
    let texts = unsafe (
      String(decoding: first, as: UTF8.self), String(decoding: second, as: UTF8.self)
    )
    if let first = Decimal(exactly: texts.0), let second = Decimal(exactly: texts.1) {
      return order(first, second)
    }
    switch (Wide(texts.0), Wide(texts.1)) {
    case (let first?, let second?): return order(first, second)
    case (nil, nil): return order(texts.0, texts.1)
    case (nil, _): return -1
    case (_, nil): return 1
    }
  }

  private static func order<Value: Comparable>(_ first: Value, _ second: Value) -> Int32 {
    first < second ? -1 : first > second ? 1 : 0
  }
}
