import Foundation

/// What a call or a configuration file asks for.
struct Configuration {
  /// What was decided about a place in the samples.
  struct Place {
    /// Whether its objects are dictionaries, whose member names are data; nil to judge by the samples.
    var isMap: Bool?
    /// Whether its class is united with none of nearly the same shape.
    var isApart = false
    var className: String?
    var propertyName: String?
    /// A Swift type that is used as it is.
    var type: String?
    /// The member that tells the classes of a cluster; empty for no cluster.
    var tag: String?
  }

  struct Mistake: Error {
    var message: String
  }

  var samples: [String] = []
  var className: String?
  /// The place in each sample, such as `data.items`, from which classes are made.
  var at = ""
  var output: String?
  var checks = false
  var unites = true
  var usesKeyStyle = true
  /// Whether objects keep which members were absent and which null; if not, by double Optionals.
  var keepsPresence = true
  private(set) var places: [(pattern: String, place: Place)] = []

  /// What was decided about a path: of patterns that match, the last counts.
  func place(at path: String) -> Place? {
    places.last { Self.matches(path[...], $0.pattern[...]) }?.place
  }

  /// Whether the pattern, in which `*` is any text, is the whole path.
  private static func matches(_ path: Substring, _ pattern: Substring) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count > 1, let first = parts.first, let last = parts.last else {
      return path == pattern
    }
    guard path.count >= first.count + last.count, path.hasPrefix(first), path.hasSuffix(last) else {
      return false
    }
    var rest = path.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.range(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }

  /// Takes what a configuration file says.
  mutating func add(_ file: JSON) throws(Mistake) {
    guard case .object(let members) = file else { throw Mistake(message: "expected an object") }
    for member in members {
      switch (member.name, member.value) {
      case ("samples", .array(let list)):
        for sample in list {
          guard case .text(let sample) = sample else {
            throw Mistake(message: "\"samples\" is a list of paths")
          }
          samples.append(sample)
        }
      case ("class", .text(let name)): className = name
      case ("at", .text(let path)): at = path
      case ("output", .text(let path)): output = path
      case ("unites", .bool(let unites)): self.unites = unites
      case ("keyStyle", .bool(let usesKeyStyle)): self.usesKeyStyle = usesKeyStyle
      case ("presence", .bool(let keepsPresence)): self.keepsPresence = keepsPresence
      case ("places", .object(let list)):
        for place in list { places.append((place.name, try Self.place(place))) }
      case ("samples", _), ("class", _), ("at", _), ("output", _), ("unites", _), ("keyStyle", _),
        ("presence", _), ("places", _):
        throw Mistake(message: "\"\(member.name)\" has a value of another type")
      default:
        throw Mistake(
          message: "unknown member \"\(member.name)\"; known are samples, class, at, output, "
            + "unites, keyStyle, presence, and places")
      }
    }
  }

  private static func place(_ member: JSON.Member) throws(Mistake) -> Place {
    guard case .object(let facts) = member.value else {
      throw Mistake(message: "\"places\": \"\(member.name)\" is no object")
    }
    var place = Place()
    for fact in facts {
      switch (fact.name, fact.value) {
      case ("is", .text("map")): place.isMap = true
      case ("is", .text("class")): place.isMap = false
      case ("class", .text(let name)): place.className = name
      case ("property", .text(let name)): place.propertyName = name
      case ("type", .text(let name)): place.type = name
      case ("tag", .text(let name)): place.tag = name
      case ("apart", .bool(let isApart)): place.isApart = isApart
      default:
        throw Mistake(
          message:
            "\"places\": \"\(member.name)\": no rule \"\(fact.name)\" with this value; known "
            + "are is (\"map\" or \"class\"), class, property, type, tag, and apart (true or false)"
        )
      }
    }
    return place
  }
}
