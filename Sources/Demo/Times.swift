import Foundation
import Peridot

/// The time that Peridot and Codable take to read and write users.
struct Times {
  private let users: [User]
  private let json: Data

  /// - Parameter users: Some users, which are repeated to 1,000.
  init(of users: [User]) throws {
    guard !users.isEmpty else { throw DemoError("no issue has an author") }
    self.users = (0..<1000).map { users[$0 % users.count] }
    json = try JSONAdapter.data(from: self.users)
  }

  func lines() throws -> [String] {
    let twins = try JSONDecoder().decode([Twin].self, from: json)
    return [
      try line(
        "read 1,000 users",
        { _ = try JSONAdapter.models(of: User.self, from: json) },
        { _ = try JSONDecoder().decode([Twin].self, from: json) }),
      try line(
        "write 1,000 users",
        { _ = try JSONAdapter.data(from: users) },
        { _ = try JSONEncoder().encode(twins) }),
    ]
  }

  private func line(_ name: String, _ own: () throws -> Void, _ other: () throws -> Void) throws
    -> String
  {
    let (own, other) = (try milliseconds(own), try milliseconds(other))
    let figures = [own, other, other / own].map {
      $0.formatted(.number.precision(.fractionLength(2)))
    }
    return
      "\(name.padded(to: 20))Peridot \(figures[0]) ms, Codable \(figures[1]) ms (\(figures[2])x)"
  }

  /// The least of twenty times.
  private func milliseconds(_ work: () throws -> Void) rethrows -> Double {
    let times = try (0..<20).map { _ in try ContinuousClock().measure(work) / .milliseconds(1) }
    return times.min() ?? 0
  }
}

/// A user by Codable.
private struct Twin: Codable {
  enum Kind: String, Codable {
    case person = "User"
    case bot = "Bot"
    case organization = "Organization"
  }

  enum CodingKeys: String, CodingKey {
    case login, id
    case avatar = "avatar_url"
    case page = "html_url"
    case kind = "type"
    case isAdministrator = "site_admin"
  }

  var login: String
  var id: Int
  var avatar: URL?
  var page: URL?
  var kind: Kind
  var isAdministrator: Bool
}
