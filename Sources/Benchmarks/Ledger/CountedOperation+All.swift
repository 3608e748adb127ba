extension CountedOperation {
  /// All rows of the ledger, in its order.
  static var all: [CountedOperation] {
    documents + arrays + calls + features + firsts
  }
}
