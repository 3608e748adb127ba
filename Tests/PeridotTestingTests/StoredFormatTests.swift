import Foundation
import Peridot
import PeridotTesting
import Testing

/// A class whose versions below are its subclasses, under one name.
class StoredItem: Model, JSONSerializing {
  override class var archiveName: String { "Stored.Item" }
}

/// A folder of a lock.
struct LockFolder: ~Copyable {
  let url = FileManager.default.temporaryDirectory.appending(path: "lock-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: url) }

  var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }

  func record(_ classes: Model.Type...) throws {
    try StoredFormat.check(classes, in: url.path, record: true)
  }

  /// The problems of a check; empty if it passes.
  func problems(_ classes: Model.Type...) throws -> [StoredFormat.Problem] {
    do {
      try StoredFormat.check(classes, in: url.path, record: false)
      return []
    } catch let failure as StoredFormat.Failure {
      return failure.problems
    }
  }

  func remove(where isRemoved: (String) -> Bool) throws {
    for file in files where isRemoved(file) {
      try FileManager.default.removeItem(at: url.appending(path: file))
    }
  }

  /// Replaces the facts by those of another version of the class.
  func takeFacts(of type: Model.Type) throws {
    let other = LockFolder()
    try other.record(type)
    for file in other.files where file.hasSuffix(".txt") {
      try other.text(file).write(
        to: url.appending(path: file), atomically: true, encoding: .utf8)
    }
  }

  func text(_ file: String) throws -> String {
    try String(contentsOf: url.appending(path: file), encoding: .utf8)
  }
}

@Suite struct StoredFormatTests {
  final class Plain: StoredItem {
    var id = 0
    var name: String?
    var tags: [String] = []
    private var code = ""

    override class var identityKey: String? { "id" }
    override class var declaredProperties: [Property] {
      [
        property("id", \Plain.id, limits: .atLeast(0), isRequired: true),
        property("name", \Plain.name, at: "full.name"),
        property("code", \Plain.code, isSecret: true),
      ]
    }
  }

  final class Longer: StoredItem {
    var id = 0
    var name: String?
    var tags: [String] = []
    var added = 5
    private var code = ""

    override class var identityKey: String? { "id" }
    override class var declaredProperties: [Property] {
      [
        property("id", \Longer.id, limits: .atLeast(0), isRequired: true),
        property("name", \Longer.name, at: "full.name"),
        property("code", \Longer.code, isSecret: true),
      ]
    }
  }

  final class Part: Model, JSONSerializing {
    var number = 0
    override class var archiveName: String { "Stored.Part" }
  }

  final class Holder: Model, JSONSerializing {
    var parts: [Part] = []
    override class var archiveName: String { "Stored.Holder" }
  }

  @Test func writesALinePerProperty() throws {
    let folder = LockFolder()
    try folder.record(Plain.self)
    #expect(
      try folder.text("Stored.Item.txt") == """
        What Peridot stores of Stored.Item
        identity: id
        model version: 0

        code: String | json code
        id: Int | json id | required yes | limits at least 0 | default 0
        name: Optional<String> | json full.name
        tags: Array<String> | json tags

        """)
    #expect(
      folder.files == [
        "Stored.Item.1.archive", "Stored.Item.1.json", "Stored.Item.2.archive",
        "Stored.Item.2.json", "Stored.Item.txt",
      ])
    #expect(try folder.problems(Plain.self).isEmpty)
  }

  @Test func failsWithoutALock() throws {
    let folder = LockFolder()
    let problems = try folder.problems(Plain.self)
    #expect(
      problems.map(\.description) == [
        "Stored.Item, JSON and archive: there is no lock. Record the lock: record: true, or the"
          + " environment variable PERIDOT_RECORD=1."
      ])
    #expect(folder.files.isEmpty)
  }

  @Test func holdsTheClassesThatAreReached() throws {
    let folder = LockFolder()
    try folder.record(Holder.self)
    #expect(
      folder.files.filter { $0.hasSuffix(".txt") } == ["Stored.Holder.txt", "Stored.Part.txt"])
    let problems = try folder.problems(Plain.self)
    #expect(problems.map(\.className) == ["Stored.Item", "Stored.Holder", "Stored.Part"])
  }

  @Test func listsAndRecordsASafeChange() throws {
    let folder = LockFolder()
    try folder.record(Plain.self)
    let changes = try StoredFormat.check([Longer.self], in: folder.url.path, record: false)
    #expect(changes == ["Stored.Item.added: is new"])
    #expect(try folder.text("Stored.Item.txt").contains("added: Int | json added | default 5"))
    #expect(folder.files.count == 9)
    #expect(try StoredFormat.check([Longer.self], in: folder.url.path, record: false).isEmpty)
    // The first samples are checked for ever.
    #expect(try StoredFormat.check([Plain.self], in: folder.url.path, record: false).count == 1)
  }

  @Test func recordingDropsSamplesThatAreNotRead() throws {
    let folder = LockFolder()
    try folder.record(StoredChanges.OldNumber.self)
    #expect(try !folder.problems(StoredChanges.NumberAsDate.self).isEmpty)
    try folder.record(StoredChanges.NumberAsDate.self)
    #expect(try folder.problems(StoredChanges.NumberAsDate.self).isEmpty)
  }

  @Test func namesClassPropertyDoorAndCure() throws {
    let folder = LockFolder()
    try folder.record(StoredChanges.OldNumber.self)
    let failure = try #require(throws: StoredFormat.Failure.self) {
      try StoredFormat.check(
        [StoredChanges.NumberElsewhere.self], in: folder.url.path, record: false)
    }
    #expect(
      failure.description == """
        stored data is not read as before:
        - Stored.Item.number, JSON: was stored at number and is read at count. Read both places: \
        .firstOf("count", "number").
        If nothing of it is stored anywhere, record the lock anew (record: true, or the environment \
        variable PERIDOT_RECORD=1).
        """)
  }

  @Test func namesTheCureOfEachKind() throws {
    let cures: [(old: Model.Type, new: Model.Type, words: String)] = [
      (StoredChanges.SecondVersion.self, StoredChanges.OldNumber.self, "Raise modelVersion"),
      (StoredChanges.OldDate.self, StoredChanges.TextDate.self, "decodeValue"),
      (StoredChanges.OldNumber.self, StoredChanges.RequiredText.self, "Give it a default"),
      (StoredChanges.OldNumber.self, StoredChanges.NumberElsewhere.self, ".firstOf("),
      (StoredChanges.OldNumber.self, StoredChanges.OtherNumber.self, #"formerly: ["number"]"#),
      (StoredChanges.Figure.self, StoredChanges.RenamedFigure.self, #"alsoReading: ["circle": …]"#),
    ]
    for (old, new, words) in cures {
      let folder = LockFolder()
      try folder.record(old)
      let problems = try folder.problems(new)
      #expect(problems.contains { $0.cure.contains(words) }, "\(problems)")
    }
  }

  @Test func factsFindWhatNoSampleShows() throws {
    let folder = LockFolder()
    try folder.record(StoredChanges.Between.self)
    try folder.remove { !$0.hasSuffix(".txt") }
    #expect(try folder.problems(StoredChanges.Narrower.self).map(\.propertyKey) == ["number"])
    // The samples alone are read.
    try folder.record(StoredChanges.Between.self)
    try folder.takeFacts(of: StoredChanges.Narrower.self)
    #expect(try folder.problems(StoredChanges.Narrower.self).isEmpty)
  }

  @Test func samplesFindWhatNoFactTells() throws {
    let folder = LockFolder()
    try folder.record(StoredChanges.Seconds.self)
    try folder.takeFacts(of: StoredChanges.Milliseconds.self)
    #expect(try folder.problems(StoredChanges.Milliseconds.self).map(\.propertyKey) == ["date"])
    // The facts alone are those of before.
    try folder.remove { !$0.hasSuffix(".txt") }
    #expect(try folder.problems(StoredChanges.Milliseconds.self).isEmpty)
  }

  /// In a process of its own, as the environment belongs to all tests.
  @Test func recordsIfTheEnvironmentSaysSo() async {
    await #expect(processExitsWith: .success) {
      let folder = LockFolder()
      func check() throws { try StoredFormat.check([Plain.self], in: folder.url.path) }
      #expect(!StoredFormat.isRecording)
      #expect(throws: StoredFormat.Failure.self) { try check() }
      setenv("PERIDOT_RECORD", "1", 1)
      #expect(StoredFormat.isRecording)
      try check()
      unsetenv("PERIDOT_RECORD")
      try check()
      #expect(folder.files.count == 5)
    }
  }

  @Test func theTableHasFortyChanges() {
    #expect(StoredChanges.all.count >= 40)
    let recorded = StoredChanges.all.filter { $0.old is StoredItem.Type }
    #expect(recorded.count >= 40)
    #expect(Set(StoredChanges.all.map(\.description)).count == StoredChanges.all.count)
    #expect(Set(RecordedChangesTests.others.keys).isSubset(of: recorded.map(\.description)))
  }

  @Test(arguments: StoredChanges.all)
  func classifies(_ change: StoredChanges.Change) throws {
    let folder = LockFolder()
    try StoredFormat.check([change.old], in: folder.url.path, record: true)
    var found: [String] = []
    do {
      try StoredFormat.check([change.new], in: folder.url.path, record: false)
    } catch let failure as StoredFormat.Failure {
      found = failure.problems.map { "\($0.propertyKey ?? "class"), \($0.door)" }
    }
    #expect(found == change.problems, "\(change)")
  }
}
