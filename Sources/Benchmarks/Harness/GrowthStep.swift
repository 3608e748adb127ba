/// The cost of one object in a document of some size.
struct GrowthStep: Codable {
  static let columns = [
    "growth", "objects", "properties", "read, per object", "read, per property",
    "write, per object", "write, per property", "archive, per object", "archive, per property",
    "restore, per object", "restore, per property",
  ]

  let name: String
  let objects: Int
  let properties: Int
  /// Seconds per object.
  let read: Double
  let write: Double
  let archive: Double
  let restore: Double

  var row: [String] {
    let perObject = [read, write, archive, restore]
    let cells = perObject.flatMap { [Report.time($0), Report.time($0 / Double(properties))] }
    return [name, "\(objects)", "\(properties)"] + cells
  }
}
