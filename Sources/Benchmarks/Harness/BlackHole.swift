/// Keeps the optimizer from dropping a result that nobody looks at.
@inline(never)
func consume<Value>(_ value: consuming Value) {
  _ = consume value
}
