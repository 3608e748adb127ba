/// A rule that makes JSON keys of property keys.
public enum JSONKeyStyle: Sendable {
  /// The property key itself.
  case identity
  /// `avatarURL` is `avatar_url`.
  case snakeCase
  /// `avatarURL` is `avatar-url`.
  case kebabCase
  /// `avatarURL` is `AvatarURL`.
  case upperCamelCase
  /// What the function makes of the property key.
  case custom(@Sendable (String) -> String)

  func key(for propertyKey: String) -> String {
    switch self {
    case .identity: propertyKey
    case .snakeCase: Self.words(of: propertyKey).joined(separator: "_")
    case .kebabCase: Self.words(of: propertyKey).joined(separator: "-")
    case .upperCamelCase: propertyKey.prefix(1).uppercased() + propertyKey.dropFirst()
    case .custom(let style): style(propertyKey)
    }
  }

  /// The words of a camel-case name, in lower case. A run of capitals is one word; its last one
  /// begins the next when a small letter follows. Digits belong to the word before them.
  private static func words(of name: String) -> [String] {
    var words: [String] = []
    let characters = Array(name)
    for (index, character) in characters.enumerated() {
      let previous = index > 0 ? characters[index - 1] : nil
      let next = index + 1 < characters.count ? characters[index + 1] : nil
      let begins =
        character.isUppercase
        && (previous?.isUppercase == false
          || previous?.isUppercase == true && next?.isLowercase == true)
      if words.isEmpty || begins { words.append("") }
      words[words.count - 1] += character.lowercased()
    }
    return words
  }
}
