import Foundation
import Peridot
import Testing

@testable import TestSupport

private final class User: Model, JSONSerializing, JSONKeyStyling {
  static let jsonKeyStyle = JSONKeyStyle.snakeCase

  var login = ""
  var id = 0
  var avatarURL: URL?
  var gravatarID = ""
  var url: URL?
  var htmlURL: URL?
  var followersURL: String?
  var type = ""
  var siteAdmin = false
  var name: String?
  var company: String?
  var blog: String?
  var location: String?
  var email: String?
  var hireable: Bool?
  var bio: String?
  var publicRepos = 0
  var publicGists: Int32 = 0
  var followers: UInt16 = 0
  var following = 0.0
}

private class WeiboUser: Model, JSONKeyStyling {
  static let jsonKeyStyle = JSONKeyStyle.snakeCase

  var id: UInt64 = 0
  var name = ""
  var verified = false
  var icons: [[String: String]] = []
  var badge: [String: Int] = [:]
  var createdAt: Date?
  var followersCount = 0
  var anything: Any?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["anything": "insecurity"] }

  override class func transformer(forKey key: String) -> ValueTransformer? {
    key == "createdAt" ? .date(format: "EEE MMM dd HH:mm:ss Z yyyy") : nil
  }
}

private final class Weibo: Model, JSONSerializing, JSONKeyStyling, JSONExtrasKeeping {
  static let jsonKeyStyle = JSONKeyStyle.snakeCase

  var id: Int64 = 0
  var text = ""
  var favorited = false
  var user: WeiboUser?
  var iconURLs: [String] = []
  var firstIcon: String?
  var jsonExtras: [String: Any] = [:]

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
    ["iconURLs": .readOnly("user.icons[*].url"), "firstIcon": .readOnly("user.icons[0].url")]
  }
}

@Suite struct FixtureMutationTests {
  @Test func readsTheUserFixture() throws {
    let user: User = try JSONAdapter.model(from: fixture("user.json"))
    #expect(user.login == "facebook")
    #expect(user.id == 69631)
    #expect(user.avatarURL?.absoluteString == "https://avatars.githubusercontent.com/u/69631?v=3")
    #expect(user.publicRepos == 147)
    #expect(user.company == nil)
    #expect(user.siteAdmin == false)
    let data = try JSONAdapter.data(from: user)
    #expect(try JSONAdapter.model(of: User.self, from: data) == user)
  }

  @Test func readsTheWeiboFixture() throws {
    let weibo: Weibo = try JSONAdapter.model(from: fixture("weibo.json"))
    #expect(weibo.id == 3_887_674_148_022_737)
    #expect(weibo.user?.name == "范冰冰")
    #expect(weibo.user?.createdAt == Date(timeIntervalSince1970: 1_387_945_339))
    #expect(weibo.user?.badge["zongyiji"] == 1)
    #expect(
      weibo.iconURLs
        == ["http://u1.sinaimg.cn/upload/2014/11/04/common_icon_membership_level5.png"])
    #expect(weibo.firstIcon == weibo.iconURLs.first)
    #expect(weibo.jsonExtras["mblogid"] as? String == "CAMNUxF4Z")
    let again: Weibo = try JSONAdapter.model(from: JSONAdapter.data(from: weibo))
    #expect(again.user == weibo.user)
    #expect(again.jsonExtras.count == weibo.jsonExtras.count)
  }

  @Test func survivesMutatedBytes() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededRandom(seed: seed)
    let users = Array(try fixture("user.json"))
    let weibo = Array(try fixture("weibo.json"))
    let telling = Array("{}[]\",:\\0e-.u".utf8) + [0, 0xFF, 0xC3, 0x20]
    var successes = 0
    func check<M: JSONSerializing>(_: M.Type, _ bytes: [UInt8]) {
      do {
        let model: M = try JSONAdapter.model(from: bytes)
        successes += 1
        #expect(throws: Never.self, "seed \(seed)") { try JSONAdapter.data(from: model) }
      } catch let error as JSONAdapterError {
        #expect(!error.description.isEmpty && error.line != nil, "seed \(seed)")
      } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
    for round in 0..<3_000 {
      var bytes = round % 6 == 0 ? weibo : users
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &random)
        case 1: bytes[index] = telling.randomElement(using: &random) ?? 0
        case 2: bytes.remove(at: index)
        case 3: bytes.insert(telling.randomElement(using: &random) ?? 0, at: index)
        default:
          let end = min(bytes.count, index + Int.random(in: 1...40, using: &random))
          bytes.insert(
            contentsOf: bytes[index..<end], at: Int.random(in: bytes.indices, using: &random))
        }
      }
      if round % 6 == 0 { check(Weibo.self, bytes) } else { check(User.self, bytes) }
    }
    #expect(successes > 100, "seed \(seed)")
  }
}
