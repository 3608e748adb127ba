import Foundation
import Peridot
import PeridotRecords
import Testing

/// Models that are values of a record, and dates within values.
@Suite(.needsSQLite) struct RecordValueTests {
  final class Address: Model, JSONSerializing {
    var street = ""
    var since = Date(timeIntervalSinceReferenceDate: 700_000_000.123456789)

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["street": "street_name"] }
  }

  final class Money: Model, CodableModel {
    var amount = 1.5
    var currency = "EUR"
  }

  struct Visit: Codable, Hashable {
    var at = Date(timeIntervalSinceReferenceDate: 12345.678901234567)
  }

  final class Customer: Model, RecordSerializing {
    var id = 0
    var address = Address()
    var second: Address?
    var others: [Address] = []
    var balances: [String: Money] = [:]
    var money = Money()
    var dates = [
      Date(timeIntervalSinceReferenceDate: 0.1), .distantPast, .distantFuture,
      Date(timeIntervalSinceReferenceDate: 700_000_000.123456789),
      Date(timeIntervalSinceReferenceDate: -1e-7),
    ]
    var named = ["a": Date(timeIntervalSinceReferenceDate: 1.0 / 3)]
    var visit = Visit()
    var visits: [Visit] = [Visit()]

    override class var declaredProperties: [Property] {
      [property("id", \.id, isIdentity: true)]
    }
  }

  @Test func modelsThatTakeNoPartAreValues() throws {
    let store = try RecordStore.inMemory()
    let customer = Customer()
    customer.address.street = "Long \"Road\""
    customer.others = [Address(), Address()]
    customer.balances = ["a": Money()]
    customer.money.amount = 2
    try store.save(customer)
    let read = try #require(try store.models(of: Customer.self).first)
    #expect(read == customer)
    #expect(read.second == nil)
    #expect(
      try store.count(
        of: Customer.self,
        matching: """
          typeof(address) = 'text' AND json_extract(address, '$.street_name') = \("Long \"Road\"")
          AND json_extract(money, '$.amount') = 2 AND second IS NULL
          AND json_extract(balances, '$.a.currency') = 'EUR'
          """) == 1)
    customer.second = Address()
    try store.save(customer)
    #expect(try store.models(of: Customer.self) == [customer])
  }

  @Test func datesInValuesKeepEachBit() throws {
    let store = try RecordStore.inMemory()
    let customer = Customer()
    let seconds = [
      0.1, 1.0 / 3, 1e-9, -0.7, 123_456_789.123_456_78, 700_000_000.123_456_789, 1e15 / 7,
      .leastNonzeroMagnitude,
    ]
    customer.dates = seconds.map { Date(timeIntervalSinceReferenceDate: $0) }
    customer.visits = customer.dates.map { Visit(at: $0) }
    customer.address.since = customer.dates[1]
    try store.save(customer)
    let read = try #require(try store.models(of: Customer.self).first)
    func bits(_ dates: [Date]) -> [UInt64] {
      dates.map(\.timeIntervalSinceReferenceDate.bitPattern)
    }
    // SQLite's own REAL would keep the smallest, too; a number since 1970 is too large for that.
    #expect(bits(read.dates).dropLast() == bits(customer.dates).dropLast())
    #expect(bits(read.visits.map(\.at)) == bits(customer.dates))
    #expect(bits([read.address.since]) == bits([customer.dates[1]]))
    #expect(read.visit == customer.visit && read.named == customer.named)
    // Numbers since 1970, as SQL and other programs read them.
    #expect(
      try store.count(
        of: Customer.self, matching: "abs(json_extract(dates, '$[0]') - 978307200.1) < 0.0001") == 1
    )
  }

  /// What the first release wrote.
  @Test func datesOfOlderStoresAreRead() throws {
    let file = TemporaryDatabase()
    let store = try RecordStore(url: file.url)
    try store.save(Customer())
    try OtherConnection(file.url).execute(
      """
      UPDATE Customer SET dates = '[978307201.5,0]', visit = '{"at":"2001-01-01T00:00:02.250Z"}'
      """)
    let read = try #require(try store.models(of: Customer.self).first)
    #expect(read.dates.map(\.timeIntervalSinceReferenceDate) == [1.5, -978_307_200])
    #expect(read.visit.at.timeIntervalSinceReferenceDate == 2.25)
  }
}
