extension Model {
  /// Returns where the property named `key` lies in the JSON, by what the class chain declares and
  /// by its key style; nil when it takes no part in JSON.
  ///
  /// Traps when the class has no property of that name.
  public static func jsonKeyPath(forKey key: String) -> JSONKeyPath? {
    let property = ModelSchema.of(self).property(named: key)
    let path = JSONKeyPaths.of(self).path(of: property)
    return path?.form == .excluded ? nil : path
  }
}
