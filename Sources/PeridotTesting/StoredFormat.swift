import Foundation
public import Peridot

/// A lock for what your app has stored: it fails when a class no longer reads it.
///
///     @Test func storedDataIsRead() throws {
///       try StoredFormat.check([User.self, Order.self], in: "Stored")
///     }
///
/// The folder holds, for each class and all classes that it reaches, a text file with a line for each
/// property, and samples as JSON and as archives. Keep it with your tests, so that a review shows
/// what a change of a class does to stored data.
public enum StoredFormat {
  /// One change after which stored data is refused, lost, or read as something else.
  public struct Problem: Sendable, CustomStringConvertible {
    /// The name of the class in archives.
    public let className: String
    /// The key of the property; nil if the problem is the class's.
    public let propertyKey: String?
    /// What reads the data: `JSON`, `archive`, or both.
    public let door: String
    /// What has happened.
    public let message: String
    /// What to do about it.
    public let cure: String

    public var description: String {
      "\(propertyKey.map { "\(className).\($0)" } ?? className), \(door): \(message). \(cure)"
    }
  }

  /// All problems that a check finds.
  public struct Failure: Error, CustomStringConvertible {
    public let problems: [Problem]

    public var description: String {
      "stored data is not read as before:\n"
        + problems.map { "- \($0)" }.joined(separator: "\n")
        + "\nIf nothing of it is stored anywhere, record the lock anew (record: true, or the"
        + " environment variable \(StoredFormat.variable)=1)."
    }
  }

  private static let variable = "PERIDOT_RECORD"

  /// Whether the environment variable `PERIDOT_RECORD` is 1.
  public static var isRecording: Bool { ProcessInfo.processInfo.environment[variable] == "1" }

  /// Checks that the classes read what the lock in `folder` holds.
  ///
  /// A change that stored data survives is returned as a line, and recorded: the facts are written,
  /// and new samples beside the old ones, which are checked for ever.
  ///
  /// - Parameters:
  ///   - classes: the classes; those in their properties and clusters belong to them.
  ///   - folder: the folder of the lock, relative to that of `file`.
  ///   - record: whether to write the lock, and to delete the samples that are no longer read.
  ///   - file: the file of the test.
  /// - Returns: the changes that stored data survives, a line each.
  /// - Throws: a ``Failure`` with all problems; a class without a lock is one, unless you record.
  @discardableResult
  public static func check(
    _ classes: [Model.Type], in folder: String, record: Bool = isRecording,
    file: StaticString = #filePath
  ) throws -> [String] {
    let folder = URL(
      filePath: folder, relativeTo: URL(filePath: "\(file)").deletingLastPathComponent())
    let locks = reached(from: classes).map { ClassLock($0, in: folder) }
    if record {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for lock in locks { try lock.record(dropsUnread: true) }
      return []
    }
    let found = try locks.map { try $0.check() }
    let problems = found.flatMap(\.problems) + unreached(in: folder, locks)
    let changes = found.flatMap(\.changes)
    if !problems.isEmpty { throw Failure(problems: problems) }
    if !changes.isEmpty {
      for lock in locks { try lock.record(dropsUnread: false) }
    }
    return changes
  }

  private static func reached(from classes: [Model.Type]) -> [Model.Type] {
    var (found, next) = ([Model.Type](), classes)
    while let type = next.popLast() {
      if found.contains(where: { $0 == type }) { continue }
      found.append(type)
      let description = ClassDescription(of: type)
      next += description.properties.compactMap(\.heldClass) + description.subclasses
      next += description.clusters.map(\.base)
    }
    return found.sorted { $0.archiveName < $1.archiveName }
  }

  /// The classes of the lock that nothing leads to any more.
  private static func unreached(in folder: URL, _ locks: [ClassLock]) -> [Problem] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let known = Set(locks.map { $0.factsFile.lastPathComponent })
    return files.sorted().filter { $0.hasSuffix(".txt") && !known.contains($0) }.map { file in
      Problem(
        className: String(file.dropLast(4)), propertyKey: nil, door: "JSON and archive",
        message: "the class is in the lock, and no class of the check leads to it",
        cure: "List it in the check, keep its archiveName, or delete its files.")
    }
  }
}
