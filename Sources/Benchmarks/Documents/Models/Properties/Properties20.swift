import Peridot

/// A model with 20 properties.
final class Properties20: Model, JSONSerializing {
  var value1 = 0
  var value2 = 0.0
  var value3 = false
  var value4 = ""
  var value5 = 0
  var value6 = 0.0
  var value7 = false
  var value8 = ""
  var value9 = 0
  var value10 = 0.0
  var value11 = false
  var value12 = ""
  var value13 = 0
  var value14 = 0.0
  var value15 = false
  var value16 = ""
  var value17 = 0
  var value18 = 0.0
  var value19 = false
  var value20 = ""
}
