import Peridot
import Testing

private class Place: Model {
  var id = 0
  var name: String?
  var note: String?
  weak var owner: House?

  override class var identityKey: String? { "id" }
}

private final class Garage: Place {}

private final class Address: Model {
  var street = ""
  var zip: String?
}

private final class House: Model {
  var address: Address?
  var rooms: [Place] = []
  var halls: Set<Place> = []
  var byName: [String: Place] = [:]
  var addresses: [Address] = []
  var grid: [[Place]?] = []
  var anything: Any?
  var next: House?
  weak var main: Place?
}

@Suite struct ModelDeepMergingTests {
  private func place(_ id: Int, _ name: String?, note: String? = nil) -> Place {
    let place = Place()
    place.id = id
    place.name = name
    place.note = note
    return place
  }

  private func address(_ street: String, _ zip: String?) -> Address {
    let address = Address()
    address.street = street
    address.zip = zip
    return address
  }

  @Test func mergesANestedModelInPlace() {
    let (mine, other) = (House(), House())
    let old = address("Old Street", "1")
    mine.address = old
    other.address = address("New Street", nil)
    mine.mergeValues(from: other, rule: .skipNil)
    #expect(mine.address === other.address)
    mine.address = old
    mine.mergeValues(from: other, rule: [.deep, .skipNil])
    #expect(mine.address === old)
    #expect(old.street == "New Street")
    #expect(old.zip == "1")
    mine.mergeValues(from: other, rule: .deep)
    #expect(mine.address === old)
    #expect(old.zip == nil)
    other.address = nil
    mine.mergeValues(from: other, rule: .deep)
    #expect(mine.address == nil)
  }

  @Test func matchesElementsByIdentity() {
    let (mine, other) = (House(), House())
    let (one, two) = (place(1, "one", note: "n"), place(2, "two"))
    mine.rooms = [one, two]
    let three = place(3, "three")
    other.rooms = [place(2, "zwei"), three, place(1, "eins")]
    mine.mergeValues(from: other, rule: [.deep, .skipNil])
    #expect(mine.rooms.map(\.id) == [2, 3, 1])
    #expect(mine.rooms.map(\.name) == ["zwei", "three", "eins"])
    #expect(mine.rooms[0] === two)
    #expect(mine.rooms[1] === three)
    #expect(mine.rooms[2] === one)
    #expect(one.note == "n")
  }

  @Test func replacesElementsWithoutIdentityOrOfAnotherClass() {
    let (mine, other) = (House(), House())
    let garage = Garage()
    garage.id = 1
    mine.rooms = [place(1, "room")]
    other.rooms = [garage]
    mine.addresses = [address("a", "1")]
    other.addresses = [address("b", nil)]
    mine.mergeValues(from: other, rule: .deep)
    #expect(mine.rooms[0] === garage)
    #expect(mine.addresses[0] === other.addresses[0])
  }

  @Test func matchesInSetsDictionariesAndNestedCollections() {
    let (mine, other) = (House(), House())
    let (hall, named, cell, any) = (place(1, "a"), place(2, "b"), place(3, "c"), place(4, "d"))
    mine.halls = [hall]
    mine.byName = ["x": named, "gone": place(9, nil)]
    mine.grid = [nil, [cell]]
    mine.anything = any
    other.halls = [place(1, "A"), place(5, "E")]
    other.byName = ["x": place(2, "B"), "y": place(6, "F")]
    other.grid = [[place(3, "C")]]
    other.anything = place(4, "D")
    mine.mergeValues(from: other, rule: .deep)
    #expect(mine.halls.count == 2)
    #expect(mine.halls.contains { $0 === hall })
    #expect(mine.halls.contains(place(1, "A")))
    #expect(mine.byName["x"] === named)
    #expect(Set(mine.byName.keys) == ["x", "y"])
    #expect(named.name == "B")
    #expect(mine.grid.first??.first === cell)
    #expect(mine.anything as? Place === any)
    #expect(any.name == "D")
    #expect(mine == other)
  }

  @Test func pointsWeakReferencesAtTheMergedModels() {
    let (mine, other) = (House(), House())
    let room = place(1, "one")
    room.owner = mine
    mine.rooms = [room]
    mine.main = nil
    let (newRoom, added) = (place(1, "eins"), place(2, "zwei"))
    newRoom.owner = other
    added.owner = other
    other.rooms = [newRoom, added]
    other.main = newRoom
    mine.mergeValues(from: other, rule: .deep)
    #expect(mine.rooms[0] === room)
    #expect(mine.main === room)
    #expect(room.owner === mine)
    #expect(mine.rooms[1] === added)
    #expect(added.owner === mine)
  }

  @Test func endsOnCycles() {
    func ring(_ name: String) -> House {
      let (one, two) = (House(), House())
      one.next = two
      two.next = one
      two.anything = name
      return one
    }
    let (mine, other) = (ring("old"), ring("new"))
    let second = mine.next
    mine.mergeValues(from: other, rule: .deep)
    #expect(mine.next === second)
    #expect(second?.anything as? String == "new")
    #expect(second?.next === mine)
    let single = House()
    single.mergeValues(from: other, rule: .deep)
    #expect(single.next === other.next)
    #expect(single.next?.next === single)
    for house in [mine, other, single] { house.next?.next = nil }
  }
}
