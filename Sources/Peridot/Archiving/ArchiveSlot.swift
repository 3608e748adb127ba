/// Where a value lies in an archive.
enum ArchiveSlot {
  /// It is the object with this number in `$objects`.
  case object(Int)
  /// It stands where it is used; this is its number in the property list.
  case inline(Int)

  /// The number in `$objects`, for an error.
  var objectIndex: Int? {
    if case .object(let index) = self { return index }
    return nil
  }
}

/// Whether nil lies at a place.
enum ArchiveNullness {
  /// The reference that stands for nil.
  case nothing
  /// A null object, which stands for nil in a collection.
  case null
  case value
}
