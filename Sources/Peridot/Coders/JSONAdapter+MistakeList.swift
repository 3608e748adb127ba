extension JSONAdapter {
  /// Returns all mistakes in what a class says about itself, and in the classes that its properties
  /// lead to: the errors that `check` throws, and warnings.
  ///
  ///     for mistake in JSONAdapter.mistakes(of: User.self) { print(mistake) }
  ///
  /// A warning is about something that a program can see and that is probably not meant: a
  /// `CodingKeys` enum, which Peridot ignores; `Codable` without ``CodableModel``; a lazy variable, or
  /// one whose wrapper isn't a ``PropertyWrapper``, which isn't a property; a function by key that answers
  /// for a name without a property; `YYYY` in a date format; an initial value beyond a limit.
  /// ``Model/excludedPropertyKeys`` silences the one about a variable.
  ///
  /// To find misspelled keys, it calls ``Model/validate(_:forKey:)`` of a new object with values of
  /// each property's type.
  public static func mistakes<M: JSONSerializing>(
    of type: M.Type, policy: ConversionPolicy? = nil
  ) -> [Mistake] {
    mistakes(of: type, .of(policy, for: type))
  }

  /// Returns all mistakes in what a class says about itself, and in the classes that its properties
  /// lead to.
  public func mistakes<M: JSONSerializing>(of type: M.Type) -> [Mistake] {
    Self.mistakes(of: type, plans(for: type))
  }

  private static func mistakes(of type: Model.Type, _ plans: PolicyPlans) -> [Mistake] {
    MappingMaker.Check.mistakes(of: type, plans) { type in
      guard type is any Encodable.Type || type is any Decodable.Type,
        !(type is any CodableModel.Type)
      else { return nil }
      return "it is Codable by code of its own, which knows no mapping: conform to CodableModel "
        + "instead"
    }
  }
}
