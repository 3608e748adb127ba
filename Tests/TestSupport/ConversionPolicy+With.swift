import Peridot

extension ConversionPolicy {
  static func with(
    _ preset: ConversionPolicy = .strict, _ change: (inout ConversionPolicy) -> Void
  ) -> ConversionPolicy {
    var policy = preset
    change(&policy)
    return policy
  }
}
