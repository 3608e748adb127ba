extension CodingUserInfoKey {
  /// The ``ConversionPolicy`` by which a coder reads and writes models and their dates.
  ///
  ///     decoder.userInfo[.conversionPolicy] = ConversionPolicy.lenient
  ///
  /// While a model is read or written, ``JSONAdapter/userInfo`` contains all other values of
  /// `userInfo`, under the names of their keys.
  public static let conversionPolicy = CodingUserInfoKey(name: "Peridot.conversionPolicy")

  private init(name: String) {
    guard let key = CodingUserInfoKey(rawValue: name) else {
      preconditionFailure("Any text is a key.")
    }
    self = key
  }
}
