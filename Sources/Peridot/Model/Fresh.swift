/// Models that were just made.
///
/// Sendable: nothing but the result refers to them, so the caller may send them anywhere. A hook
/// that keeps a model somewhere takes that upon itself.
struct Fresh<Value>: @unchecked Sendable {
  let value: Value
}
