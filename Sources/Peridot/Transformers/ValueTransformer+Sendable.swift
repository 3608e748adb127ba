#if canImport(ObjectiveC)
  public import Foundation

  // Foundation's class stores nothing; its header, which was audited for Sendable types, does not
  // mark it as one. Peridot's transformers do not change once they are made, and a subclass of a user's
  // restates `@unchecked Sendable`, as it has to on Linux: a plan of a class shares its transformers
  // among threads, and a constant holds one. That the compiler takes this of the SDK's class without
  // a word, which clang imports, is shown by `.ci/apple`.
  // swift-format-ignore: AvoidRetroactiveConformances
  extension ValueTransformer: @retroactive @unchecked Sendable {}
#endif
