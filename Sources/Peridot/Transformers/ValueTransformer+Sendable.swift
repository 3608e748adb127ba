#if canImport(ObjectiveC)
  public import Foundation

  // Foundation's class stores nothing, but its audited header doesn't mark it as Sendable.
  // Peridot's transformers are immutable, and a user's subclass restates `@unchecked Sendable`, as
  // it has to on Linux: a class's plan shares its transformers among threads, and a constant holds
  // one. `.ci/apple` checks that the compiler accepts this for the SDK's class, which clang
  // imports.
  // swift-format-ignore: AvoidRetroactiveConformances
  extension ValueTransformer: @retroactive @unchecked Sendable {}
#endif
