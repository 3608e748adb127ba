import Peridot

/// The price of a seat at a performance.
final class CatalogPrice: Model, JSONSerializing {
  var amount = 0
  var audienceID = 0
  var seatCategoryID = 0
}
