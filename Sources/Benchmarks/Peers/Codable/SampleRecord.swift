/// A sample as a Codable structure.
struct SampleRecord: Codable, Equatable {
  var count: Int
  var total: Int
  var mean: Double
  var isFinal: Bool
}
