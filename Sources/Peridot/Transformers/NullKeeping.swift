import Foundation

/// How the values of arrays and dictionaries are transformed: null stays null.
enum NullKeeping {
  static func transform(_ value: Any, with transform: (Any?) throws -> Any?) throws -> Any? {
    if type(of: value) == NSNull.self { return value }
    if let result = try transform(value) { return result }
    // An element of a Swift array of Optionals can be nil, which is null in JSON.
    return Boxed.unwrapped(value) == nil ? NSNull() : nil
  }
}
