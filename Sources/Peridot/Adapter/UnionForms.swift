import Foundation

/// The forms of a `JSONUnion`, one for each case with a value, and the mistakes in their
/// declaration.
struct UnionForms: Sendable {
  /// One form.
  struct Form: Sendable {
    /// The case's name; with the label of its value, if it has one.
    let name: String
    /// The type of the case's value.
    let type: Any.Type
    let kinds: Kinds
    /// The kinds of an array's elements.
    let elementKinds: Kinds
    /// The class of a value that is one model.
    let model: Model.Type?

    var isText: Bool { kinds == .string || type == Date.self }
    var isURL: Bool { type == URL.self }
    var isWholeNumber: Bool { type is any BinaryInteger.Type }
    var takesFractions: Bool {
      type is any BinaryFloatingPoint.Type || type == Decimal.self
    }
  }

  /// Whether a case of the union takes an object, and is no model.
  static func haveDictionary<Union: JSONUnion>(of _: Union) -> Bool {
    UnionForms(of: Union.self).forms.contains {
      $0?.kinds.contains(.object) == true && $0?.model == nil
    }
  }

  /// The kinds of JSON values that a form takes.
  struct Kinds: OptionSet, Sendable {
    let rawValue: UInt8

    static let object = Kinds(rawValue: 1)
    static let array = Kinds(rawValue: 2)
    static let string = Kinds(rawValue: 4)
    static let number = Kinds(rawValue: 8)
    static let bool = Kinds(rawValue: 16)
    static let all: Kinds = [.object, .array, .string, .number, .bool]
    static let scalars: Kinds = [.string, .number, .bool]

    /// Nil for null and for live values.
    init?(_ kind: JSONReader.Kind) {
      switch kind {
      case .object: self = .object
      case .array: self = .array
      case .string: self = .string
      case .number: self = .number
      case .bool: self = .bool
      case .null, .live: return nil
      }
    }

    init(rawValue: UInt8) { self.rawValue = rawValue }

    fileprivate var words: String? {
      switch self {
      case .object: "object"
      case .array: "array"
      case .string: "string"
      case .number: "number"
      case .bool: "true or false"
      default: nil
      }
    }
  }

  /// One for each case, in the runtime's order; nil for a case without a value.
  private(set) var forms: [Form?] = []
  /// The case that stands for null.
  private(set) var null: Int?
  private(set) var mistakes: [String] = []
  private let name: String

  init<Union: JSONUnion>(of type: Union.Type) {
    name = TypeName.of(type)
    if type is any RawRepresentable.Type {
      mistakes.append("it has raw values, which have a form of their own: remove one of the two")
    }
    guard let cases = EnumCases<Union>() else {
      mistakes.append("it is no enum that reflection shows")
      return
    }
    for (index, one) in cases.cases.enumerated() {
      add(one.name, one.payload, isIndirect: one.isIndirect, index)
    }
    for (index, form) in forms.enumerated() {
      guard let form else { continue }
      for case let other? in forms.prefix(index) {
        guard let reason = Self.reason(other, hides: form) else { continue }
        mistakes.append("case \(form.name) is never read: \(reason)")
        break
      }
    }
  }

  private mutating func add(
    _ name: String, _ payload: Any.Type?, isIndirect: Bool, _ index: Int
  ) {
    var form: Form?
    defer { forms.append(form) }
    guard var type = payload, type != Void.self else {
      if let null, let other = emptyNames[null] {
        mistakes.append("cases \(other) and \(name) both stand for null: give one a value")
      }
      null = null ?? index
      emptyNames[index] = name
      return
    }
    if isIndirect {
      mistakes.append("case \(name) is indirect: put its value into a model or an array")
      return
    }
    var label = ""
    if RuntimeFields.kind(of: type) == .tuple {
      let parts = RuntimeFields.parts(of: type)
      guard parts.count == 1 else {
        mistakes.append("case \(name) has \(parts.count) values: give it one, such as a model")
        return
      }
      type = parts[0].type
      label = parts[0].name
    }
    if RuntimeFields.wrappedType(ofOptional: type) != nil {
      mistakes.append("case \(name) has an Optional: declare a case without a value for null")
      return
    }
    if type == Never.self {
      mistakes.append("case \(name) has a value of type Never")
      return
    }
    if let words = HiddenNull().visit(dynamic: type) {
      mistakes.append("case \(name) is of type \(TypeName.of(type)): \(words)")
      return
    }
    let kinds = KindFinder().visit(dynamic: type)
    form = Form(
      name: label.isEmpty ? name : "\(name)(\(label):)", type: type, kinds: kinds.own,
      elementKinds: kinds.elements,
      model: KnownConformances.isModel(type) ? type as? Model.Type : nil)
  }

  private var emptyNames: [Int: String] = [:]

  /// Returns why no value is read as `form`, if an earlier one takes them all.
  private static func reason(_ other: Form, hides form: Form) -> String? {
    if other.type == form.type { return "case \(other.name) has the same type" }
    let order = "declare \(form.name) before \(other.name)"
    if other.type == String.self, form.isText { return "\(other.name) takes every text; \(order)" }
    if other.type == RawJSON.self || other.type == Any.self {
      return "\(other.name) takes every value; \(order)"
    }
    if other.takesFractions, form.isWholeNumber || form.takesFractions {
      return "\(other.name) takes every number; \(order)"
    }
    if isDictionary(other.type), isDictionary(form.type) {
      return "\(other.name) takes every object"
    }
    return nil
  }

  private static func isDictionary(_ type: Any.Type) -> Bool {
    type is any DictionaryLike.Type || KindFinder.isDictionary(type)
  }

  /// The forms in words: `Customer (string, object (CustomerModel))`.
  var words: ErrorPhrase {
    let forms = forms.compactMap { form -> String? in
      guard let form else { return nil }
      guard let kind = form.kinds.words else { return TypeName.of(form.type) }
      return form.type == String.self || form.type == Bool.self
        ? kind : "\(kind) (\(TypeName.of(form.type)))"
    }
    return ErrorPhrase(
      words: "\(name) (\((forms + (null == nil ? [] : ["null"])).joined(separator: ", ")))")
  }

  /// The error for a union with mistakes.
  func error(_ mistakes: [String]) -> JSONAdapterError {
    JSONAdapterError(
      .invalidMapping, found: "\(mistakes.map { "\n- \(name): \($0)" }.joined())")
  }

  /// Returns the mistakes of the union within a type, as advice; nil if there are none.
  static func advice(for type: Any.Type) -> String? {
    if let words = HiddenNull().visit(dynamic: type) { return words }
    guard let union = union(in: type) else { return nil }
    let mistakes = of(union).mistakes
    return mistakes.isEmpty ? nil : mistakes.joined(separator: "; ")
  }

  /// The union within a type: the type itself, or the content of Optionals and collections.
  static func union(in type: Any.Type) -> (any JSONUnion.Type)? {
    let leaf = Leaf().visit(dynamic: type)
    return RuntimeFields.isEnum(leaf) ? leaf as? any JSONUnion.Type : nil
  }

  /// Returns the mistakes of a union and of its cases' values, and their types.
  static func inspect<Union: JSONUnion>(
    _ type: Union.Type, _ plans: PolicyPlans
  ) throws -> (mistakes: [String], payloads: [Any.Type]) {
    let forms = UnionForms(of: type)
    let codec = plans.codec(for: type) as? JSONUnionCodec<Union>
    let mistakes = try forms.mistakes + (codec?.mistakes() ?? [])
    return (mistakes.map { "\(forms.name): \($0)" }, forms.forms.compactMap { $0?.type })
  }

  private static func of<Union: JSONUnion>(_ type: Union.Type) -> UnionForms {
    UnionForms(of: type)
  }

  /// The name of the case that stands for null, without the forms of the others, because a union
  /// within them can be this one.
  private static func nullCase<Union: JSONUnion>(of type: Union.Type) -> String? {
    EnumCases<Union>()?.cases.first { $0.payload.map { $0 == Void.self } ?? true }?.name
  }

  /// Finds an Optional of a union that has a case for null, which reads as nil.
  private struct HiddenNull: LeafVisitor {
    func visitOptional<Wrapped>(_ type: Wrapped.Type) -> String? {
      guard RuntimeFields.isEnum(type), let union = type as? any JSONUnion.Type else {
        return visit(type)
      }
      return nullCase(of: union).map { name in
        "nil and case \(name) both stand for null: remove the case, or make it "
          + "\(TypeName.of(type)) without ?"
      }
    }

    func visitLeaf<Leaf>(_: Leaf.Type) -> String? { nil }
  }

  private struct Leaf: LeafVisitor {
    func visitLeaf<Leaf>(_ type: Leaf.Type) -> Any.Type { type }
  }
}

extension UnionForms {
  /// The kinds of JSON values that a type takes.
  private struct KindFinder: TypeVisitor {
    var outer: [Any.Type] = []

    func visitOptional<Wrapped>(_ type: Wrapped.Type) -> (own: Kinds, elements: Kinds) {
      visit(type)
    }

    func visitArray<Element>(_ type: Element.Type) -> (own: Kinds, elements: Kinds) {
      (.array, visit(type).own)
    }

    func visitSet<Element: Hashable>(_ type: Element.Type) -> (own: Kinds, elements: Kinds) {
      (.array, visit(type).own)
    }

    func visitDictionary<Key: Hashable, Value>(
      _: Key.Type, _: Value.Type
    ) -> (own: Kinds, elements: Kinds) {
      (.object, [])
    }

    func visitLeaf<Leaf>(_ type: Leaf.Type) -> (own: Kinds, elements: Kinds) {
      (kinds(of: type), .all)
    }

    static func isDictionary(_ type: Any.Type) -> Bool {
      KindFinder().visit(dynamic: type) == (.object, [])
    }

    private func kinds<Leaf>(of type: Leaf.Type) -> Kinds {
      if KnownConformances.isModel(type) { return .object }
      if type == Any.self || type == RawJSON.self { return .all }
      switch type {
      case is Bool.Type: return .bool
      case is any BinaryInteger.Type, is any BinaryFloatingPoint.Type, is Decimal.Type,
        is NSNumber.Type:
        return .number
      // By the policy.
      case is Date.Type: return [.string, .number]
      case is String.Type, is Character.Type, is URL.Type, is UUID.Type, is Data.Type,
        is Locale.Type, is TimeZone.Type:
        return .string
      case let union as any JSONUnion.Type:
        if outer.contains(where: { $0 == type }) { return .all }
        return kinds(ofUnion: union)
      case let raw as any RawRepresentable.Type:
        return RawValueCoding.of(raw).isOwn ? .all : kinds(ofRawValues: raw)
      default: return .all
      }
    }

    private func kinds<Raw: RawRepresentable>(ofRawValues: Raw.Type) -> Kinds {
      visit(Raw.RawValue.self).own
    }

    private func kinds<Union: JSONUnion>(ofUnion type: Union.Type) -> Kinds {
      var inner = self
      inner.outer.append(type)
      guard let cases = EnumCases<Union>() else { return .all }
      return cases.cases.reduce(into: []) { kinds, one in
        guard var type = one.payload else { return }
        if RuntimeFields.kind(of: type) == .tuple, let only = RuntimeFields.parts(of: type).first {
          type = only.type
        }
        kinds.formUnion(inner.visit(dynamic: type).own)
      }
    }
  }
}
