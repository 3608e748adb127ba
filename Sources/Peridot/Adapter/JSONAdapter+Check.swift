extension JSONAdapter {
  /// Finds all mistakes in the mappings of a class and of those that its properties reach.
  ///
  /// Without this call a mistake is reported when the class is first used. Stored variables that
  /// cannot take part are reported by this call only; see ``Model/unsupportedVariables``.
  ///
  /// - Throws: a ``JSONAdapterError`` of kind `.invalidMapping`, or `.multiple` with one for each
  ///   class that has mistakes.
  public static func check<M: JSONSerializing>(
    _ type: M.Type, policy: ConversionPolicy = .strict
  ) throws {
    try MappingCheck.run(type, policy)
  }

  /// Finds all mistakes in the mappings of a class and of those that its properties reach.
  public func check<M: JSONSerializing>(_ type: M.Type) throws {
    try MappingCheck.run(type, policy)
  }
}
