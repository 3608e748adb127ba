import Foundation

/// A model as text, for people. A model that appears again is named but not described again.
///
/// Sets, structs and enums describe what they hold by asking it, with no further argument; what
/// was described already therefore travels as a task-local value.
final class ModelDescription: @unchecked Sendable {
  // Sendable: used by one thread only, during one synchronous call.

  enum Style {
    /// Permanent properties, on one line.
    case singleLine
    /// All properties, one a line.
    case multiLine
  }

  @TaskLocal private static var current: ModelDescription?

  private let style: Style
  private var text = ""
  private var described: Set<ObjectIdentifier> = []
  private var indentation = 0
  private var depth = 0

  private init(_ style: Style) {
    self.style = style
  }

  /// Returns the description of `model`; within another description, in that one's style.
  static func text(of model: Model, style: Style) -> String {
    guard let current else {
      return $current.withValue(ModelDescription(style)) { text(of: model, style: style) }
    }
    return current.collecting { current.append(model) }
  }

  private func collecting(_ body: () -> Void) -> String {
    let outer = text
    text = ""
    body()
    let collected = text
    text = outer
    return collected
  }

  private func append(_ model: Model) {
    let schema = ModelSchema.of(type(of: model))
    let address = String(UInt(bitPattern: ObjectIdentifier(model)), radix: 16)
    text += "<\(type(of: model)): 0x\(address)>"
    guard depth < 64, described.insert(ObjectIdentifier(model)).inserted else { return }
    depth += 1
    let properties = style == .singleLine ? schema.permanent : schema.properties
    text += " {"
    appendItems(properties) { property in
      text += "\(property.key): "
      property.access.checkRead(of: model)
      append(property.access.unwrappedValue(of: model))
    }
    text += "}"
    depth -= 1
  }

  private func append(_ value: Any?) {
    if StackRoom.isLow {
      StackRoom.onNewStack { Self.$current.withValue(self) { appendHere(value) } }
    } else {
      appendHere(value)
    }
  }

  private func appendHere(_ value: Any?) {
    switch value {
    case nil: text += "nil"
    // A cast of a collection to a class would make objects of all that it holds, at any depth.
    case let object? where type(of: object) is AnyClass && object is Model:
      if let model = object as? Model { append(model) }
    case let string as String: text += string.debugDescription
    case let optional as any OptionalProtocol: append(optional.unwrapped)
    case let data as Data: text += "\(data.count) bytes"
    case let date as Date: text += date.formatted(.iso8601)
    case let array as [Any]:
      text += "["
      appendItems(array) { append($0) }
      text += "]"
    case let set as Set<AnyHashable>:
      // In the order of their texts, so that equal sets read alike.
      let items = set.map { item in collecting { append(item.base) } }
      text += "["
      appendItems(items.sorted()) { text += $0 }
      text += "]"
    case let dictionary as [AnyHashable: Any]:
      text += "["
      appendItems(dictionary.sorted { "\($0.key)" < "\($1.key)" }) { member in
        append(member.key.base)
        text += ": "
        append(member.value)
      }
      text += dictionary.isEmpty ? ":]" : "]"
    case let value?:
      let described = "\(value)"
      text += described
    }
  }

  private func appendItems<Items: Collection>(
    _ items: Items, _ appendItem: (Items.Element) -> Void
  ) {
    indentation += 1
    for (index, item) in items.enumerated() {
      if index > 0 { text += style == .singleLine ? ", " : "," }
      if style == .multiLine { startLine() }
      appendItem(item)
    }
    indentation -= 1
    if style == .multiLine, !items.isEmpty { startLine() }
  }

  private func startLine() {
    text += "\n" + String(repeating: "  ", count: indentation)
  }
}
