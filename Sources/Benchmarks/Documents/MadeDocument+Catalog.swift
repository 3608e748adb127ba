import Foundation

extension MadeDocument {
  /// Dictionaries of objects by their identifiers, and many small arrays of integers.
  static func catalog(events: Int = 200, performances: Int = 250) -> Data {
    var random = SeededRandom(seed: 10)
    let areas = (0..<20).map { "\"\(205_705_990 + $0)\":\"Area \($0), balcony\"" }
    let topics = (0..<20).map { "\"\(324_846_000 + $0)\":\(identifiers(1...8, &random))" }
    let eventList = self.events(count: events, &random).map { "\"\($0.id)\":\($0.text)" }
    let performanceList = (0..<performances).map { index in
      performance(339_887_000 + index, &random)
    }
    return Data(
      """
      {"areaNames":{\(areas.joined(separator: ","))},"events":{\(eventList.joined(separator: ","))},\
      "performances":[\(performanceList.joined(separator: ","))],\
      "subTopics":{\(topics.joined(separator: ","))}}
      """.utf8)
  }

  /// An array of events of ten members, two of them small arrays.
  static func events(count: Int) -> Data {
    var random = SeededRandom(seed: 11)
    let texts = events(count: count, &random).map(\.text)
    return Data("[\(texts.joined(separator: ","))]".utf8)
  }

  private static func events(
    count: Int, _ random: inout SeededRandom
  ) -> [(id: Int, text: String)] {
    (0..<count).map { index in
      let id = 138_586_000 + 3 * index
      var members = ["\"id\":\(id)", "\"name\":\"Concert number \(index) of the season\""]
      if Bool.random(using: &random) {
        members.append(#""summary":"An evening with \#(index % 7 + 2) soloists""#)
      }
      if Bool.random(using: &random) { members.append(#""logo":"/images/events/\#(id).png""#) }
      members.append("\"start\":\(1_372_701_600_000 + 3_600_000 * index)")
      if Bool.random(using: &random) { members.append(#""subject":"music \#(index % 5)""#) }
      members.append(#""venue":"PLEYEL_\#(index % 9)""#)
      members.append("\"isOpen\":\(Bool.random(using: &random))")
      members.append("\"subTopicIDs\":\(identifiers(0...5, &random))")
      members.append("\"topicIDs\":\(identifiers(1...3, &random))")
      return (id, "{\(members.joined(separator: ","))}")
    }
  }

  private static func performance(_ id: Int, _ random: inout SeededRandom) -> String {
    let categories = (0..<Int.random(in: 1...5, using: &random)).map { 338_937_235 + $0 }
    let prices = categories.map { category in
      let amount = Int.random(in: 10_000...180_000, using: &random)
      return #"{"amount":\#(amount),"audienceID":337100890,"seatCategoryID":\#(category)}"#
    }
    let seats = categories.map { category in
      let areas = (0..<Int.random(in: 1...10, using: &random)).map { area in
        #"{"areaID":\#(205_705_990 + area),"blockIDs":\#(identifiers(0...2, &random))}"#
      }
      return #"{"seatCategoryID":\#(category),"areas":[\#(areas.joined(separator: ","))]}"#
    }
    return """
      {"id":\(id),"eventID":\(138_586_000 + 3 * Int.random(in: 0..<200, using: &random)),\
      "start":\(1_372_701_600_000 + Int.random(in: 0..<10_000, using: &random) * 60_000),\
      "venueCode":"PLEYEL_PLEYEL","prices":[\(prices.joined(separator: ","))],\
      "seatCategories":[\(seats.joined(separator: ","))]}
      """
  }

  private static func identifiers(
    _ counts: ClosedRange<Int>, _ random: inout SeededRandom
  ) -> String {
    let values = (0..<Int.random(in: counts, using: &random)).map { _ in
      "\(Int.random(in: 324_846_098...324_846_120, using: &random))"
    }
    return "[\(values.joined(separator: ","))]"
  }
}
