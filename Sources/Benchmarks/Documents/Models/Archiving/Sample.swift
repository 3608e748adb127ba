import Peridot

/// Four scalars.
final class Sample: Model {
  var count = 0
  var total = 0
  var mean = 0.0
  var isFinal = false
}
