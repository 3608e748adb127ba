/// Keeps the optimizer from dropping an unused result.
@inline(never)
func consume<Value>(_ value: consuming Value) {
  _ = consume value
}
