import Foundation
import Peridot
import Testing

@testable import TestSupport

private struct Rejection: Error, CustomStringConvertible {
  let description: String
}

private final class Item: Model, JSONSerializing {
  var price = 0.0
}

private final class Prepared: Model, JSONSerializing, JSONPreparing {
  var name = ""
  var items: [Item] = []

  static func prepare(_ json: [String: Any]) throws -> [String: Any] {
    if json["reject"] != nil { throw Rejection(description: "not this one") }
    if json["date"] != nil { return ["name": Date()] }
    if json["parse"] != nil { _ = try JSONAdapter.model(of: Item.self, from: #"{"price":"x"}"#) }
    var json = json
    json["name"] = json["NAME"] ?? json["name"]
    return json
  }
}

private final class Finished: Model, JSONSerializing, JSONFinishing {
  var zeta = 1
  var alpha = 2
  var item: Item?

  func finish(_ json: inout [String: Any]) throws {
    if zeta == 0 { throw Rejection(description: "zero") }
    if zeta < 0 { json["bad"] = [Double.nan] }
    json["version"] = 2
    json["alpha"] = nil
  }
}

private final class Keeping: Model, JSONSerializing, JSONExtrasKeeping {
  var id = 0
  var jsonExtras: [String: Any] = [:]
}

private final class Outer: Model, JSONSerializing {
  var prepared: [Prepared] = []
  var finished: Finished?
  var keeping: Keeping?
  var strict: [Strict] = []
}

private final class Strict: Model, JSONSerializing {
  var age = 0
  var doubled = 0

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["doubled": .excluded] }

  override func validate(_ value: inout Any?, forKey key: String) throws {
    guard key == "age", let age = value as? Int else { return }
    if age < 0 { throw Rejection(description: "age is negative") }
    if age > 200 { value = 200 }
  }

  override func validate() throws {
    try super.validate()
    if age == 13 { throw Rejection(description: "unlucky") }
  }

  override func didLoad(from source: ModelSource) throws {
    if age == 14 { throw Rejection(description: "cannot load") }
    doubled = age * 2
  }
}

private final class Contextual: Model, JSONSerializing {
  var locale = ""
  var number = 0

  override class func transformer(forKey key: String) -> ValueTransformer? {
    guard key == "number" else { return nil }
    return .closure(forward: { (number: Int) in
      number * (JSONAdapter.userInfo["factor"] as? Int ?? 1)
    })
  }

  override func didLoad(from source: ModelSource) throws {
    locale = JSONAdapter.userInfo["locale"] as? String ?? "none"
  }
}

private final class Public: JSONAdapter, @unchecked Sendable {
  // Sendable: nothing is stored.

  override func serializablePropertyKeys(_ keys: Set<String>, for model: Model) -> Set<String> {
    model is Item ? [] : keys.subtracting(["alpha"])
  }
}

@Suite struct HookTests {
  @Test func preparesTheJSON() throws {
    let model: Prepared = try JSONAdapter.model(from: #"{"NAME":"n","items":[{"price":2}]}"#)
    #expect(model.name == "n")
    #expect(model.items.map(\.price) == [2])
  }

  @Test func saysWhereAPreparedObjectIsWrong() {
    let error = adapterError {
      try JSONAdapter.model(
        of: Outer.self, from: #"{"prepared":[{}, {"items":[{},{"price":"x"}]}]}"#)
    }
    #expect(
      error?.description == """
        Item.price: expected Double, found string "x" at $.prepared[1].items[1].price \
        (line 1, column 40): no policy reads it
        """)
    #expect(error?.propertyKey == "price")
  }

  @Test func reportsWhatPreparingRejects() {
    let error = adapterError {
      try JSONAdapter.model(of: Outer.self, from: #"{"prepared":[{"reject":1}]}"#)
    }
    #expect(
      error?.description == "Prepared: not this one at $.prepared[0] (line 1, column 14)")
    #expect(error?.kind == .validationFailed)
    #expect(error?.underlying is Rejection)
    #expect(
      adapterMessage {
        try JSONAdapter.model(of: Outer.self, from: #"{"prepared":[{"date":1}]}"#)
      } == """
        Prepared.name: expected String, found a Date (made by prepare(_:)) at $.prepared[0].name \
        (line 1, column 14)
        """)
    #expect(
      adapterMessage {
        try JSONAdapter.model(of: Outer.self, from: #"{"prepared":[{"parse":1}]}"#)
      } == """
        Item.price: expected Double, found string "x" at $.prepared[0].price (line 1, column 14): \
        no policy reads it
        """)
  }

  @Test func finishesTheJSONInItsOrder() throws {
    let model = Finished()
    model.item = Item()
    #expect(
      try JSONAdapter.string(from: model) == #"{"zeta":1,"item":{"price":0},"version":2}"#)
    #expect(
      try JSONAdapter.string(from: model, options: .sortedKeys)
        == #"{"item":{"price":0},"version":2,"zeta":1}"#)
    #expect(
      try JSONAdapter.string(from: [model], options: .prettyPrinted) == """
        [
          {
            "zeta": 1,
            "item": {
              "price": 0
            },
            "version": 2
          }
        ]
        """)
  }

  @Test func reportsWhatFinishingRefuses() {
    let outer = Outer()
    outer.finished = Finished().with { $0.zeta = 0 }
    let error = adapterError { try JSONAdapter.data(from: outer) }
    #expect(error?.description == "Finished: zero at $.finished")
    #expect(error?.kind == .validationFailed)
    outer.finished?.zeta = -1
    let notFinite = adapterError { try JSONAdapter.data(from: outer) }
    #expect(
      notFinite?.description
        == "Finished: expected a finite number, found nan at $.finished.bad[0]")
    #expect(notFinite?.kind == .notFinite)
  }

  @Test func keepsUnknownMembers() throws {
    let text = #"{"id":1,"a":[1,null],"b":{"c":true}}"#
    let model: Keeping = try JSONAdapter.model(from: #"{"b":{"c":true},"id":1,"a":[1,null]}"#)
    #expect(Set(model.jsonExtras.keys) == ["a", "b"])
    #expect(Keeping.propertyKeys == ["id"])
    #expect(try JSONAdapter.string(from: model) == text)
    let copy = try #require(model.copy() as? Keeping)
    #expect(try JSONAdapter.string(from: copy) == text)
    #expect(try JSONAdapter.string(from: model.deeplyCopied()) == text)
    try JSONAdapter.update(model, from: #"{"b":2,"d":"new"}"#)
    #expect(
      try JSONAdapter.string(from: model) == #"{"id":1,"a":[1,null],"b":2,"d":"new"}"#)
    let other: Keeping = try JSONAdapter.model(from: #"{"jsonExtras":1}"#)
    #expect(try JSONAdapter.string(from: other) == #"{"id":0,"jsonExtras":1}"#)
  }

  @Test func refusesExtrasWithoutAJSONForm() {
    let outer = Outer()
    final class Opaque {}
    outer.keeping = Keeping().with { $0.jsonExtras = ["x": [1, Opaque()]] }
    #expect(
      adapterMessage { try JSONAdapter.string(from: outer) } == """
        Keeping.jsonExtras: expected a value with a JSON form, found an Opaque at $.keeping.x[1]
        """)
  }

  @Test func leavesOutWhatTheAdapterLeavesOut() throws {
    let model = Finished()
    model.item = Item()
    model.alpha = 7
    let outer = Outer()
    outer.finished = model
    #expect(
      try Public().string(from: outer) == """
        {"prepared":[],"finished":{"zeta":1,"item":{},"version":2},"strict":[]}
        """)
  }

  @Test func validatesWhatWasRead() throws {
    let model: Strict = try JSONAdapter.model(from: #"{"age":500}"#)
    #expect(model.age == 200)
    #expect(model.doubled == 400)
    let places = [
      (-1, "age is negative", "Strict.age: age is negative at $.strict[1].age (line 1, column 22)"),
      (13, "unlucky", "Strict: unlucky at $.strict[1] (line 1, column 15)"),
      (14, "cannot load", "Strict: cannot load at $.strict[1] (line 1, column 15)"),
    ]
    for (age, reason, description) in places {
      let error = adapterError {
        try JSONAdapter.model(of: Outer.self, from: #"{"strict":[{},{"age":\#(age)}]}"#)
      }
      #expect(error?.description == description)
      #expect(error?.kind == .validationFailed)
      #expect(error?.modelClass == Strict.self)
      #expect(error?.propertyKey == (age < 0 ? "age" : nil))
      #expect((error?.underlying as? Rejection)?.description == reason)
    }
  }

  @Test func handsContextToHooksAndTransformers() throws {
    let model = try JSONAdapter.$userInfo.withValue(["locale": "de", "factor": 3]) {
      try JSONAdapter.model(of: Contextual.self, from: #"{"number":2}"#)
    }
    #expect(model.locale == "de")
    #expect(model.number == 6)
    #expect(try JSONAdapter.model(of: Contextual.self, from: #"{"number":2}"#).number == 2)
  }
}
