import Foundation
import Peridot

/// An array of users: `user.json` over and over, with values that differ.
enum UserArray {
  static func data(count: Int, seed: UInt64 = 1) throws -> Data {
    let text = String(decoding: try Resource.user.data(), as: UTF8.self)
    // The document around the values that vary; the login is part of most URLs.
    let pieces = text.components(separatedBy: "facebook")
    var random = SeededRandom(seed: seed)
    var array = "["
    for index in 0..<count {
      if index > 0 { array += ",\n" }
      let login = Self.login(&random)
      var user = pieces.joined(separator: login)
      user = user.replacing("69631", with: String(Int.random(in: 1...99_999_999, using: &random)))
      user = user.replacing(
        "\"followers\": 0", with: "\"followers\": \(Int.random(in: 0...100_000, using: &random))")
      user = user.replacing(
        "\"public_repos\": 147",
        with: "\"public_repos\": \(Int.random(in: 0...999, using: &random))")
      if Bool.random(using: &random) {
        user = user.replacing("\"email\": null", with: "\"email\": \"\(login)@example.com\"")
      }
      if Bool.random(using: &random) {
        user = user.replacing("\"hireable\": null", with: "\"hireable\": true")
      }
      array += user
    }
    return Data((array + "]").utf8)
  }

  /// The users as models, with numbers as their identities.
  static func numberedModels(count: Int) throws -> [GitHubUser] {
    let users: [GitHubUser] = try JSONAdapter.models(from: data(count: count))
    for (index, user) in users.enumerated() { user.id = Int64(index) }
    return users
  }

  private static func login(_ random: inout SeededRandom) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789-")
    let length = Int.random(in: 4...14, using: &random)
    return String((0..<length).map { _ in letters[Int.random(in: 0..<26, using: &random)] })
  }
}
