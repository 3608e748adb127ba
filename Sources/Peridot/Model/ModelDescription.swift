import Foundation

/// A model as text for people. A repeated model is named but not described again.
///
/// It works from a list of steps, so that depth doesn't matter. Structs and enums describe their
/// contents through it without a further argument, so they find the current description in the
/// thread.
final class ModelDescription {
  enum Style {
    /// Permanent properties, on one line.
    case singleLine
    /// All properties, one per line.
    case multiLine
  }

  private enum Step {
    case text(String)
    case value(Any?)
    /// Begins or ends an indented part, on a line of its own if the style requires it.
    case begin
    case end(onOwnLine: Bool)
    /// Continues with one of several items.
    case item(isFirst: Bool)
    /// Ends a model.
    case leave
  }

  /// The text that stands for the value of a secret property.
  static let hidden = "(hidden)"

  private static let running = ThreadLocal<ModelDescription>()

  private let style: Style
  private var text = ""
  /// The last one is next.
  private var steps: [Step] = []
  private var described: Set<ObjectIdentifier> = []
  private var indentation = 0
  private var depth = 0

  private init(_ style: Style) {
    self.style = style
  }

  /// Returns the description of `model`; within another description, in that one's style.
  static func text(of model: Model, style: Style) -> String {
    if let description = running.object { return description.text(of: model) }
    let description = ModelDescription(style)
    return running.withObject(description) { description.text(of: model) }
  }

  private func text(of value: Any) -> String {
    let outer = (text, steps)
    (text, steps) = ("", [.value(value)])
    while let step = steps.popLast() { perform(step) }
    let described = text
    (text, steps) = outer
    return described
  }

  private func perform(_ step: Step) {
    switch step {
    case .text(let words): text += words
    case .value(let value): append(value)
    case .begin: indentation += 1
    case .end(let onOwnLine):
      indentation -= 1
      if onOwnLine, style == .multiLine { startLine() }
    case .item(let isFirst):
      if !isFirst { text += style == .singleLine ? ", " : "," }
      if style == .multiLine { startLine() }
    case .leave: depth -= 1
    }
  }

  /// Whether a property's value is not shown. Kept JSON has the secret members of its object, and
  /// nobody knows which of the unknown ones are secret.
  static func hides(_ property: Property, of model: Model) -> Bool {
    property.isSecret || property.key == "keptJSON" && model is any JSONKeeping
  }

  private func append(_ model: Model) {
    let schema = ModelSchema.of(type(of: model))
    let address = String(UInt(bitPattern: ObjectIdentifier(model)), radix: 16)
    text += "<\(type(of: model)): 0x\(address)>"
    guard depth < 64, !StackRoom.isSpent, described.insert(ObjectIdentifier(model)).inserted else {
      return
    }
    depth += 1
    var properties = style == .singleLine ? schema.permanent : schema.properties
    if let extras = schema.extras,
      !(extras.access.value(of: model) as? [String: Any] ?? [:]).isEmpty
    {
      properties.append(extras)
    }
    text += " {"
    steps += [.leave, .text("}")]
    appendItems(properties) { property in
      property.access.checkRead(of: model)
      if Self.hides(property, of: model) { return [.text("\(property.key): \(Self.hidden)")] }
      return [.text("\(property.key): "), .value(property.access.unwrappedValue(of: model))]
    }
  }

  private func append(_ value: Any?) {
    guard let value else {
      text += "nil"
      return
    }
    // An element can be an Optional.
    if RuntimeFields.wrappedType(ofOptional: type(of: value)) != nil {
      return append(Boxed.unwrapped(value))
    }
    // A cast of a collection to a class would make objects of all its elements, at any depth.
    if let model = Model.held(in: value) { return append(model) }
    switch Boxed(value) {
    case .string(let string): text += Self.quoted(string)
    case .bool, .integer, .unsigned, .double, .float, .decimal, .url, .uuid: text += "\(value)"
    case .data(let data): text += "\(data.count) bytes"
    case .date(let date): text += DateText.words(for: date)
    case .null, .object, .array, .other: appendOther(value)
    }
  }

  /// Returns the text's `debugDescription`, without its way through each character if none is escaped.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
    return isPlain ? "\"" + text + "\"" : text.debugDescription
  }

  private func appendOther(_ value: Any) {
    switch value {
    case let array as [Any]:
      text += "["
      steps.append(.text("]"))
      appendItems(array) { [.value($0)] }
    case let set as Set<AnyHashable>:
      // In the order of their texts, so that equal sets have equal texts.
      let items = StackRoom.isLow ? ["…"] : set.map { text(of: $0.base) }.sorted()
      text += "["
      steps.append(.text("]"))
      appendItems(items) { [.text($0)] }
    case let dictionary as [AnyHashable: Any]:
      text += "["
      steps.append(.text(dictionary.isEmpty ? ":]" : "]"))
      appendItems(dictionary.orderedByName { "\($0.key)" }) { member in
        [.value(member.key.base), .text(": "), .value(member.value)]
      }
    default:
      let described = "\(value)"
      text += described
    }
  }

  /// Puts the items on the list.
  private func appendItems<Items: Collection>(_ items: Items, _ steps: (Items.Element) -> [Step]) {
    var next: [Step] = [.begin]
    for (index, item) in items.enumerated() {
      next.append(.item(isFirst: index == 0))
      next += steps(item)
    }
    next.append(.end(onOwnLine: !items.isEmpty))
    self.steps += next.reversed()
  }

  private func startLine() {
    text += "\n" + String(repeating: "  ", count: indentation)
  }
}

extension ModelDescription {
  /// The properties of `model` for readers of `Mirror`; empty deep down the thread's stack, because
  /// such readers recurse.
  static func mirror(of model: Model) -> Mirror {
    let properties = StackRoom.isDeep ? [] : ModelSchema.draft(of: type(of: model)).properties
    let children = properties.map { property -> Mirror.Child in
      property.access.checkRead(of: model)
      let value = hides(property, of: model) ? hidden : property.access.value(of: model)
      return (label: property.key, value: value)
    }
    // Opened by its class, which becomes the mirror's `subjectType`.
    func mirror<Subject>(_: Subject.Type) -> Mirror? {
      ((model as Any) as? Subject).map { subject in
        Mirror(
          subject, children: children, displayStyle: .class, ancestorRepresentation: .suppressed)
      }
    }
    return _openExistential(dynamicType(of: model), do: mirror)
      ?? Mirror(
        model, children: children, displayStyle: .class, ancestorRepresentation: .suppressed)
  }

  /// The class of a model. Not inlined: the optimizer opens what it sees here as `Model`.
  @inline(never)
  private static func dynamicType(of model: Model) -> Any.Type { type(of: model) }
}
