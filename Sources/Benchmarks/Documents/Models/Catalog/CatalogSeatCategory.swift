import Peridot

/// Seats at one price, by areas.
final class CatalogSeatCategory: Model, JSONSerializing {
  var seatCategoryID = 0
  var areas: [CatalogArea] = []
}
