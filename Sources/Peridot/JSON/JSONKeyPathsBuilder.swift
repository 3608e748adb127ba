/// The result builder that the compiler reads the body of ``Model/keyPathsByPropertyKey`` with.
///
/// A class that conforms to ``JSONSerializing`` where it is declared has it without a word. The
/// body is what it would be otherwise: one expression, or statements that end in `return`. But a
/// dictionary literal becomes a table of constants, which the optimizer is done with in a tenth of
/// the time that it takes for a literal of `Dictionary`.
///
/// A class that inherits its conformance may ask for it, which compiles faster and changes nothing:
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
  /// A key that stands there twice is a mistake, which is told with all others in the mapping.
  public struct Literal: ExpressibleByDictionaryLiteral {
    let keyPaths: [String: JSONKeyPath]

    // The optimizer must not see that the array stays in here: it would follow the array through
    // the body at each of its elements, which is most of the time that a mapping takes to compile.
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

  public static func buildExpression(_ literal: Literal) -> [String: JSONKeyPath] {
    literal.keyPaths
  }

  /// Any other expression, such as one that merges what the superclass says.
  @_disfavoredOverload
  public static func buildExpression(
    _ keyPaths: [String: JSONKeyPath]
  ) -> [String: JSONKeyPath] {
    keyPaths
  }

  /// A body that only traps, as `fatalError("override this")` does.
  public static func buildExpression(_ never: Never) -> [String: JSONKeyPath] {}

  public static func buildBlock(_ keyPaths: [String: JSONKeyPath]) -> [String: JSONKeyPath] {
    keyPaths
  }

  public static func buildEither(first: [String: JSONKeyPath]) -> [String: JSONKeyPath] { first }

  public static func buildEither(second: [String: JSONKeyPath]) -> [String: JSONKeyPath] { second }
}
