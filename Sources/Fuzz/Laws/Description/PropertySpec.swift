import Peridot

/// One property of a random class, as data.
struct PropertySpec: Sendable {
  /// The property key. The variables of a class shape have fixed names.
  var key: String
  var type: TypeSpec
  /// The variable's value in a new object.
  var initial: Plain
  /// The declared default (`default:` of `property(…)`), which wins over `initial` in a model that
  /// is read from JSON without the property; only if the property `isDeclared`.
  var declaredDefault: Plain?
  /// Nil: its key in the class's key style.
  var place: PlaceSpec?
  /// Whether the JSON has to contain it (absent: the error `missingKeys`; null counts as there).
  var isRequired = false
  /// Only if the property `isDeclared`. For an Optional, limits apply to values other than nil.
  var limits: [LimitSpec] = []
  var isSecret = false
  /// Whether it is a part of what tells one model from another; only if declared.
  var isIdentity = false
  var transformer: TransformerSpec?
  /// Changes of the call's policy for this property and everything within it.
  var policy: [PolicyChange] = []
  var storage = PropertyStorage.permanent
  /// Whether `declaredProperties` states place, transformer, limits, default, required, secret and
  /// policy; else the functions of the class do (`keyPathsByPropertyKey` and kin), which have
  /// neither limits nor secrets nor defaults.
  var isDeclared = false
  /// Whether it is read and set by its accessors (a facet; only if declared).
  var usesAccessors = false
  /// The property of the models in a list that is the name of their member.
  var keyedBy: String? {
    get { isDeclared ? nameKey : nil }
    set { nameKey = newValue }
  }
  /// The same, if the property `isDeclared`.
  private var nameKey: String?
  /// Whether nil is written as null under every policy (a facet; only if declared and Optional).
  var writesNull = false
  /// The name that it had in an earlier version of the class, of which the second of its places is made;
  /// only if declared.
  var formerName: String?
  /// The cluster of the models in the property whose tag the *holder* has (`cluster(forKey:)`).
  var heldCluster: ClusterSpec?

  /// Whether its places are its own name and a former one, and no place is stated.
  var isRenamed: Bool {
    if formerName != nil, case .firstOf(let paths)? = place?.form {
      paths.count == 2
    } else {
      false
    }
  }

  /// The class of the models in a list whose elements have names.
  var keyedClass: Int? { keyedBy == nil ? nil : type.classIDs[0] }

  init(_ key: String, _ type: TypeSpec, _ initial: Plain) {
    self.key = key
    self.type = type
    self.initial = initial
  }

  /// The rules of the property in a call with `base`.
  func rules(_ base: ConversionPolicy = .strict) -> ConversionPolicy {
    policy.reduce(into: base) { $1.apply(&$0) }
  }
}

/// A declared limit, as data.
enum LimitSpec: Sendable, Hashable {
  /// Numbers (integers and doubles) within these bounds, inclusive.
  case within(Int, Int)
  case atLeast(Int)
  case atMost(Int)
  /// The count of characters or elements.
  case count(Int, Int)
  /// Only these values of the property's type (without its Optional).
  case oneOf([Plain])
  /// A regular expression that all of a text matches; one of `patterns`.
  case matching(String)

  static let patterns = ["[a-z]*", "[a-z0-9]{1,4}", ".{0,3}"]
}

/// A transformer, as data: what Peridot ships, and closures.
indirect enum TransformerSpec: Sendable, Hashable {
  /// For Date: `.epochSeconds`, `.epochMilliseconds`, `.iso8601Date`, `.rfc1123Date`.
  case epochSeconds, epochMilliseconds, iso8601Date, rfc1123Date
  /// For Date: a format with six digits of a second.
  case microseconds
  /// For a model, by a declaration: as its type is read and written.
  case model
  /// For Double: text as English writes it, with groups of three digits.
  case grouped
  /// For String: JSON text by a table, both directions: `["one": "1", "two": "2"]`; any other
  /// value fails.
  case mapping
  /// For Int: a closure from text "n5" to 5 and back; other text throws `LawRejection`.
  case prefixed
  /// For String: without the spaces around it; written as it is.
  case trimmed
  /// For a `LawPair` from two places: `left` from the first, `right` from the other.
  case both(String, String)
  /// For an array of ``element``: elements that cannot be converted are dropped and reported.
  case lossyArray
  /// For an array or a set of Int: `.array(of:)` or `.set(of:)` of ``prefixed``.
  case elements
  /// For Decimal: text or number; written as text.
  case decimal
  /// For Data: Base64, and Base64 for URLs.
  case base64, base64URL
  /// For what is an array or an object in JSON: that JSON as a text; of declared properties.
  case embedded
}

/// One change of a conversion policy, as data.
struct PolicyChange: Sendable, CustomStringConvertible {
  /// The switch and its value in words, such as `null = .keep`.
  let description: String
  let apply: @Sendable (inout ConversionPolicy) -> Void

  init(_ description: String, _ apply: @escaping @Sendable (inout ConversionPolicy) -> Void) {
    self.description = description
    self.apply = apply
  }
}

/// A policy: a preset and changes of it.
struct PolicySpec: Sendable, CustomStringConvertible {
  enum Preset: String, Sendable, CaseIterable {
    case strict, lenient, legacyYYModel, legacyJSONModel, legacyMantle

    var policy: ConversionPolicy {
      switch self {
      case .strict: .strict
      case .lenient: .lenient
      case .legacyYYModel: .legacyYYModel
      case .legacyJSONModel: .legacyJSONModel
      case .legacyMantle: .legacyMantle
      }
    }
  }

  var preset = Preset.strict
  var changes: [PolicyChange] = []

  /// What it comes to; its switches are public and can be asked.
  var policy: ConversionPolicy {
    changes.reduce(into: preset.policy) { $1.apply(&$0) }
  }

  var description: String { ([".\(preset)"] + changes.map(\.description)).joined(separator: ", ") }
}
