import Foundation
import Peridot
import Testing

@testable import Benchmarks
@testable import Demo

/// Makes documents of a real one: without some of its members, and with others empty, null or as a new
/// object has them.
private struct Thinning {
  /// The names of members that issues have to have.
  private static let required: Set<String> = ["id", "number", "title", "state"]

  var random: SeededRandom

  private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  /// - Parameter oneIn: One member in so many is changed.
  mutating func thinned(_ value: Any, oneIn: Int) -> Any {
    switch value {
    case let members as [String: Any]:
      var thin: [String: Any] = [:]
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        guard below(oneIn) == 0, !Self.required.contains(name) else {
          thin[name] = thinned(value, oneIn: oneIn)
          continue
        }
        switch below(3) {
        case 0: continue
        case 1: thin[name] = NSNull()
        default: thin[name] = emptied(value)
        }
      }
      return thin
    case let elements as [Any]:
      let count = below(4) == 0 ? below(elements.count + 1) : elements.count
      return elements.prefix(count).map { thinned($0, oneIn: oneIn) }
    default: return value
    }
  }

  private func emptied(_ value: Any) -> Any {
    switch value {
    case is [String: Any]: [String: Any]()
    case is [Any]: [Any]()
    case is String: ""
    case let number as NSNumber: String(cString: number.objCType) == "c" ? false as Any : 0
    default: value
    }
  }
}

@Suite struct OmittedMemberTests {
  /// The number of documents; PERIDOT_DOCUMENTS asks for more.
  private static let count =
    ProcessInfo.processInfo.environment["PERIDOT_DOCUMENTS"].flatMap { Int($0) } ?? 300
  private static let seed =
    ProcessInfo.processInfo.environment["PERIDOT_DOCUMENT_SEED"].flatMap { UInt64($0) }
    ?? UInt64.random(in: 0...9_999_999)

  /// The paths of the members that `value` has and `other` has not.
  private func added(_ value: Any, to other: Any?, at path: String = "") -> [String] {
    switch value {
    case let members as [String: Any]:
      let others = other as? [String: Any] ?? [:]
      return members.flatMap { name, value in
        others[name] == nil
          ? ["\(path).\(name)"] : added(value, to: others[name], at: "\(path).\(name)")
      }
    case let elements as [Any]:
      let others = other as? [Any] ?? []
      if elements.count > others.count { return ["\(path)[\(others.count)]"] }
      return zip(elements, others).enumerated().flatMap { index, pair in
        added(pair.0, to: pair.1, at: "\(path)[\(index)]")
      }
    default: return []
    }
  }

  private func check<M: JSONSerializing>(_ type: M.Type, _ document: Any, _ note: Comment) throws {
    for omitsEmpty in [false, true] {
      var policy = ConversionPolicy.lenient
      policy.defaultsOnExport = .omit
      policy.emptyOnExport = omitsEmpty ? .omit : .write
      let model = try JSONAdapter.model(
        of: type, from: JSONSerialization.data(withJSONObject: document), policy: policy)
      let data = try JSONAdapter.data(from: model, policy: policy)
      let written = try JSONSerialization.jsonObject(with: data)
      #expect(added(written, to: document) == [], note)
      let dictionary = try JSONAdapter.dictionary(from: model, policy: policy)
      // The values are long, and must not be part of a failure's text.
      let isSameDictionary = dictionary as NSDictionary == written as? NSDictionary
      #expect(isSameDictionary, note)
      // Nil stands for an empty collection that was left out.
      if omitsEmpty { continue }
      let isSame = try JSONAdapter.model(of: type, from: data, policy: policy) == model
      #expect(isSame, note)
    }
  }

  /// Documents that are read, and written without the values of new objects, have no member that they did
  /// not have.
  @Test func documentsGetNoMembers() throws {
    print("seed of thinned documents: \(Self.seed)")
    let user = try JSONSerialization.jsonObject(with: Resource.user.data())
    let weibo = try JSONSerialization.jsonObject(with: Resource.weibo.data())
    let twitter = try JSONSerialization.jsonObject(with: Resource.twitter.data())
    let timeline = try #require(twitter as? [String: Any])
    let statuses = try #require(timeline["statuses"] as? [Any])
    let issues = try #require(
      JSONSerialization.jsonObject(with: Document(path: nil).data) as? [Any])
    for number in 0..<Self.count {
      var thinning = Thinning(random: SeededRandom(seed: Self.seed &+ UInt64(number)))
      let note: Comment = "seed \(Self.seed), document \(number)"
      let oneIn = [2, 5, 20, 100][number / 8 % 4]
      switch number % 8 {
      case 0: try check(GitHubUser.self, thinning.thinned(user, oneIn: oneIn), note)
      case 1: try check(WeiboStatus.self, thinning.thinned(weibo, oneIn: oneIn), note)
      case 2 where number % 200 == 2:
        try check(TwitterTimeline.self, thinning.thinned(twitter, oneIn: oneIn), note)
      case 2...4:
        let status = statuses[number % statuses.count]
        try check(TwitterStatus.self, thinning.thinned(status, oneIn: oneIn), note)
      default:
        let issue = issues[number % issues.count]
        try check(Issue.self, thinning.thinned(issue, oneIn: oneIn), note)
      }
    }
  }
}
