import Foundation

/// The words for differences.
enum DifferenceText {
  private static let mostCharacters = 80

  static func path(_ path: [Difference.Step]) -> String {
    var text = ""
    let isLong = path.count > 40
    for (index, step) in path.enumerated() {
      if isLong, index == 20 { text += "…" }
      if isLong, index >= 20, index < path.count - 20 { continue }
      switch step {
      case .property(let name), .field(let name): text += text.isEmpty ? name : ".\(name)"
      case .index(let index): text += "[\(index)]"
      case .identity(let identity): text += "[\(identity)]"
      case .key(let key): text += "[\(short(key.base))]"
      }
    }
    return text
  }

  static func grouped(_ number: Int) -> String {
    var digits = String(number)
    var index = digits.count - 3
    while index > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: index))
      index -= 3
    }
    return digits
  }

  static func identities(_ values: Any?) -> String {
    let values = values as? [String] ?? []
    let shown = values.prefix(20).joined(separator: ", ")
    return cut(shown) + (values.count > 20 ? ", …" : "")
  }

  static func change(_ old: Any?, _ new: Any?) -> String {
    if let old = old as? String, let new = new as? String { return change(text: old, new) }
    if let old = old as? Data, let new = new as? Data {
      let index = zip(old, new).enumerated().first { $1.0 != $1.1 }?.offset
      let place = index ?? min(old.count, new.count)
      let size = old.count == new.count ? "" : " → \(grouped(new.count))"
      return "\(grouped(old.count)) bytes\(size), different from byte \(place)"
    }
    let (first, second) = (short(old), short(new))
    if first != second { return "\(first) → \(second)" }
    guard let old, let new, type(of: old) != type(of: new) else {
      return "differs, though both are described as \(first)"
    }
    return "\(first) (\(type(of: old))) → \(second) (\(type(of: new)))"
  }

  /// Texts, or of long ones the part that differs.
  private static func change(text old: String, _ new: String) -> String {
    if old == new { return "\(Boxed.quoted(old)) → \(Boxed.quoted(new))" }
    let (first, second) = (Array(old), Array(new))
    if max(first.count, second.count) <= 60 { return "\(quoted(first)) → \(quoted(second))" }
    let (start, end) = first.commonEnds(with: second)
    func part(_ text: [Character]) -> String {
      let lower = max(0, start - 12)
      let upper = min(text.count, text.count - end + 12)
      let shown = min(upper, lower + mostCharacters)
      return (lower > 0 ? "…" : "") + quoted(text[lower..<shown]) + (shown < text.count ? "…" : "")
    }
    return "\(part(first)) → \(part(second)) (from character \(start) of \(grouped(first.count)))"
  }

  private static func quoted(_ characters: some Collection<Character>) -> String {
    Boxed.quoted(String(characters), limit: .max)
  }

  static func short(_ value: Any?) -> String { short(value, depth: 0) }

  private static func short(_ value: Any?, depth: Int) -> String {
    guard let value = value.flatMap(Boxed.unwrapped) else { return "nil" }
    if depth > 3 { return "…" }
    if let model = Model.held(in: value) {
      return self.model(model, depth: depth)
    }
    switch Boxed(value) {
    case .string(let text):
      let isCut = text.count > mostCharacters
      return quoted(text.prefix(mostCharacters)) + (isCut ? "…" : "")
    case .data(let data): return "\(grouped(data.count)) bytes"
    case .date(let date): return DateText.words(for: date)
    case .bool, .integer, .unsigned, .double, .float, .decimal, .url, .uuid: return cut("\(value)")
    case .null, .object, .array, .other: break
    }
    // A description of a whole collection, struct or enum would describe all models in it.
    switch value {
    case let list as [Any] where type(of: value) is any StructuredType.Type:
      return items(list.prefix(6).map { short($0, depth: depth + 1) }, of: list.count)
    case let members as [AnyHashable: Any] where type(of: value) is any StructuredType.Type:
      let texts = members.prefix(6).map { member in
        short(member.key.base, depth: depth + 1) + ": " + short(member.value, depth: depth + 1)
      }
      return members.isEmpty ? "[:]" : items(texts.sorted(), of: members.count)
    default: return parts(of: value, depth: depth)
    }
  }

  private static func items(_ texts: [String], of count: Int) -> String {
    "[" + cut(texts.joined(separator: ", "))
      + (count > texts.count ? ", … \(grouped(count)) in all]" : "]")
  }

  private static func parts(of value: Any, depth: Int) -> String {
    let mirror = Mirror(reflecting: value)
    let type = type(of: value)
    guard !(value is any CustomStringConvertible), !isOfSystem(type) else { return cut("\(value)") }
    func labeled(_ mirror: Mirror) -> String {
      mirror.children.prefix(6).map { child in
        let label = child.label.flatMap { $0.hasPrefix(".") ? nil : $0 + ": " } ?? ""
        return label + short(child.value, depth: depth + 1)
      }.joined(separator: ", ")
    }
    switch mirror.displayStyle {
    case .enum:
      guard let payload = mirror.children.first else { return ".\(value)" }
      let inside = Mirror(reflecting: payload.value)
      let text =
        inside.displayStyle == .tuple
        ? labeled(inside) : short(payload.value, depth: depth + 1)
      return cut(".\(payload.label ?? "?")(\(text))")
    case .struct: return cut("\(type)(\(labeled(mirror)))")
    case .tuple: return cut("(\(labeled(mirror)))")
    default: return cut("\(value)")
    }
  }

  /// Names the class, the identity, and some of the other properties that are not nil.
  private static func model(_ model: Model, depth: Int) -> String {
    let schema = ModelSchema.of(type(of: model))
    let identity = schema.permanent.filter { schema.identityKeys.contains($0.key) }
    let others = schema.permanent.filter { !schema.identityKeys.contains($0.key) }
    var texts: [String] = []
    for property in identity + others {
      if texts.count == 3 {
        texts.append("…")
        break
      }
      property.access.checkRead(of: model)
      guard let value = property.access.unwrappedValue(of: model) else { continue }
      let text =
        if ModelDescription.hides(property, of: model) {
          ModelDescription.hidden
        } else if let inner = Model.held(in: value) {
          "\(type(of: inner))(…)"
        } else {
          cut(short(value, depth: depth + 1), to: 30)
        }
      texts.append("\(property.key): \(text)")
    }
    return "\(type(of: model))(\(texts.joined(separator: ", ")))"
  }

  /// Whether a type of the standard library or Foundation has better words than its parts.
  static func isOfSystem(_ type: Any.Type) -> Bool {
    let name = String(reflecting: type)
    return ["Swift.", "Foundation.", "FoundationEssentials.", "__C."].contains {
      name.hasPrefix($0)
    }
  }

  private static func cut(_ text: String, to limit: Int = mostCharacters) -> String {
    text.count <= limit ? text : text.prefix(limit) + "…"
  }
}
