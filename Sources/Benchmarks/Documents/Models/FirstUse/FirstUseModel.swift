import Peridot

/// A class with thirty properties, and another one for each pair of types: making one's plan says
/// nothing of the next.
final class FirstUseModel<A, B>: Model, JSONSerializing {
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
  var value21 = 0
  var value22 = 0.0
  var value23 = false
  var value24 = ""
  var value25 = 0
  var value26 = 0.0
  var value27 = false
  var value28 = ""
  var value29 = 0
  var value30 = 0.0
}
