import Peridot

/// A model with 50 properties.
final class Properties50: Model, JSONSerializing {
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
  var value31 = false
  var value32 = ""
  var value33 = 0
  var value34 = 0.0
  var value35 = false
  var value36 = ""
  var value37 = 0
  var value38 = 0.0
  var value39 = false
  var value40 = ""
  var value41 = 0
  var value42 = 0.0
  var value43 = false
  var value44 = ""
  var value45 = 0
  var value46 = 0.0
  var value47 = false
  var value48 = ""
  var value49 = 0
  var value50 = 0.0
}
