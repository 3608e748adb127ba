/// A rule that turns property keys into JSON keys.
public enum JSONKeyStyle: Sendable {
  /// The property key itself.
  case identity
  /// `avatarURL` is `avatar_url`, and `item145` is `item145`.
  case snakeCase
  /// `avatarURL` is `avatar_url`, and `itemObject145` is `item_object_145`: digits are a word of
  /// their own, as in JSONModel's mapper for underscores.
  case snakeCaseWithDigits
  /// `avatarURL` is `avatar-url`.
  case kebabCase
  /// `avatarURL` is `AvatarURL`.
  case upperCamelCase
  /// The property key, in any case: `userID` reads `userid`, `UserId` and `USERID`, and is written as
  /// `userID`.
  ///
  /// A member with exactly the key wins; of two others the last counts, or
  /// ``ConversionPolicy/repeatedKeys`` refuses them. Case is that of the letters A to Z. Places that
  /// the class states, and the tags of clusters, are names as they are.
  case ignoringCase
  /// The key path that the function returns for the property key.
  ///
  ///     .custom { key in ["id", "name"].contains(key) ? .literal(key) : .literal("attributes", key) }
  case custom(@Sendable (String) -> JSONKeyPath)

  /// The key that the function returns for the property key; a dot in it has no meaning.
  public static func custom(_ style: @escaping @Sendable (String) -> String) -> JSONKeyStyle {
    .custom { (key: String) -> JSONKeyPath in .literal(style(key)) }
  }

  func path(for propertyKey: String) -> JSONKeyPath {
    switch self {
    case .identity, .ignoringCase: JSONKeyPath(name: propertyKey)
    case .snakeCase: JSONKeyPath(name: Self.words(of: propertyKey).joined(separator: "_"))
    case .snakeCaseWithDigits:
      JSONKeyPath(name: Self.words(of: propertyKey, partingDigits: true).joined(separator: "_"))
    case .kebabCase: JSONKeyPath(name: Self.words(of: propertyKey).joined(separator: "-"))
    case .upperCamelCase:
      JSONKeyPath(name: propertyKey.prefix(1).uppercased() + propertyKey.dropFirst())
    case .custom(let style): style(propertyKey)
    }
  }

  /// The words of a camel-case name, in lower case. A run of capitals is one word, whose last
  /// capital begins the next word if a small letter follows. Digits belong to the word before them,
  /// or are a word of their own.
  private static func words(of name: String, partingDigits: Bool = false) -> [String] {
    var words: [String] = []
    let characters = Array(name)
    for (index, character) in characters.enumerated() {
      let previous = index > 0 ? characters[index - 1] : nil
      let next = index + 1 < characters.count ? characters[index + 1] : nil
      let begins =
        character.isUppercase
        && (previous?.isUppercase == false
          || previous?.isUppercase == true && next?.isLowercase == true)
        || partingDigits && character.isNumber != (previous?.isNumber ?? character.isNumber)
      if words.isEmpty || begins { words.append("") }
      words[words.count - 1] += character.lowercased()
    }
    return words
  }
}
