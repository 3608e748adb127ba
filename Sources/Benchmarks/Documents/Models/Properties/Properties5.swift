import Peridot

/// A model with 5 properties.
final class Properties5: Model, JSONSerializing {
  var value1 = 0
  var value2 = 0.0
  var value3 = false
  var value4 = ""
  var value5 = 0
}
