/// How much an archive may ask of the one who reads it.
///
/// The defaults let any sensible archive through and keep a hostile one from using up the stack
/// or the memory.
public struct ArchiveLimits: Sendable, Hashable {
  /// How deeply collections may be nested, and sets of models within models of sets.
  ///
  /// References from model to model are followed to any depth. On a thread with a small stack, less
  /// nesting is allowed than this.
  public var nesting: Int
  /// How many objects an archive may hold.
  public var objectCount: Int
  /// How many more values a property may hold than its archive has objects.
  ///
  /// A few collections that hold each other many times unfold to more values than memory has room
  /// for. For each such value, 64 bytes may be copied or hashed beside eight times the archive's
  /// own size: one long text may be a member of many sets, or a key of many dictionaries.
  public var expansion: Int
  /// How many bytes an archive may have.
  public var byteCount: Int

  /// Creates limits; the defaults are those that are used when none are given.
  public init(
    nesting: Int = 200, objectCount: Int = 50_000_000, expansion: Int = 1_000_000,
    byteCount: Int = 2_000_000_000
  ) {
    self.nesting = nesting
    self.objectCount = objectCount
    self.expansion = expansion
    self.byteCount = byteCount
  }
}

extension ArchiveLimits {
  /// How many bytes may be copied or hashed beside those that the archive has.
  var expandedBytes: Int {
    let (bytes, overflow) = max(0, expansion).multipliedReportingOverflow(by: 64)
    return overflow ? .max / 2 : min(bytes, .max / 2)
  }

  /// Returns the same limits, with no more nesting than `room` finds the thread's stack to have.
  func fittingStack(_ room: (Int) -> Int) -> ArchiveLimits {
    var limits = self
    limits.nesting = room(nesting)
    return limits
  }
}
