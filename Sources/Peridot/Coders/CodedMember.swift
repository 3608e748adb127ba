import Foundation

/// A member of a coder's object, for the mapping: decoded as the type of the property that the
/// mapping finds for it, or else as JSON.
final class CodedMember: UnreadValue {
  let members: DecodedMembers
  let key: CodingPlace.MemberKey
  private let plan: CodingPlan
  private let object: CodingPlan.ReadObject

  init(
    _ members: DecodedMembers, _ key: CodingPlace.MemberKey, _ plan: CodingPlan,
    _ object: CodingPlan.ReadObject
  ) {
    self.members = members
    self.key = key
    self.plan = plan
    self.object = object
  }

  var isNull: Bool { (try? members.decodeNil(forKey: key)) == true }

  func content() -> Boxed? {
    object.call.inside {
      if isNull { return .null }
      if let inner = try? members.decode(DecodedNode.self, forKey: key).members {
        let members = plan.keys(of: inner).map { name, key in
          (name, CodedMember(inner, key, plan, object) as Any)
        }
        return .object(Dictionary(members) { first, _ in first })
      }
      guard let array = (try? UntypedCoding.value(of: key, in: members)) as? [Any] else {
        return nil
      }
      return .array(array)
    }
  }

  func value() -> Any {
    object.value { try UntypedCoding.value(of: key, in: members) }
  }
}

/// A coder's object, for the mapping.
final class CodedObject: UnreadValue {
  private let members: [String: Any]
  private let object: CodingPlan.ReadObject

  /// - Parameter members: The members that the mapping reads.
  init(_ members: [String: Any], _ object: CodingPlan.ReadObject) {
    self.members = members
    self.object = object
  }

  var isNull: Bool { false }
  func content() -> Boxed? { .object(members) }

  func value() -> Any {
    object.value { try UntypedCoding.members(object.members, named: object.members.allKeys) }
  }
}

extension CodingPlan.ReadObject {
  /// Returns the value of `decode` as JSON; null, with the failure kept, if the coder can't
  /// determine it.
  fileprivate func value(_ decode: () throws -> Any) -> Any {
    do {
      return try call.inside(decode)
    } catch {
      failure = failure ?? error
      return NSNull()
    }
  }
}

/// The object within a member.
private struct DecodedNode: Decodable {
  let members: DecodedMembers

  init(from decoder: any Decoder) throws {
    members = try decoder.container(keyedBy: CodingPlace.MemberKey.self)
  }
}
