// Made by `.ci/peers` from the classes. Don't edit it.
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

/// The Codable twin of ``FirstUseModel``.
final class FirstUseRecord<A, B>: Codable {
  var value1: Int
  var value2: Double
  var value3: Bool
  var value4: String
  var value5: Int
  var value6: Double
  var value7: Bool
  var value8: String
  var value9: Int
  var value10: Double
  var value11: Bool
  var value12: String
  var value13: Int
  var value14: Double
  var value15: Bool
  var value16: String
  var value17: Int
  var value18: Double
  var value19: Bool
  var value20: String
  var value21: Int
  var value22: Double
  var value23: Bool
  var value24: String
  var value25: Int
  var value26: Double
  var value27: Bool
  var value28: String
  var value29: Int
  var value30: Double
}
