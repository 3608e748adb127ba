import Peridot

/// The outlines of regions on a map.
final class Outlines: Model, JSONSerializing {
  var name = ""
  var outlines: [Outline] = []
}
