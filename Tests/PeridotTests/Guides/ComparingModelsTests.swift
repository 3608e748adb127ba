// The code of Sources/Peridot/Documentation.docc/ComparingModels.md
import Peridot
import Testing

@Suite struct ComparingModelsTests {
  final class Item: Model {
    var id = 0
    var price = 0.0
    override class var identityKey: String? { "id" }
  }

  final class Cart: Model {
    var items: [Item] = []
    var note = ""
  }

  private func cart(price: Double, note: String) -> Cart {
    let item = Item().with { ($0.id, $0.price) = (2, price) }
    return Cart().with { ($0.items, $0.note) = ([item], note) }
  }

  @Test func readsAsATestsOutput() {
    let expected = cart(price: 9.5, note: "")
    let cart = cart(price: 10, note: "new")
    let text = cart.differences(from: expected).description
    withKnownIssue {
      #expect(cart.differences(from: expected).isEmpty)
    } matching: {
      // The output has the whole text.
      "\($0)".contains(text)
    }
    let found = cart.differences(from: expected)
    for difference in found { print(difference.path, difference.kind) }
    let names = Set(found.compactMap(\.path.first))  // the properties that differ

    #expect(names == [.property("items"), .property("note")])
    #expect(found[0].old as? Double == 9.5 && found[0].new as? Double == 10)
    #expect(
      found.description == """
        Cart differs in 2 places
          items[id: 2].price: 9.5 → 10.0
          note: "" → "new"
        """)
  }
}
