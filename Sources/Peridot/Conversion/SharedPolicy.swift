import Foundation

/// A policy by reference: it has too many parts to be copied for each call.
final class SharedPolicy: Sendable {
  let rules: ConversionPolicy

  init(_ rules: ConversionPolicy) {
    self.rules = rules
  }

  /// Tells whether these are `rules`. Each call asks, nearly always about a copy of the same, which
  /// to compare part by part takes as long as a tenth of a small document.
  func isPolicy(of rules: borrowing ConversionPolicy) -> Bool {
    // Sound: the bytes are only compared, and values of the same bytes are equal; others may be.
    unsafe withUnsafePointer(to: self.rules) { own in
      unsafe withUnsafePointer(to: rules) {
        unsafe memcmp(own, $0, MemoryLayout<ConversionPolicy>.size) == 0
      }
    } || self.rules == copy rules
  }
}
