extension Double {
  /// Creates the double nearest to `magnitude * 10^scale`, or nil where exact arithmetic in machine
  /// words cannot tell.
  init?(_ magnitude: UInt64, scaledBy scale: Int) {
    let double = Double(magnitude)
    if scale == 0 || magnitude == 0 {
      self = double
      return
    }
    // Both are exact then, and one operation rounds once (Clinger's fast path).
    guard magnitude <= 1 << 53, scale >= -22, scale <= 22 else { return nil }
    // A power that is a variable index away: the table has 23 entries.
    self = scale < 0 ? double / Self.powersOfTen[-scale] : double * Self.powersOfTen[scale]
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
