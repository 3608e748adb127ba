import Foundation

// Stands in for the archiving layer until it lands.

public enum EncodingBehavior: Sendable { case excluded, unconditional, conditional }

enum ModelArchiving {
  static func defaultArchiveName(of type: Model.Type) -> String { "\(type)" }
}

extension Model {
  func restore(from coder: NSCoder) -> Bool { false }
  func archive(to coder: NSCoder) {}
  func archivedValue(forKey key: String, in coder: NSCoder) throws -> Any? { nil }
}
