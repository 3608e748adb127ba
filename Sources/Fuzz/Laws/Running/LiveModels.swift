import Synchronization

/// The number of models of the laws' classes that exist, for law 13.
enum LiveModels {
  private static let number = Atomic<Int>(0)

  static var count: Int { number.load(ordering: .relaxed) }

  static func begin() { number.add(1, ordering: .relaxed) }
  static func end() { number.subtract(1, ordering: .relaxed) }
}
