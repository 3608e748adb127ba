import Foundation
public import Peridot

/// The part that a declared property has in records. Without a facet, its type decides whether it
/// is a value under its own name or a relationship.
extension Facet {
  /// No two records have one value of the property, which an index checks; nil may occur again.
  ///
  /// It does not identify a model's record: the class's identity does, which is declared by
  /// `isIdentity: true` or by `identityKey`.
  public static var isUnique: Self { Self(RecordFacts.Unique()) }

  /// An index makes searching and sorting by the value fast.
  public static var isIndexed: Self { Self(RecordFacts.Indexed()) }

  /// An index of several properties, this one first, makes conditions with all of them fast.
  public static func indexed(with keys: String...) -> Self {
    Self(RecordFacts.IndexedWith(keys: keys))
  }

  /// The models in the property are parts of this one: replaced with it, and deleted with it.
  public static var owns: Self { Self(RecordFacts.Owning()) }

  /// The `weak var` of the property's models that refers back to this one.
  ///
  /// Peridot sets it when a model enters the property, and clears it when the model leaves. A model
  /// belongs to one such property at a time.
  public static func inverse(_ key: String) -> Self { Self(RecordFacts.Inverse(key: key)) }

  /// The value's column has another name than the property.
  public static func column(_ name: String) -> Self { Self(RecordFacts.Column(name: name)) }

  /// A transformer, in both directions, between the value in records and the property's.
  public static func column(by transform: Transform<Value>) -> Self {
    Self(RecordFacts.Transformed(transformer: transform.transformer))
  }

  /// Records don't contain the property.
  public static var excludedFromRecords: Self { Self(RecordFacts.Column(name: nil)) }

  /// The model's value is merged with its record's before the record is overwritten.
  ///
  ///     property("stars", \.stars, facets: .merging { stored, new in max(stored, new) })
  ///
  /// - Parameter merge: Returns the new value for the model and the record. If it throws, the whole
  ///   save fails.
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

/// A class's declarations about one property.
struct RecordFacts {
  struct Unique: Sendable {}
  struct Indexed: Sendable {}
  struct IndexedWith: Sendable { let keys: [String] }
  struct Owning: Sendable {}
  struct Inverse: Sendable { let key: String }
  /// Nil excludes the property.
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
  /// The name of its column; nil if records don't contain it.
  var column: String? { property.fact(Column.self).map(\.name) ?? property.key }
  /// The keys of the properties of each index that begins with it.
  var indexes: [[String]] {
    (property.fact(Indexed.self).map { _ in [[property.key]] } ?? [])
      + (property.fact(IndexedWith.self).map { [[property.key] + $0.keys] } ?? [])
  }
  /// Whether the class declares a column or relationship for it.
  var isDeclared: Bool {
    owns || inverse != nil || property.fact(Column.self) != nil || transformer != nil
  }
}
