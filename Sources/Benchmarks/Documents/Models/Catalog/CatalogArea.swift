import Peridot

/// An area of seats.
final class CatalogArea: Model, JSONSerializing {
  var areaID = 0
  var blockIDs: [Int] = []
}
