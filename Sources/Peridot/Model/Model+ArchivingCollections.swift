public import Foundation

extension Array where Element: Model {
  /// Returns an archive of the models and of all that they refer to.
  public func archivedData() throws -> Data {
    try ArchiveWriter.archive(self)
  }

  /// Writes ``archivedData()`` to the file at `url`, which is replaced as a whole or not at all.
  public func archive(to url: URL) throws {
    try ArchiveFile.write(archivedData(), to: url)
  }

  /// Returns the models that `data` archives; see ``Model/unarchive(from:classNames:limits:)``.
  public static func unarchive(
    from data: Data, classNames: [String: Model.Type] = [:], limits: ArchiveLimits = ArchiveLimits()
  ) throws -> [Element] {
    try ArchiveReader.root(of: .data(data), classNames: classNames, limits: limits)
  }

  /// Returns the models that the file at `url` archives.
  public static func unarchive(
    from url: URL, classNames: [String: Model.Type] = [:], limits: ArchiveLimits = ArchiveLimits()
  ) throws -> [Element] {
    try ArchiveReader.root(of: .file(url), classNames: classNames, limits: limits)
  }
}

extension Set where Element: Model {
  /// Returns an archive of the models and of all that they refer to.
  public func archivedData() throws -> Data {
    try ArchiveWriter.archive(self)
  }

  /// Writes ``archivedData()`` to the file at `url`, which is replaced as a whole or not at all.
  public func archive(to url: URL) throws {
    try ArchiveFile.write(archivedData(), to: url)
  }

  /// Returns the models that `data` archives; see ``Model/unarchive(from:classNames:limits:)``.
  public static func unarchive(
    from data: Data, classNames: [String: Model.Type] = [:], limits: ArchiveLimits = ArchiveLimits()
  ) throws -> Set<Element> {
    try ArchiveReader.root(of: .data(data), classNames: classNames, limits: limits)
  }

  /// Returns the models that the file at `url` archives.
  public static func unarchive(
    from url: URL, classNames: [String: Model.Type] = [:], limits: ArchiveLimits = ArchiveLimits()
  ) throws -> Set<Element> {
    try ArchiveReader.root(of: .file(url), classNames: classNames, limits: limits)
  }
}

extension Dictionary where Value: Model {
  /// Returns an archive of the models, of their keys, and of all that they refer to.
  public func archivedData() throws -> Data {
    try ArchiveWriter.archive(self)
  }

  /// Writes ``archivedData()`` to the file at `url`, which is replaced as a whole or not at all.
  public func archive(to url: URL) throws {
    try ArchiveFile.write(archivedData(), to: url)
  }

  /// Returns the models that `data` archives; see ``Model/unarchive(from:classNames:limits:)``.
  public static func unarchive(
    from data: Data, classNames: [String: Model.Type] = [:], limits: ArchiveLimits = ArchiveLimits()
  ) throws -> [Key: Value] {
    try ArchiveReader.root(of: .data(data), classNames: classNames, limits: limits)
  }

  /// Returns the models that the file at `url` archives.
  public static func unarchive(
    from url: URL, classNames: [String: Model.Type] = [:], limits: ArchiveLimits = ArchiveLimits()
  ) throws -> [Key: Value] {
    try ArchiveReader.root(of: .file(url), classNames: classNames, limits: limits)
  }
}
