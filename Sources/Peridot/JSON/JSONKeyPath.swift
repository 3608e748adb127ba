/// The place of a property's value in a JSON object.
///
/// A string literal names a member, or a path through nested ones: `"login"`, `"user.login"`,
/// `"tags[0]"`, `"items[*].id"`. Quotation marks protect a name: `#"user["a.b"]"#`, or
/// `#""a.b".c"#`.
/// An array literal names several places, whose values a transformer gets as one dictionary.
///
/// Peridot drops the empty parts of a text that begins or ends with a dot, or has two in a row. If
/// only one part remains, as in `".ext"`, the whole text is one name.
public struct JSONKeyPath: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, Sendable, Hashable
{
  public typealias StringLiteralType = StaticString

  /// One step from a value to another inside it.
  public enum Component: Sendable, Hashable {
    /// The member of that name.
    case key(String)
    /// The element at that position.
    case index(Int)
    /// All elements.
    case each
  }

  /// The kinds of paths.
  public enum Form: Sendable, Hashable {
    /// One path from the object.
    case path([Component])
    /// Several paths at once; see ``JSONKeyPath/all(_:)``.
    case all([JSONKeyPath])
    /// Alternatives; see ``JSONKeyPath/firstOf(_:)``.
    case firstOf([JSONKeyPath])
    /// The object itself.
    case root
    /// Nowhere.
    case excluded
  }

  /// The directions in which values go.
  public enum Direction: Sendable, Hashable {
    /// Reading and writing.
    case both
    /// Reading only.
    case readOnly
    /// Writing only.
    case writeOnly
  }

  /// The kind of the path, with its components.
  public let form: Form
  /// The directions in which values go.
  public private(set) var direction = Direction.both

  /// The reason why the text is not a path; nil for a path.
  ///
  /// It is reported together with all other mistakes of the mapping.
  let mistake: String?

  /// Creates a key path from its text form.
  public init(_ text: String) {
    var parser = Parser(text)
    form = .path(parser.parse())
    mistake = parser.mistake
  }

  // A StaticString is a constant; the optimizer makes a String literal byte by byte.
  public init(stringLiteral text: StaticString) {
    self.init(text.description)
  }

  /// Creates a key path from its text form.
  public init(stringLiteral text: String) {
    self.init(text)
  }

  public init(arrayLiteral paths: JSONKeyPath...) {
    self.init(.all(paths), of: paths)
  }

  init(_ form: Form, of parts: [JSONKeyPath] = [], mistake: String? = nil) {
    self.form = form
    self.mistake = mistake ?? parts.compactMap(Self.mistake(inPart:)).first
  }

  /// A path of one literal name.
  init(name: String) {
    form = .path([.key(name)])
    mistake = nil
  }

  /// A path of literal names, in which a dot has no meaning.
  ///
  ///     ["name": .literal("user.name")]  // {"user.name": "mona"}
  public static func literal(_ components: String...) -> Self {
    Self(
      .path(components.map { .key($0) }),
      mistake: components.isEmpty ? "a literal path needs at least one name" : nil)
  }

  /// Alternatives: Peridot reads the first one that is there and not null, and writes to the first
  /// one.
  ///
  ///     ["id": .firstOf("id", "ID")]
  ///
  /// One alternative can lead to another, as `"data"` leads to `"data.user"`. A null at the longer one
  /// then says that the object at the shorter one holds no value.
  public static func firstOf(_ paths: JSONKeyPath...) -> Self { firstOf(paths) }

  static func firstOf(_ paths: [JSONKeyPath]) -> Self {
    Self(
      .firstOf(paths), of: paths,
      mistake: paths.isEmpty ? "firstOf needs at least one path" : nil)
  }

  /// A place that is read, and another that is written.
  ///
  ///     ["age": .reading("user_age", writing: "age")]
  ///
  /// Alternatives can be read, too: `.reading(.firstOf("user_age", "age"), writing: "age")`.
  public static func reading(_ path: JSONKeyPath, writing written: JSONKeyPath) -> Self {
    let read = if case .firstOf(let paths) = path.form { paths } else { [path] }
    let hasDirection = path.direction != .both
    return Self(
      .firstOf([.writeOnly(written)] + read), of: read + [written],
      mistake: hasDirection ? "a direction belongs to the whole, not to \(path)" : path.mistake)
  }

  /// Several paths at once: a transformer gets a dictionary of the values found, keyed by path.
  ///
  ///     ["place": ["lat", "lng"]]  // a transformer gets both
  ///
  /// If none of the paths has a value, the property keeps its default and the transformer is not
  /// called. Null counts as a value: it is `NSNull` in the dictionary.
  public static func all(_ paths: JSONKeyPath...) -> Self {
    Self(.all(paths), of: paths)
  }

  /// The whole object.
  ///
  /// A dictionary there also reads the members of other properties. In writing, the other properties'
  /// values count: a property that is nil has no member.
  public static var root: Self { Self(.root) }

  /// Nowhere: JSON doesn't contain the property.
  ///
  ///     ["cache": .excluded]
  public static var excluded: Self { Self(.excluded) }

  /// A place that Peridot reads and never writes.
  ///
  ///     ["total": .readOnly("total")]
  public static func readOnly(_ path: JSONKeyPath) -> Self {
    var path = path
    path.direction = .readOnly
    return path
  }

  /// A place that Peridot writes and never reads.
  ///
  ///     ["password": .writeOnly("password")]
  public static func writeOnly(_ path: JSONKeyPath) -> Self {
    var path = path
    path.direction = .writeOnly
    return path
  }

  /// This path from an outer object, which contains this path's object at `prefix`.
  func inside(_ prefix: [Component]) -> Self {
    if prefix.isEmpty { return self }
    let moved: Form =
      switch form {
      case .path(let components): .path(prefix + components)
      case .all(let paths): .all(paths.map { $0.inside(prefix) })
      case .firstOf(let paths): .firstOf(paths.map { $0.inside(prefix) })
      case .root: .path(prefix)
      case .excluded: .excluded
      }
    var path = Self(moved, mistake: mistake)
    path.direction = direction
    return path
  }

  /// This path with a mistake, for a property that has another declaration in addition.
  func mistaken(for other: Self) -> Self {
    Self(
      form,
      mistake: mistake ?? "it is mapped to \(other), too; alternatives are written as firstOf")
  }

  private static func mistake(inPart part: JSONKeyPath) -> String? {
    if let mistake = part.mistakeInObject { return mistake }
    if part.direction != .both { return "a direction belongs to the whole, not to \(part)" }
    return part.form == .excluded ? "an excluded path cannot be a part of another" : nil
  }
}

extension JSONKeyPath: CustomStringConvertible {
  public var description: String {
    switch direction {
    case .both: text
    case .readOnly: "readOnly(\(text))"
    case .writeOnly: "writeOnly(\(text))"
    }
  }

  private var text: String {
    switch form {
    case .path(let components): Self.text(of: components)
    case .all(let paths): "[" + paths.map(\.description).joined(separator: ", ") + "]"
    case .firstOf(let paths) where paths.first?.direction == .writeOnly:
      "reading(\(Self.text(ofAlternatives: paths.read)), writing: \(paths[0].text))"
    case .firstOf(let paths): "firstOf(" + paths.map(\.description).joined(separator: ", ") + ")"
    case .root: "root"
    case .excluded: "excluded"
    }
  }

  private static func text(ofAlternatives paths: [Self]) -> String {
    paths.count == 1 ? paths[0].text : Self(.firstOf(paths)).text
  }
}

extension JSONKeyPath {
  /// Whether a value is read from the place that it is written to.
  var isReadWhereWritten: Bool {
    guard case .firstOf(let paths) = form else { return true }
    return paths.read.contains { $0.components == paths.first?.components }
  }
}

extension [JSONKeyPath] {
  /// The alternatives that are read.
  var read: [JSONKeyPath] { filter { $0.direction != .writeOnly } }
}

/// The result builder for the body of ``Model/keyPathsByPropertyKey``.
///
/// A class that declares its conformance to ``JSONSerializing`` itself has it automatically. The
/// body stays the same: one expression, or statements that end in `return`. But a dictionary
/// literal becomes a table of constants, which compiles in a tenth of the time of a `Dictionary`
/// literal.
///
/// A class that inherits its conformance can state the builder, which compiles faster and changes
/// nothing else:
///
///     final class Issue: AppModel {
///       var createdAt = Date()
///
///       @JSONKeyPathsBuilder
///       override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
///         ["createdAt": "created_at"]
///       }
///     }
@resultBuilder
public enum JSONKeyPathsBuilder {
  /// A dictionary literal in the body.
  ///
  /// A repeated key is a mistake, which is reported with all others of the mapping.
  public struct Literal: ExpressibleByDictionaryLiteral {
    let keyPaths: [String: JSONKeyPath]

    // The optimizer must not see that the array stays in here: otherwise it follows the array
    // through the body at each element, which takes most of a mapping's compile time.
    @_optimize(none)
    public init(dictionaryLiteral elements: (StaticString, JSONKeyPath)...) {
      keyPaths = Self.keyPaths(elements)
    }

    private static func keyPaths(
      _ elements: [(key: StaticString, path: JSONKeyPath)]
    ) -> [String: JSONKeyPath] {
      Dictionary(elements.lazy.map { ($0.key.description, $0.path) }) { $0.mistaken(for: $1) }
    }
  }

  /// A dictionary literal.
  public static func buildExpression(_ literal: Literal) -> [String: JSONKeyPath] {
    literal.keyPaths
  }

  /// Any other expression, such as one that merges the superclass's paths.
  @_disfavoredOverload
  public static func buildExpression(
    _ keyPaths: [String: JSONKeyPath]
  ) -> [String: JSONKeyPath] {
    keyPaths
  }

  /// A body that only traps, such as `fatalError("override this")`.
  public static func buildExpression(_ never: Never) -> [String: JSONKeyPath] {}

  /// The one expression of a body.
  public static func buildBlock(_ keyPaths: [String: JSONKeyPath]) -> [String: JSONKeyPath] {
    keyPaths
  }

  /// The first branch of a condition.
  public static func buildEither(first: [String: JSONKeyPath]) -> [String: JSONKeyPath] { first }

  /// The second branch of a condition.
  public static func buildEither(second: [String: JSONKeyPath]) -> [String: JSONKeyPath] { second }
}
