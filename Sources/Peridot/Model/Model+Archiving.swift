public import Foundation

// The members of `Model` for archives. The layer below does the work.

extension Model: ArchivableModel {
  static var rootClass: AnyClass { Model.self }

  static var archivableProperties: [Property] {
    let schema = ModelSchema.of(self)
    return schema.properties + schema.carried
  }

  static func checkDeclarations() throws {
    _ = try ModelSchema.sound(self)
  }

  static func misnaming(_ name: String, in member: String) -> String? {
    let schema = ModelSchema.of(self)
    if schema.declares(name) { return nil }
    return schema.misnaming(name, in: member)
  }

  func setArchivedValue(_ value: Any?, forKey key: String) throws {
    if let extras = ModelSchema.of(type(of: self)).extras, extras.key == key {
      _ = extras.access.setValue(value as? [String: Any] ?? [:], of: self)
      return
    }
    if key == "jsonPresence", let model = self as? any JSONPresenceKeeping {
      model.jsonPresence = value as? JSONPresence ?? JSONPresence()
      return
    }
    let schema = try ModelSchema.sound(type(of: self)).use { $0 }
    guard let property = schema.find(key), !property.isReadOnly else {
      return try assign(value, toPropertyNamed: key, isLive: false)
    }
    do {
      try load(value.flatMap { Property.present($0) }, into: property, schema.hooks)
    } catch let error as ModelError where error.kind == .validationFailed || error.underlying != nil
    {
      var failure = ArchiveError(
        error.kind == .validationFailed ? .validationFailed : .typeMismatch,
        error.message)
      failure.underlying = error.underlying
      throw failure
    }
  }

  func mend(_ value: Any?, forKey key: String) -> (isMended: Bool, error: (any Error)?) {
    guard let property = ModelSchema.of(type(of: self)).find(key) else { return (false, nil) }
    return mend(value, of: property)
  }

  static var hashedPropertyKeys: Set<String> { Set(ModelSchema.of(self).permanent.map(\.key)) }

  static var decodesValues: Bool { ModelSchema.of(self).hooks.decodesValues }

  static var validatesKeys: Bool { ModelSchema.of(self).hooks.overridesKeyValidation }

  static var encodesItself: Bool { ModelSchema.of(self).hooks.encodes }

  static var finishesUnarchiving: Bool {
    let hooks = ModelSchema.of(self).hooks
    return hooks.validates || hooks.loads
  }

  func finishUnarchiving() throws {
    let hooks = ModelSchema.of(type(of: self)).hooks
    if let failure = validationFailures(hooks).first {
      let subject: ErrorPhrase = failure.error is ModelError ? "" : "\(type(of: self)): "
      var error = ArchiveError(.validationFailed, "\(subject)\(failure.error.phrase)")
      error.underlying = failure.error
      throw failure.key.map { error.within(".\($0)") } ?? error
    }
    if hooks.loads { try didLoad(from: .archive) }
  }

  /// Writes the version and the properties.
  func archive(to coder: NSCoder) {
    if let encoder = coder as? ArchiveEncoder {
      encoder.writer.encodeProperties(of: self)
    } else {
      ForeignEncoding.encode(self, with: coder)
    }
  }

  /// Returns the archived value of the property `key`, or the property's own value.
  func archivedValue(forKey key: String, in coder: NSCoder) throws -> Any? {
    if let decoder = coder as? ArchiveDecoder {
      return try decoder.reader.decodeProperty(key, of: self)
    }
    return try ForeignDecoding.decodeProperty(key, of: self, with: coder)
  }
}

/// A class whose initializer can return an existing object.
///
/// Only an initializer in a protocol's extension can assign `self`.
protocol Replaceable {}

extension Replaceable {
  init(_ existing: Self) {
    self = existing
  }
}

extension Model: Replaceable {}

// MARK: - Peridot's own archives

extension Model {
  /// Returns an archive of this model and of everything that it refers to.
  ///
  ///     let data = try issue.archivedData()
  ///
  /// It is a keyed archive, which Foundation's `NSKeyedUnarchiver` reads too. Shared references
  /// stay shared, cycles stay cycles, and no value loses a digit.
  ///
  /// - Throws: ``ArchiveError`` for a property whose type can't be archived.
  public func archivedData() throws -> Data {
    try ArchiveWriter.archive(model: self)
  }

  /// Writes ``archivedData()`` to the file at `url`, which it replaces as a whole or not at all.
  ///
  ///     try issue.archive(to: url)
  ///
  /// The file keeps its permissions, and a symbolic link at `url` keeps leading to it.
  public func archive(to url: URL) throws {
    try WholeFile.write(archivedData(), to: url)
  }

  /// Returns the model in `data`: an archive of Peridot's, Foundation's or Mantle's, in binary or
  /// XML form.
  ///
  /// Untrusted bytes are safe: the method returns a model of the right type or throws an error.
  ///
  /// - Parameters:
  ///   - data: the archive.
  ///   - classNames: the classes for names in the archive that differ from their current archive
  ///     names: a class's old name, or the bare name of an Objective-C class.
  ///   - limits: the limits of the archive's demands.
  /// - Throws: ``ArchiveError``, which names the object and the property.
  public class func unarchive(
    from data: Data, classNames: [String: Model.Type] = [:], limits: ArchiveLimits = ArchiveLimits()
  ) throws -> Self {
    downcast(
      try ArchiveReader.rootModel(
        of: .data(data), as: self, classNames: classNames, limits: limits),
      to: Self.self)
  }

  /// Returns the model in the file at `url`.
  public class func unarchive(
    from url: URL, classNames: [String: Model.Type] = [:], limits: ArchiveLimits = ArchiveLimits()
  ) throws -> Self {
    downcast(
      try ArchiveReader.rootModel(
        of: .file(url), as: self, classNames: classNames, limits: limits),
      to: Self.self)
  }
}

extension Array where Element: Model {
  /// Returns an archive of the models and of everything that they refer to.
  public func archivedData() throws -> Data {
    try ArchiveWriter.archive(self)
  }

  /// Writes ``archivedData()`` to the file at `url`, which it replaces as a whole or not at all.
  public func archive(to url: URL) throws {
    try WholeFile.write(archivedData(), to: url)
  }

  /// Returns the models in `data`; see ``Model/unarchive(from:classNames:limits:)-(Data,_,_)``.
  ///
  ///     let issue = try Issue.unarchive(from: data)
  public static func unarchive(
    from data: Data, classNames: [String: Model.Type] = [:], limits: ArchiveLimits = ArchiveLimits()
  ) throws -> [Element] {
    try ArchiveReader.root(of: .data(data), classNames: classNames, limits: limits)
  }

  /// Returns the models in the file at `url`.
  public static func unarchive(
    from url: URL, classNames: [String: Model.Type] = [:], limits: ArchiveLimits = ArchiveLimits()
  ) throws -> [Element] {
    try ArchiveReader.root(of: .file(url), classNames: classNames, limits: limits)
  }
}

extension Set where Element: Model {
  /// Returns an archive of the models and of everything that they refer to.
  public func archivedData() throws -> Data {
    try ArchiveWriter.archive(self)
  }

  /// Writes ``archivedData()`` to the file at `url`, which it replaces as a whole or not at all.
  public func archive(to url: URL) throws {
    try WholeFile.write(archivedData(), to: url)
  }

  /// Returns the models in `data`; see ``Model/unarchive(from:classNames:limits:)-(Data,_,_)``.
  public static func unarchive(
    from data: Data, classNames: [String: Model.Type] = [:], limits: ArchiveLimits = ArchiveLimits()
  ) throws -> Set<Element> {
    try ArchiveReader.root(of: .data(data), classNames: classNames, limits: limits)
  }

  /// Returns the models in the file at `url`.
  public static func unarchive(
    from url: URL, classNames: [String: Model.Type] = [:], limits: ArchiveLimits = ArchiveLimits()
  ) throws -> Set<Element> {
    try ArchiveReader.root(of: .file(url), classNames: classNames, limits: limits)
  }
}

extension Dictionary where Value: Model {
  /// Returns an archive of the models, of their keys, and of everything that they refer to.
  public func archivedData() throws -> Data {
    try ArchiveWriter.archive(self)
  }

  /// Writes ``archivedData()`` to the file at `url`, which it replaces as a whole or not at all.
  public func archive(to url: URL) throws {
    try WholeFile.write(archivedData(), to: url)
  }

  /// Returns the models in `data`; see ``Model/unarchive(from:classNames:limits:)-(Data,_,_)``.
  public static func unarchive(
    from data: Data, classNames: [String: Model.Type] = [:], limits: ArchiveLimits = ArchiveLimits()
  ) throws -> [Key: Value] {
    try ArchiveReader.root(of: .data(data), classNames: classNames, limits: limits)
  }

  /// Returns the models in the file at `url`.
  public static func unarchive(
    from url: URL, classNames: [String: Model.Type] = [:], limits: ArchiveLimits = ArchiveLimits()
  ) throws -> [Key: Value] {
    try ArchiveReader.root(of: .file(url), classNames: classNames, limits: limits)
  }
}

extension ArchiveError {
  /// The class of the innermost model around the value, or nil.
  public var modelClass: Model.Type? { owner as? Model.Type }
}
