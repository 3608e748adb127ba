extension String {
  /// Returns the text with spaces behind it, at least `width` characters long.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// Returns the text, cut where it is longer than `width` characters.
  func shortened(to width: Int) -> String {
    count > width ? prefix(width - 1) + "…" : self
  }
}
