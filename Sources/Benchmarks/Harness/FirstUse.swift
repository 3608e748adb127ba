/// The cost of a class's first object, compared with the second.
struct FirstUse: Codable {
  static let columns = ["first use of a class", "by", "first object", "quartiles", "second object"]

  let job: String
  let name: String
  let first: Distribution
  let second: Distribution

  var row: [String] {
    [
      job, name, Report.time(first.median),
      "\(Report.time(first.lowerQuartile))..\(Report.time(first.upperQuartile))",
      Report.time(second.median),
    ]
  }
}
