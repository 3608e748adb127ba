import Peridot

/// The front of a class cluster: one member of the JSON says which class an object is of.
class Shape: Model, JSONSerializing {
  var kind = ""
  var name = ""
  var color = ""
  var area = 0.0

  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    switch json.string(forKey: "kind") {
    case "circle": Circle.self
    case "square": Square.self
    default: nil
    }
  }
}
