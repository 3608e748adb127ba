#if canImport(ObjectiveC)
  public import Foundation

  extension ValueTransformer: @retroactive @unchecked Sendable {}
#endif
