import Peridot

/// A performance of an event.
final class CatalogPerformance: Model, JSONSerializing {
  var id = 0
  var eventID = 0
  var start = 0
  var venueCode = ""
  var prices: [CatalogPrice] = []
  var seatCategories: [CatalogSeatCategory] = []
}
