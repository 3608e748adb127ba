/// A policy by reference: it has too many parts to be copied for each call.
final class SharedPolicy: Sendable {
  let rules: ConversionPolicy

  init(_ rules: ConversionPolicy) {
    self.rules = rules
  }
}
