import Foundation
import Peridot
import PeridotRecords
import PeridotTesting
import Testing

extension RecordSerializing where Self: Model {
  static var recordName: String { "item" }
}

extension StoredChanges.OldNumber: RecordSerializing {}
extension StoredChanges.NumberAndText: RecordSerializing {}
extension StoredChanges.RequiredText: RecordSerializing {}
extension StoredChanges.OnlyText: RecordSerializing {}
extension StoredChanges.OtherNumber: RecordSerializing {}
extension StoredChanges.RenamedNumber: RecordSerializing {}
extension StoredChanges.PlacedNumber: RecordSerializing {}
extension StoredChanges.RequiredNumber: RecordSerializing {}
extension StoredChanges.OtherDefault: RecordSerializing {}
extension StoredChanges.TransitoryNumber: RecordSerializing {}
extension StoredChanges.ExcludedNumber: RecordSerializing {}
extension StoredChanges.UnarchivedNumber: RecordSerializing {}
extension StoredChanges.OptionalNumber: RecordSerializing {}
extension StoredChanges.SmallNumber: RecordSerializing {}
extension StoredChanges.DoubleNumber: RecordSerializing {}
extension StoredChanges.TextNumber: RecordSerializing {}
extension StoredChanges.NumberAsDate: RecordSerializing {}
extension StoredChanges.NumberList: RecordSerializing {}
extension StoredChanges.OldDate: RecordSerializing {}
extension StoredChanges.TextDate: RecordSerializing {}
extension StoredChanges.OldList: RecordSerializing {}
extension StoredChanges.ListAsSet: RecordSerializing {}
extension StoredChanges.URLText: RecordSerializing {}
extension StoredChanges.TextURL: RecordSerializing {}
extension StoredChanges.OldSize: RecordSerializing {}
extension StoredChanges.NewSize: RecordSerializing {}
extension StoredChanges.WiderSize: RecordSerializing {}
extension StoredChanges.NumberElsewhere: RecordSerializing {}
extension StoredChanges.NumberAtBoth: RecordSerializing {}
extension StoredChanges.NumberNowhere: RecordSerializing {}
extension StoredChanges.StyledText: RecordSerializing {}
extension StoredChanges.UnstyledText: RecordSerializing {}
extension StoredChanges.Seconds: RecordSerializing {}
extension StoredChanges.Milliseconds: RecordSerializing {}
extension StoredChanges.Between: RecordSerializing {}
extension StoredChanges.Narrower: RecordSerializing {}
extension StoredChanges.Wider: RecordSerializing {}
extension StoredChanges.RuledText: RecordSerializing {}
extension StoredChanges.OfTwo: RecordSerializing {}
extension StoredChanges.OfThree: RecordSerializing {}
extension StoredChanges.OfRenamed: RecordSerializing {}
extension StoredChanges.OfLoad: RecordSerializing {}
extension StoredChanges.OfLargerLoad: RecordSerializing {}
extension StoredChanges.SecondVersion: RecordSerializing {}
extension StoredChanges.CuredText: RecordSerializing {}
extension StoredChanges.OtherName: RecordSerializing {}

/// What a database does at the changes that a lock classifies for JSON and archives.
@Suite(.enabled(if: (try? RecordStore.inMemory()) != nil)) struct RecordedChangesTests {
  /// What is not simply read.
  static let others: [String: String] = [
    "a property is removed": "ignores text",
    "a property of another type takes its place": "ignores number",
    "a property is renamed": "ignores number",
    "a property is excluded": "ignores number",
    "a Double is an integer": "refuses",
    "an integer is a Double": "refuses",
    "an integer is text": "refuses",
    "text is an integer": "refuses",
    "a number is an array": "refuses",
    "a date is text": "refuses",
    "text is a URL": "refuses",
    "a limit is new": "refuses",
    "a struct has one field more": "refuses",
    "a case is gone": "refuses",
    "a raw value changes": "refuses",
    "a case with a payload is gone": "refuses",
    "the version is lowered": "refuses",
    "a type changes, and old values are answered for": "refuses",
  ]

  @Test(arguments: StoredChanges.all.filter { $0.old is StoredItem.Type })
  func reads(_ change: StoredChanges.Change) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sqlite")
    defer { try? FileManager.default.removeItem(at: url) }
    let outcome = try outcome(change, url)
    #expect(outcome == Self.others[change.description, default: "reads"], "\(change)")
  }

  private func outcome(_ change: StoredChanges.Change, _ url: URL) throws -> String {
    func saved<M: RecordSerializing>(_ type: M.Type) throws -> [Model] {
      let models = [type.init()] + (1...6).map { type.sample(seed: $0) }
      try RecordStore(url: url).save(models)
      return models
    }
    func found<M: RecordSerializing>(_ type: M.Type) throws -> [Model] {
      try RecordStore(url: url).models(of: type)
    }
    guard let oldType = change.old as? any RecordSerializing.Type,
      let newType = change.new as? any RecordSerializing.Type
    else { return "is no record" }
    let old = try saved(oldType)
    let new: [Model]
    do {
      new = try found(newType)
    } catch is RecordError {
      return "refuses"
    }
    if new.count != old.count { return "loses records" }
    let names = ClassDescription(of: newType).properties.flatMap { [$0.key] + $0.formerNames }
    let ignored = oldType.propertyKeys.filter { !names.contains($0) }
    if !ignored.isEmpty { return "ignores " + ignored.joined(separator: ", ") }
    let changed = oldType.propertyKeys.filter { key in
      newType.propertyKeys.contains(key)
        && zip(old, new).contains { words($0[key]) != words($1[key]) }
    }
    return changed.isEmpty ? "reads" : "changes " + changed.joined(separator: ", ")
  }

  private func words(_ value: Any?) -> String {
    if let set = value as? Set<Int> { return "\(set.sorted())" }
    if let size = value as? StoredChanges.Size { return "\(size.width)" }
    if let size = value as? StoredChanges.OptionalSize { return "\(size.width)" }
    return value.map { "\($0)" } ?? "nil"
  }
}
