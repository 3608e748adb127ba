import Foundation
import Peridot
import Testing

/// Two forms of one model: as an old version of a program wrote it, and as the new one reads it.
private final class OldIssue: Model {
  var name = "old"
  var state = "7"
  var dropped = 3
  var owner: OldOwner? = OldOwner()
  override class var archiveName: String { "Tests.Issue" }
}

private final class OldOwner: Model {
  var login = "someone"
  override class var archiveName: String { "Tests.OldOwner" }
}

private class NewIssue: Model {
  var title = "initial"
  var state = 0
  var added = "added"
  var owner: NewOwner?
  override class var archiveName: String { "Tests.Issue" }
  override class var modelVersion: Int { 2 }

  override func decodeValue(
    forKey key: String, with coder: NSCoder, modelVersion: Int
  ) throws -> Any? {
    guard modelVersion < 2 else {
      return try super.decodeValue(forKey: key, with: coder, modelVersion: modelVersion)
    }
    switch key {
    case "title": return coder.decodeObject(of: NSString.self, forKey: "name").map { "\($0)" }
    case "state": return coder.decodeObject(of: NSString.self, forKey: key).flatMap { Int("\($0)") }
    default: return try super.decodeValue(forKey: key, with: coder, modelVersion: modelVersion)
    }
  }
}

private final class NewOwner: Model {
  var login = ""
  override class var archiveName: String { "Tests.NewOwner" }
}

private final class GenericBox<Content>: Model {
  var content: Content?
  override class var archiveName: String { "Tests.Box<\(Content.self)>" }
}

private final class Boxes: Model {
  var number: GenericBox<Int>?
  var text: GenericBox<String>?
  override class var archiveName: String { "Tests.Boxes" }
}

private final class ExtraModel: Model {
  var name = ""
  var extra: Int?
  override class var archiveName: String { "Tests.Extra" }

  override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(42, forKey: "inline")
    coder.encode(["list": [1, 2]], forKey: "object")
    coder.encode("replaced" as NSString, forKey: "name")
  }

  override func decodeValue(
    forKey key: String, with coder: NSCoder, modelVersion: Int
  ) throws -> Any? {
    guard key == "extra" else {
      return try super.decodeValue(forKey: key, with: coder, modelVersion: modelVersion)
    }
    return coder.decodeInteger(forKey: "inline")
  }
}

private final class Chosen: Model {
  var kept = 1
  var left = 2
  var action: () -> Void = {}
  override class var archiveName: String { "Tests.Chosen" }
  override class var encodingBehaviorsByPropertyKey: [String: EncodingBehavior] {
    ["left": .excluded, "action": .excluded]
  }
}

private final class Unarchivable: Model {
  var action: () -> Void = {}
  override class var archiveName: String { "Tests.Unarchivable" }
}

private final class Hooked: Model {
  var name = ""
  var inner: [Hooked] = []
  var log: [String] = []
  override class var archiveName: String { "Tests.Hooked" }
  override class var encodingBehaviorsByPropertyKey: [String: EncodingBehavior] {
    ["log": .excluded]
  }
  override func validate() throws {
    try super.validate()
    if name == "bad" { throw ArchiveTestError.bad }
  }
  override func didLoad(from source: ModelSource) throws {
    log = inner.flatMap(\.log) + ["\(name) \(source)"]
  }
}

private enum ArchiveTestError: Error { case bad }

@Suite struct ArchiveVersionTests {
  @Test func readsAnOlderFormOfAModel() throws {
    let old = OldIssue()
    let new = try NewIssue.unarchive(
      from: old.archivedData(), classNames: ["Tests.OldOwner": NewOwner.self])
    #expect(new.title == "old")
    #expect(new.state == 7)
    #expect(new.added == "added")
    #expect(new.owner?.login == "someone")
  }

  @Test func refusesANewerVersion() throws {
    let error = try #require(
      #expect(throws: ArchiveError.self) {
        try OldIssue.unarchive(from: NewIssue().archivedData())
      })
    #expect(error.kind == .newerVersion)
    #expect(
      error.description
        == "$ (object 1): the archive holds version 2 of OldIssue, but this program knows "
        + "versions up to 0")
  }

  @Test func refusesAnotherTypeAndNamesTheProperty() throws {
    let new = NewIssue()
    new.title = "x"
    final class Wrong: Model {
      var title = 5
      override class var archiveName: String { "Tests.Issue" }
      override class var modelVersion: Int { 2 }
    }
    let error = try #require(
      #expect(throws: ArchiveError.self) { try Wrong.unarchive(from: new.archivedData()) })
    #expect(error.kind == .typeMismatch)
    #expect(error.path == "$.title")
    let index = try #require(error.objectIndex)
    #expect(
      error.description == """
        $.title (object \(index)): expected an integer of type Int, found a string: convert it in \
        validate(_:forKey:) or decodeValue(forKey:with:modelVersion:)
        """)
  }

  @Test func restoresNilOverAnInitialValue() throws {
    let old = OldIssue()
    old.owner = nil
    #expect(try OldIssue.unarchive(from: old.archivedData()).owner == nil)
  }

  @Test func restoresGenericClasses() throws {
    let boxes = Boxes()
    boxes.number = GenericBox()
    boxes.number?.content = 5
    boxes.text = GenericBox()
    boxes.text?.content = "five"
    #expect(try Boxes.unarchive(from: boxes.archivedData()) == boxes)
  }

  @Test func letsAnOverriddenEncodeAddAndReplace() throws {
    let model = ExtraModel()
    model.name = "name"
    let copy = try ExtraModel.unarchive(from: model.archivedData())
    #expect(copy.name == "replaced")
    #expect(copy.extra == 42)
  }

  @Test func leavesOutWhatIsExcluded() throws {
    let model = Chosen()
    model.kept = 10
    model.left = 20
    let copy = try Chosen.unarchive(from: model.archivedData())
    #expect(copy.kept == 10)
    #expect(copy.left == 2)
  }

  @Test func namesAPropertyThatCannotBeArchived() throws {
    let error = try #require(
      #expect(throws: ArchiveError.self) { try Unarchivable().archivedData() })
    #expect(error.kind == .unsupportedType)
    #expect(error.path == "$.action")
    #expect(error.description.contains(".excluded"))
  }

  @Test func callsTheHooksOfInnerModelsFirst() throws {
    let model = Hooked()
    model.name = "outer"
    model.inner = [Hooked(), Hooked()]
    model.inner[0].name = "first"
    model.inner[1].name = "second"
    let copy = try Hooked.unarchive(from: model.archivedData())
    #expect(copy.log == ["first archive", "second archive", "outer archive"])
    model.inner[1].name = "bad"
    let error = #expect(throws: ArchiveError.self) {
      try Hooked.unarchive(from: model.archivedData())
    }
    #expect(error?.kind == .validationFailed)
    #expect(error?.path == "$.inner[1]")
  }
}
