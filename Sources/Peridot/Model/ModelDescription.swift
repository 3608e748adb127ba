import Foundation

/// A model as text, for people. A model that appears again is named but not described again.
struct ModelDescription {
  enum Style {
    /// Permanent properties, on one line.
    case singleLine
    /// All properties, one a line.
    case multiLine
  }

  private(set) var text = ""
  private let style: Style
  private var described: Set<ObjectIdentifier> = []
  private var indentation = 0

  init(of model: Model, style: Style) {
    self.style = style
    append(model)
  }

  private mutating func append(_ model: Model) {
    let schema = ModelSchema.of(type(of: model))
    let address = String(UInt(bitPattern: ObjectIdentifier(model).hashValue), radix: 16)
    text += "<\(type(of: model)): 0x\(address)>"
    guard described.insert(ObjectIdentifier(model)).inserted, indentation < 64 else { return }
    let properties = style == .singleLine ? schema.permanent : schema.properties
    text += " {"
    appendItems(properties) { description, property in
      description.text += "\(property.key): "
      description.append(property.access.unwrappedValue(of: model))
    }
    text += "}"
  }

  private mutating func append(_ value: Any?) {
    switch value {
    case nil: text += "nil"
    case let model as Model: append(model)
    case let string as String: text += string.debugDescription
    case let optional as any OptionalProtocol: append(optional.unwrapped)
    case let data as Data: text += "\(data.count) bytes"
    case let date as Date: text += date.formatted(.iso8601)
    case let array as [Any] where !(value is NSObject):
      text += "["
      appendItems(array) { $0.append($1) }
      text += "]"
    case let dictionary as [AnyHashable: Any]:
      text += "["
      appendItems(dictionary.sorted { "\($0.key)" < "\($1.key)" }) { description, member in
        description.append(member.key.base)
        description.text += ": "
        description.append(member.value)
      }
      text += dictionary.isEmpty ? ":]" : "]"
    case let value?: text += "\(value)"
    }
  }

  private mutating func appendItems<Items: Collection>(
    _ items: Items, _ appendItem: (inout ModelDescription, Items.Element) -> Void
  ) {
    indentation += 1
    for (index, item) in items.enumerated() {
      if index > 0 { text += style == .singleLine ? ", " : "," }
      if style == .multiLine { startLine() }
      appendItem(&self, item)
    }
    indentation -= 1
    if style == .multiLine, !items.isEmpty { startLine() }
  }

  private mutating func startLine() {
    text += "\n" + String(repeating: "  ", count: indentation)
  }
}
