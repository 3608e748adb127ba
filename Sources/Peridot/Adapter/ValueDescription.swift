import Foundation

/// The facts about the JSON of one type: of a property, of an element, of a key.
///
///     ValueDescription(of: [Int: Date?].self).form  // .dictionary(key: Int, value: Date?, …)
///
/// It is about this type only; ask again for the types within it.
public struct ValueDescription: Sendable {
  /// The type.
  public let type: Any.Type
  /// Whether a Codable value contains it, so that its own conformance reads and writes it.
  public let isCoded: Bool

  /// The form of its values in JSON, as the strict policy reads and writes them.
  public enum Form: Sendable {
    /// Any JSON, as an `Any` or a ``RawJSON`` holds it.
    case anything
    /// `true` or `false`.
    case boolean
    /// A whole number, and the digits of the type's bounds.
    case integer(minimum: String, maximum: String)
    /// A number.
    case number
    /// Text in the type's own format.
    case text(TextFormat)
    /// A date, in the form of the policy.
    case date
    /// Another type's values, or null.
    case optional(of: Any.Type)
    /// An array. A set's elements are distinct.
    case array(of: Any.Type, isDistinct: Bool)
    /// An object. If `hasPairs`, an array of keys and values in turn is read, too; if not
    /// `hasNames`, it is the only form.
    case dictionary(key: Any.Type, value: Any.Type, hasNames: Bool, hasPairs: Bool)
    /// The object of a model.
    case model(Model.Type)
    /// A raw value. The cases are those of an enum, and empty if others can be read, too, by the
    /// type's own `init(rawValue:)`. An open enum reads all others as its unknown case.
    case rawValue(of: Any.Type, cases: [any Sendable], isOpen: Bool)
    /// One of a ``JSONUnion``'s forms.
    case union(forms: [(name: String, type: Any.Type)], hasNull: Bool)
    /// An array of Codable values of these types in this order, such as the two numbers of a CGPoint.
    case list(of: [Any.Type])
    /// An object with these Codable members, such as the parts of a DateComponents; optional ones can be
    /// absent or null. If the member `standIn` is 1, 2 or true, the value is the user's own, such as
    /// a Calendar's `autoupdatingCurrent`, and the members can have any values.
    case object(of: [(name: String, type: Any.Type, isOptional: Bool)], standIn: String?)
    /// What the type's own Codable conformance reads and writes; see ``codedMembers``.
    case coded
    /// None: the type needs a transformer.
    case none
  }

  /// The formats of text.
  public enum TextFormat: Sendable, Hashable {
    /// Any text.
    case plain
    /// One Character.
    case character
    /// A UUID.
    case uuid
    /// A URL, which can be relative.
    case url
    /// Data, in the form of the policy.
    case data
    /// A time zone's identifier.
    case timeZone
    /// A locale's identifier.
    case locale
  }

  /// Describes a type.
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - isCoded: whether a Codable value contains it: in a struct, a Locale is an object.
  public init(of type: Any.Type, isCoded: Bool = false) {
    self.type = type
    self.isCoded = isCoded
  }

  /// The form of its values in JSON, found when it is asked for.
  public var form: Form { FormFinder(isCoded: isCoded).visit(dynamic: type) }

  /// The members of its object, if the compiler made its Codable conformance: those that its
  /// `init(from:)` asks for. Optional ones can be absent or null. Nil for a type that codes itself
  /// in another way.
  ///
  /// To find them, this runs the `init(from:)` a few times with a decoder that takes notes.
  public var codedMembers: [(name: String, type: Any.Type, isOptional: Bool)]? {
    (type as? any Decodable.Type).flatMap { CodingShape(of: $0)?.fields }
  }

  /// The description of the type within all its Optionals.
  public var unwrapped: ValueDescription {
    guard case .optional(let wrapped) = form else { return self }
    return ValueDescription(of: wrapped, isCoded: isCoded).unwrapped
  }
}

extension ValueDescription {
  private struct FormFinder: TypeVisitor {
    let isCoded: Bool

    func visitOptional<Wrapped>(_ type: Wrapped.Type) -> Form { .optional(of: type) }

    func visitArray<Element>(_ type: Element.Type) -> Form { .array(of: type, isDistinct: false) }

    func visitSet<Element: Hashable>(_ type: Element.Type) -> Form {
      .array(of: type, isDistinct: true)
    }

    func visitArrayLike<Whole: ArrayLike>(_ type: Whole.Type) -> Form {
      .array(of: Whole.Element.self, isDistinct: type is any SetLike.Type)
    }

    func visitDictionary<Key: Hashable, Value>(_ key: Key.Type, _ value: Value.Type) -> Form {
      let hasNames = DictionaryKey<Key>.make { [:] } != nil
      let hasPairs = key is any Codable.Type && !(key is any CodingKeyRepresentable.Type)
      return hasNames || hasPairs
        ? .dictionary(key: key, value: value, hasNames: hasNames, hasPairs: hasPairs) : .none
    }

    func visitLeaf<Leaf>(_ type: Leaf.Type) -> Form {
      if isCoded, type is TimeZone.Type || type is Locale.Type { return coded(type) }
      if let scalar = type as? any JSONScalar.Type { return form(scalar) }
      if let model = type as? Model.Type { return .model(model) }
      if type == Any.self || type == AnyHashable.self || type == RawJSON.self { return .anything }
      if type is NSNumber.Type { return .number }
      if let union = type as? any JSONUnion.Type, RuntimeFields.isEnum(type) { return form(union) }
      if let raw = type as? any RawRepresentable.Type, let form = form(raw) { return form }
      return type is any Codable.Type ? coded(type) : .none
    }

    private func coded(_ type: Any.Type) -> Form {
      switch type {
      case let integer as any FixedWidthInteger.Type:
        .integer(minimum: "\(integer.min)", maximum: "\(integer.max)")
      case is CGPoint.Type, is CGSize.Type: .list(of: [Double.self, Double.self])
      case is CGRect.Type: .list(of: [CGPoint.self, CGSize.self])
      case is Duration.Type: .list(of: [Int64.self, UInt64.self])
      case is IndexPath.Type: .object(of: [("indexes", [Int].self, false)], standIn: nil)
      case is DateInterval.Type:
        .object(of: [("start", Date.self, false), ("duration", Double.self, false)], standIn: nil)
      case is TimeZone.Type:
        .object(
          of: [("identifier", String.self, false), ("autoupdating", Bool.self, true)],
          standIn: "autoupdating")
      case is Locale.Type:
        .object(
          of: [("identifier", String.self, false), ("current", Int.self, true)],
          standIn: "current")
      case is Calendar.Type: .object(of: Self.calendar, standIn: "current")
      case is DateComponents.Type: .object(of: Self.dateComponents, standIn: nil)
      default: .coded
      }
    }

    private static let calendar: [(String, Any.Type, Bool)] = [
      ("identifier", String.self, false), ("locale", Locale.self, true),
      ("timeZone", TimeZone.self, false), ("firstWeekday", Int.self, false),
      ("minimumDaysInFirstWeek", Int.self, false), ("current", Int.self, true),
    ]

    private static let dateComponents: [(String, Any.Type, Bool)] =
      [("calendar", Calendar.self, true), ("timeZone", TimeZone.self, true)]
      + [
        "era", "year", "month", "day", "dayOfYear", "hour", "minute", "second", "nanosecond",
        "weekday", "weekdayOrdinal", "quarter", "weekOfMonth", "weekOfYear", "yearForWeekOfYear",
      ].map { ($0, Int.self, true) }
      + [("isLeapMonth", Bool.self, true), ("isRepeatedDay", Bool.self, true)]

    private func form(_ scalar: any JSONScalar.Type) -> Form {
      switch scalar {
      case is Bool.Type: .boolean
      case let integer as any FixedWidthInteger.Type:
        .integer(minimum: "\(integer.min)", maximum: "\(integer.max)")
      case is Date.Type: .date
      case is Character.Type: .text(.character)
      case is UUID.Type: .text(.uuid)
      case is URL.Type: .text(.url)
      case is Data.Type: .text(.data)
      case is TimeZone.Type: .text(.timeZone)
      case is Locale.Type: .text(.locale)
      case is any StringProtocol.Type: .text(.plain)
      default: .number
      }
    }

    private func form<Union: JSONUnion>(_ type: Union.Type) -> Form {
      let forms = UnionForms(of: type)
      let known = forms.forms.compactMap { form in form.map { ($0.name, $0.type) } }
      return .union(forms: known, hasNull: forms.null != nil)
    }

    /// Nil for a type with a coding of its own.
    private func form<Raw: RawRepresentable>(_ type: Raw.Type) -> Form? {
      if type is any Codable.Type, RawValueCoding.of(type).isOwn { return nil }
      let known = RuntimeFields.plainCases(of: type)
      let cases = known.compactMap { Self.plain($0.rawValue) }
      // A type's own `init(rawValue:)` can take more, such as text in another case.
      let takesOthers =
        cases.count < known.count
        || others(than: cases).contains { other in
          (other as? Raw.RawValue).flatMap(Raw.init(rawValue:)) != nil
        }
      return .rawValue(
        of: Raw.RawValue.self, cases: takesOthers ? [] : cases,
        isOpen: type is any UnknownCaseRepresentable.Type)
    }

    /// A raw value as text or a number; nil for others.
    private static func plain(_ rawValue: Any) -> (any Sendable)? {
      switch rawValue {
      case let text as String: text
      case let number as any BinaryInteger: Int(exactly: number)
      case let number as Double: number
      default: nil
      }
    }

    /// Values that an `init(rawValue:)` of the user could take beside the cases.
    private func others(than cases: [any Sendable]) -> [Any] {
      let texts = cases.compactMap { $0 as? String }
      let numbers = cases.compactMap { $0 as? Int }
      let otherTexts = texts.flatMap { text in
        [text.uppercased(), text.lowercased(), text.capitalized, " \(text) ", "\(text)_"]
      }
      let otherNumbers = numbers.flatMap { [$0 &- 1, $0 &+ 1, 0 &- $0] }
      return (otherTexts + ["", "?"]).filter { !texts.contains($0) }
        + (otherNumbers + [0, -1, .max]).filter { !numbers.contains($0) } as [Any]
    }
  }
}
