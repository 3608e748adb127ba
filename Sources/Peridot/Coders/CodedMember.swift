import Foundation

/// A member of a coder's object, for the mapping: decoded as the type of the property that the
/// mapping finds for it, or else as JSON.
final class CodedMember: UnreadValue {
  let members: DecodedMembers
  let key: CodingPlace.MemberKey
  /// The name of the member of the model's object that it is, or is in; nil if the mapping doesn't
  /// know it.
  private let first: String?
  /// The names within it; nil for none.
  private let names: PathNames?
  private let plan: CodingPlan
  private let object: CodingPlan.ReadObject

  /// - Parameter names: Those within the member; nil for what the plan says of the first one.
  init(
    _ members: DecodedMembers, _ key: CodingPlace.MemberKey, in first: String?,
    names: PathNames?? = nil, by plan: CodingPlan, of object: CodingPlan.ReadObject
  ) {
    self.members = members
    self.key = key
    self.first = first
    self.names = names ?? first.flatMap { plan.pathNames.within[$0] }
    self.plan = plan
    self.object = object
  }

  private var naming: any MemberNaming.Type {
    first.flatMap { plan.namings[$0] } ?? DataNames.self
  }

  var isNull: Bool { (try? members.decodeNil(forKey: key)) == true }

  func content() -> Boxed? {
    object.call.inside {
      if isNull { return .null }
      if let inner = try? members.decode(DecodedNode.self, forKey: key).members {
        return .object(parts(inner))
      }
      guard let array = (try? naming.value(of: key, in: members)) as? [Any] else { return nil }
      let names = naming == DataNames.self ? nil : names
      return .array(
        array.map { CodedMembers.inCoderNames(names?.found(in: $0, .reading) ?? $0) })
    }
  }

  private func parts(_ inner: DecodedMembers) -> [String: Any] {
    let keys = plan.keys(of: inner, names?.table ?? MemberName.Table([])) {
      try members.decode($0, forKey: key)
    }
    return Dictionary(
      keys.map { name, key in
        let isKnown = names?.table.names.contains(name) ?? false
        let member = CodedMember(
          inner, key, in: isKnown ? first : nil, names: names?.within[name], by: plan,
          of: object)
        return (name, member)
      }
    ) { first, _ in first }
  }

  func value() -> Any {
    CodedMembers.inCoderNames(value(naming))
  }

  /// Returns the value as JSON, whose names a property's type says.
  func value(_ naming: any MemberNaming.Type) -> Any {
    object.value { try naming.value(of: key, in: members) }
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
    object.value {
      CodedMembers.inCoderNames(
        try UntypedCoding<CoderNames>.members(object.members, named: object.members.allKeys))
    }
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
