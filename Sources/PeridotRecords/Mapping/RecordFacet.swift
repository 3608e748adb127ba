import Foundation
public import Peridot

/// What a declared property is in records. A property without any is a value of its own name, or a
/// relationship, as its type says.
///
///     override class var declaredProperties: [Property] {
///       [
///         property("number", \.number, facets: .isUnique),
///         property("state", \.state, facets: .isIndexed.and(.indexed(with: "placedAt"))),
///         property("placedAt", \.placedAt, facets: .column("placed_at")),
///         property("lines", \.lines, facets: .owns.and(.inverse("order"))),
///       ]
///     }
extension Facet {
  /// The property, with all others that are unique, finds the record that a model was saved to before.
  ///
  /// Without any, it is `identityKey`. Without either, each save makes new records.
  public static var isUnique: Self { Self(RecordFacts.Unique()) }

  /// Records are found and sorted by the value in a time that hardly grows with their number.
  public static var isIndexed: Self { Self(RecordFacts.Indexed()) }

  /// The same for what is asked for together with this property: an index of all of them, this one first.
  public static func indexed(with keys: String...) -> Self {
    Self(RecordFacts.IndexedWith(keys: keys))
  }

  /// The models that the property holds are parts of this one: replaced with it, and deleted with it.
  public static var owns: Self { Self(RecordFacts.Owning()) }

  /// The `weak var` of the models that the property holds that leads back to this one.
  ///
  /// It is written as they enter, and cleared as they leave; a model belongs to one property of this kind
  /// at a time.
  public static func inverse(_ key: String) -> Self { Self(RecordFacts.Inverse(key: key)) }

  /// The value has another name in records than the property.
  public static func column(_ name: String) -> Self { Self(RecordFacts.Column(name: name)) }

  /// The value in records is what a transformer, which has to go both ways, makes of the property's.
  public static func column(by transform: Transform<Value>) -> Self {
    Self(RecordFacts.Transformed(transformer: transform.transformer))
  }

  /// The property takes no part in records.
  public static var excludedFromRecords: Self { Self(RecordFacts.Column(name: nil)) }

  /// The model takes over what its record knows better, before the record is overwritten.
  ///
  ///     property("stars", \.stars, facets: .merging { stored, new in max(stored, new) })
  ///
  /// - Parameter merge: Returns the value that model and record will have. What it throws refuses the
  ///   whole save.
  public static func merging(
    _ merge: @escaping @Sendable (_ stored: Value, _ new: Value) throws -> Value
  ) -> Self {
    Self(
      RecordFacts.Merging { stored, new in
        guard let stored = stored as Any as? Value, let new = new as Any as? Value else {
          return new
        }
        return try merge(stored, new)
      })
  }
}

/// What a class says about one property.
struct RecordFacts {
  struct Unique: Sendable {}
  struct Indexed: Sendable {}
  struct IndexedWith: Sendable { let keys: [String] }
  struct Owning: Sendable {}
  struct Inverse: Sendable { let key: String }
  /// Nil takes the property out.
  struct Column: Sendable { let name: String? }
  struct Transformed: Sendable { let transformer: ValueTransformer }
  struct Merging: Sendable { let merge: @Sendable (_ stored: Any?, _ new: Any?) throws -> Any? }

  let property: Property

  var isUnique: Bool { property.fact(Unique.self) != nil }
  var owns: Bool { property.fact(Owning.self) != nil }
  var inverse: String? { property.fact(Inverse.self)?.key }
  var transformer: ValueTransformer? {
    let transformer = property.fact(Transformed.self)?.transformer
    return transformer === ValueTransformer.byType ? nil : transformer
  }
  var merging: Merging? { property.fact(Merging.self) }
  /// The name of its column; nil if it takes no part.
  var column: String? {
    property.fact(Column.self).map(\.name) ?? property.key
  }
  /// The keys of the properties of each index that begins with it.
  var indexes: [[String]] {
    (property.fact(Indexed.self).map { _ in [[property.key]] } ?? [])
      + (property.fact(IndexedWith.self).map { [[property.key] + $0.keys] } ?? [])
  }
  /// Whether the class says that it takes part.
  var isDeclared: Bool {
    owns || inverse != nil || property.fact(Column.self) != nil || transformer != nil
  }
}
