import Foundation
import Testing

@testable import Fuzz

@Suite struct MutantTests {
  private static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private let text = """
    fault: 7
    about: what was wrong
    laws: 1, 3
    file: Sources/A.swift
    --- find
    let a = 1

    let b = 2
    --- replace
    let a = 2
    file: Sources/B.swift
    --- find
      c
    --- replace
    """

  @Test func readsItsParts() throws {
    let mutant = try #require(Mutant(name: "07-name", text: text + "\n"))
    #expect(mutant.name == "07-name")
    #expect(mutant.fault == "7")
    #expect(mutant.about == "what was wrong")
    #expect(mutant.laws == [1, 3])
    #expect(mutant.changes.map(\.file) == ["Sources/A.swift", "Sources/B.swift"])
    #expect(mutant.changes.map(\.find) == ["let a = 1\n\nlet b = 2", "  c"])
    #expect(mutant.changes.map(\.replacement) == ["let a = 2", ""])
  }

  @Test(arguments: [
    "", "fault: 7\nabout: x\n", "fault: 7\n--- find\na\n--- replace\nb\n",
    "file: a\n--- find\na\n--- replace\nb\n", "fault: 7\nfile: a\n--- find\n--- replace\nb\n",
  ])
  func refusesAnotherForm(_ text: String) {
    #expect(Mutant(name: "", text: text) == nil)
  }

  @Test func changesTheSources() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let sources = folder.appending(path: "Sources")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ text: String, _ name: String) throws {
      try text.write(to: sources.appending(path: name), atomically: true, encoding: .utf8)
    }
    let mutant = try #require(Mutant(name: "", text: text))
    #expect(mutant.mistake(below: folder) == "Sources/A.swift is not there")
    try write("x\nlet a = 1\n\nlet b = 2\ny\n", "A.swift")
    try write("  c\n  c\n", "B.swift")
    #expect(mutant.mistake(below: folder) == "its text stands 2 times in Sources/B.swift")
    try write("{\n  c\n}\n", "B.swift")
    #expect(mutant.mistake(below: folder) == nil)
    try mutant.apply(below: folder)
    func read(_ name: String) throws -> String {
      try String(contentsOf: sources.appending(path: name), encoding: .utf8)
    }
    #expect(try read("A.swift") == "x\nlet a = 2\ny\n")
    #expect(try read("B.swift") == "{\n\n}\n")
  }

  /// Each change still fits the sources.
  @Test func allFit() throws {
    let mutants = try Mutant.all(in: Self.root.appending(path: "Tests/LawTests/Mutants"))
    #expect(!mutants.isEmpty)
    for (name, mutant) in mutants {
      let mutant = try #require(mutant, "\(name) has another form")
      #expect(mutant.mistake(below: Self.root) == nil, "\(name)")
    }
  }
}
