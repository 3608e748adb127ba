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
