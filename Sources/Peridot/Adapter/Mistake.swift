import Foundation

/// A mistake in what a model class says about itself, found by `JSONAdapter.mistakes(of:)`.
public struct Mistake: Sendable {
  /// The weight of a mistake.
  public enum Severity: Sendable {
    /// The class can't be used as it is: `JSONAdapter.check` throws these.
    case error
    /// The class can be used, but probably does something other than you meant.
    case warning
  }

  /// The weight of the mistake.
  public let severity: Severity
  /// The class that has it.
  public let modelClass: Model.Type
  /// The key of the property that it is about; nil if it is not about one.
  public let propertyKey: String?
  /// The property's place in JSON; nil if the mistake is not about a property that has one.
  public let place: JSONKeyPath?
  /// The mistake in words, with what to write.
  public let message: ErrorPhrase

  /// - Parameter name: A property key, or another name in the class.
  init(
    _ severity: Severity, in modelClass: Model.Type, about name: String? = nil, _ words: String
  ) {
    self.severity = severity
    self.modelClass = modelClass
    let property = name.flatMap { ModelSchema.draft(of: modelClass).find($0) }
    propertyKey = property?.key ?? (severity == .warning ? name : nil)
    place = property.flatMap { JSONKeyPaths.of(modelClass).path(of: $0) }
    message = ErrorPhrase(words: words)
  }
}

extension Mistake: CustomStringConvertible {
  public var description: String {
    let subject = "\(modelClass)" + (propertyKey.map { ".\($0)" } ?? "")
    return severity == .warning ? "\(subject): warning: \(message)" : "\(subject): \(message)"
  }
}

extension Mistake {
  /// The mistakes that an error of `check` lists.
  static func all(in error: JSONAdapterError) -> [Mistake] {
    if error.kind == .multiple { return error.errors.flatMap { all(in: $0) } }
    guard let modelClass = error.modelClass else { return [] }
    return error.found.components(separatedBy: "\n- ").dropFirst().map { words in
      // A mistake of a property begins with its key.
      let name = words.hasPrefix("\"") ? words.dropFirst().prefix { $0 != "\"" } : ""
      return Mistake(.error, in: modelClass, about: name.isEmpty ? nil : String(name), words)
    }
  }
}
