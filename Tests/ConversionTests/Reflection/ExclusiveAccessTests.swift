import Foundation
import Peridot
import Testing

@testable import TestSupport

private class Item: Model, JSONSerializing {
  var title = "title"
  var count = 0
  var ratio: Double? = 1
  var items = [1, 2, 3]
  var child: Item?
  weak var parent: Item?
  var action: (() -> Void)?

  override class var archiveName: String { "ExclusiveAccessTests.Item" }
  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["action": .excluded] }
  override class var encodingBehaviorsByPropertyKey: [String: EncodingBehavior] {
    ["action": .excluded]
  }
}

/// One whose update saves every variable, as a hook could change any.
private final class Checked: Item {
  override func validate() throws {
    try super.validate()
    if count < 0 { throw CocoaError(.coderInvalidValue) }
  }

  override func validate(_ value: inout Any?, forKey key: String) throws {}
}

/// One that takes over its values within an access of its own.
private final class Merging: Item {
  override func mergeValue(forKey key: String, from other: Model) {
    change(&items) { super.mergeValue(forKey: key, from: other) }
  }
}

/// Is in the middle of changing `value` while `body` runs.
@inline(never)
private func change<Value>(_ value: inout Value, _ body: () throws -> Void) rethrows {
  let old = value
  try body()
  value = old
}

private func item() -> Item { filled(Item()) }

private func filled<Filled: Item>(_ item: Filled) -> Filled {
  item.title = "a title that lies outside of the string itself"
  item.child = Item()
  item.child?.parent = item
  return item
}

/// Uses of a model in the middle of a change of one of its variables.
private enum Conflict: String, CaseIterable, Codable {
  case assignment
  case update, updateOfPlainValue, updateWithNull, updateOfNestedModel, updateOfNestedArray
  case updateWithHook, updateOfElement
  case setValue, setValueOfFunction, setValueOfWeakReference, validate
  case mergeInto, mergeFrom, mergeWithoutNil, deepMerge, mergeOfNestedModel, mergeByKey
  case subscriptRead, dictionaryValue, description, debugDescription
  case jsonData, sortedJSON, jsonOfKeys, jsonDictionary, nestedJSON, mergePatch
  case equality, hash, changedKeys, copy, deepCopy, deepCopyOfNestedModel, with
  case archive, archiveByFoundation

  func run() throws {
    let (model, other) = (item(), item())
    let child = model.child ?? model
    switch self {
    case .assignment: change(&model.items) { model.items = [] }
    case .update:
      try change(&model.items[0]) { try JSONAdapter.update(model, from: #"{"items":[7]}"#) }
    case .updateOfPlainValue:
      try change(&model.count) { try JSONAdapter.update(model, from: #"{"count":7}"#) }
    case .updateWithNull:
      try change(&model.ratio) { try JSONAdapter.update(model, from: #"{"ratio":null}"#) }
    case .updateOfNestedModel:
      try change(&child.title) { try JSONAdapter.update(model, from: #"{"child":{"title":""}}"#) }
    case .updateOfNestedArray:
      try change(&child.items) { try JSONAdapter.update(model, from: #"{"child":{"items":[]}}"#) }
    case .updateWithHook:
      let checked = filled(Checked())
      try change(&checked.items) { try JSONAdapter.update(checked, from: #"{"count":-1}"#) }
    case .updateOfElement:
      try change(&model.child) { try JSONAdapter.update(model, from: #"{"child":{"count":1}}"#) }
    case .setValue: try change(&model.items) { try model.setValue([7], forPropertyKey: "items") }
    case .setValueOfFunction:
      try change(&model.action) { try model.setValue(nil, forPropertyKey: "action") }
    case .setValueOfWeakReference:
      try change(&child.parent) { try child.setValue(nil, forPropertyKey: "parent") }
    case .validate:
      let checked = filled(Checked())
      try change(&checked.items) { try checked.validate() }
    case .mergeInto: change(&model.items) { model.mergeValues(from: other) }
    case .mergeFrom: change(&other.title) { model.mergeValues(from: other) }
    case .mergeWithoutNil:
      change(&model.items) { model.mergeValues(from: other, rule: .skipNil) }
    case .deepMerge: change(&model.items) { model.mergeValues(from: other, rule: .deep) }
    case .mergeOfNestedModel:
      change(&child.items) { model.mergeValues(from: other, rule: .deep) }
    case .mergeByKey: filled(Merging()).mergeValues(from: filled(Merging()))
    case .subscriptRead: change(&model.items) { _ = model["items"] }
    case .dictionaryValue: change(&model.items) { _ = model.dictionaryValue }
    case .description: change(&model.items) { _ = model.description }
    case .debugDescription: change(&model.items) { _ = model.debugDescription }
    case .jsonData: try change(&model.items) { _ = try JSONAdapter.data(from: model) }
    case .sortedJSON:
      try change(&model.count) { _ = try JSONAdapter.data(from: model, options: .sortedKeys) }
    case .jsonOfKeys:
      try change(&model.items) { _ = try JSONAdapter.data(from: model, keys: ["items"]) }
    case .jsonDictionary: try change(&model.title) { _ = try JSONAdapter.dictionary(from: model) }
    case .nestedJSON: try change(&child.items) { _ = try JSONAdapter.data(from: model) }
    case .mergePatch:
      try change(&model.items) { _ = try JSONAdapter.mergePatch(from: model, to: other) }
    case .equality: change(&model.items) { _ = model == other }
    case .hash: change(&model.items) { _ = model.hash }
    case .changedKeys: change(&other.items) { _ = model.changedKeys(from: other) }
    case .copy: change(&model.items) { _ = model.copy() }
    case .deepCopy: change(&model.items) { _ = model.deeplyCopied() }
    case .deepCopyOfNestedModel: change(&child.child) { _ = model.deeplyCopied() }
    case .with: change(&model.title) { _ = model.with { $0.title = "" } }
    case .archive: try change(&model.items) { _ = try model.archivedData() }
    case .archiveByFoundation:
      try change(&model.items) {
        _ = try NSKeyedArchiver.archivedData(withRootObject: model, requiringSecureCoding: true)
      }
    }
  }
}

/// What reads or writes a variable in the middle of a change of it traps, as a line of Swift would.
@Suite struct ExclusiveAccessTests {
  @Test(arguments: Conflict.allCases)
  private func trapsAsSwiftDoes(_ conflict: Conflict) async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { [conflict] in
      try conflict.run()
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.hasPrefix("Simultaneous accesses to 0x"), "\(message)")
  }

  @Test func leavesAloneWhatAnUpdateDoesNotName() throws {
    let model = item()
    try change(&model.items) {
      try JSONAdapter.update(model, from: #"{"title":"new","child":{"count":1}}"#)
      #expect(throws: JSONAdapterError.self) {
        try JSONAdapter.update(model, from: #"{"title":"newer","count":"x"}"#)
      }
      #expect(throws: JSONAdapterError.self) {
        try JSONAdapter.update(model, from: #"{"title":"#)
      }
    }
    #expect(model.title == "new")
    #expect(model.count == 0)
    #expect(model.child?.count == 1)
  }

  @Test func leavesAloneWhatIsNotAskedFor() throws {
    let (model, other) = (item(), item())
    try change(&model.items) {
      #expect(try JSONAdapter.string(from: model, keys: ["count"]) == #"{"count":0}"#)
      #expect(model["count"] as? Int == 0)
      try model.setValue(5, forPropertyKey: "count")
      #expect(try JSONAdapter.string(from: other, keys: ["items"]) == #"{"items":[1,2,3]}"#)
      other.mergeValues(from: Item())
      #expect(try JSONAdapter.model(of: Item.self, from: #"{"items":[4]}"#).items == [4])
      #expect(try Item(dictionary: ["items": [5]]).items == [5])
      #expect(try Item.unarchive(from: other.archivedData()).items == [1, 2, 3])
    }
    #expect(model.count == 5)
    #expect(other.title == "title")
  }

  /// In the middle of changes of variables that are none of a model's, everything works, and each
  /// way of reading gives the same as ever.
  @Test func worksWithinOtherAccesses() throws {
    let holder = item()
    let (model, other) = (item(), item())
    let json = try JSONAdapter.string(from: model)
    let dictionary = model.dictionaryValue
    try change(&holder.items) {
      #expect(try JSONAdapter.string(from: model) == json)
      #expect(model.dictionaryValue.keys == dictionary.keys)
      #expect(model.copy() as? Item == model)
      #expect(model.deeplyCopied().child == model.child)
      other.count = 1
      #expect(model != other)
      #expect(model.changedKeys(from: other) == ["count"])
      try JSONAdapter.update(other, from: json)
      #expect(other.count == 0)
      model.count = 3
      other.mergeValues(from: model, rule: .deep)
      #expect(other.count == 3)
    }
  }
}
