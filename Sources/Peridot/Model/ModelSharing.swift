import Foundation

/// Finds what a deep copy would share with the original: objects other than models, closures, and
/// pointers, wherever they are in a value.
///
/// A property's content is made once per type, by its structure; nil for a type of which no value
/// shares anything. Only what such a content looks at has a cost.
final class SharedContent<Value>: @unchecked Sendable {
  // Sendable: the function captures only types, offsets and other contents.

  /// Returns what the value shares first; nil if it shares nothing.
  let find: (Value, SharingWalk) -> SharedPart?

  init(find: @escaping (Value, SharingWalk) -> SharedPart?) {
    self.find = find
  }

  /// The content of `Value`; nil if no value of it shares anything.
  static var shared: SharedContent<Value>? {
    sharedContents.value(for: Value.self) { SharingMaker().visit(Value.self) }
      .map { downcast($0, to: SharedContent<Value>.self) }
  }
}

private let sharedContents = ClassCache<(any AnyObject & Sendable)?>()

/// Something within a property's value that a copy can't have for itself.
struct SharedPart {
  /// The path within the property, such as `[1].owner`.
  var path: String
  /// Its kind in words, such as "a closure".
  let words: ErrorPhrase

  init(_ words: ErrorPhrase) {
    path = ""
    self.words = words
  }

  func below(_ step: @autoclosure () -> String) -> SharedPart {
    var part = self
    part.path = step() + path
    return part
  }
}

/// One search through a property's value. It recurses for a few levels; deeper values wait on a list.
final class SharingWalk {
  private static let mostLevels = 16

  /// The types whose values a copy may share.
  private let allowed: Set<ObjectIdentifier>
  private var level = 0
  private var deeper: [() -> SharedPart?] = []

  init(allowed: Set<ObjectIdentifier>) {
    self.allowed = allowed
  }

  func allows(_ type: Any.Type) -> Bool { allowed.contains(ObjectIdentifier(type)) }

  func first<Value>(in value: Value, _ content: SharedContent<Value>) -> SharedPart? {
    if let found = content.find(value, self) { return found }
    while let next = deeper.popLast() {
      if let found = next() { return found.below("…") }
    }
    return nil
  }

  /// Looks into a value whose type is found only now, one level deeper.
  func find<Value>(in value: Value, _ content: SharedContent<Value>) -> SharedPart? {
    guard level < Self.mostLevels else {
      deeper.append { content.find(value, self) }
      return nil
    }
    level += 1
    defer { level -= 1 }
    return content.find(value, self)
  }
}

/// Makes the shared content of a type, by its structure; nil for one that shares nothing.
private struct SharingMaker: FormVisitor {
  /// The types in examination, which can contain themselves.
  var outer: Set<ObjectIdentifier> = []

  private func content<Value>(of type: Value.Type) -> SharedContent<Value>? {
    visit(type).map { downcast($0, to: SharedContent<Value>.self) }
  }

  func visitOptional<Wrapped>(_ type: Wrapped.Type) -> (any AnyObject & Sendable)? {
    content(of: type).map { wrapped in
      SharedContent<Wrapped?> { value, walk in value.flatMap { wrapped.find($0, walk) } }
    }
  }

  func visitList<Whole>(_ list: ListForm<Whole>) -> (any AnyObject & Sendable)? {
    content(of: Whole.Element.self).map { element in
      SharedContent<Whole> { value, walk in
        for (index, item) in value.enumerated() {
          if let found = element.find(item, walk) { return found.below("[\(index)]") }
        }
        return nil
      }
    }
  }

  func visitTable<Key, Value, Whole>(
    _ table: TableForm<Key, Value, Whole>
  ) -> (any AnyObject & Sendable)? {
    let (key, item) = (content(of: Key.self), content(of: Value.self))
    guard key != nil || item != nil else { return nil }
    return SharedContent<Whole> { value, walk in
      for member in value {
        if let found = key?.find(member.key, walk) { return found.below(".key") }
        if let found = item?.find(member.value, walk) { return found.below("[\(member.key)]") }
      }
      return nil
    }
  }

  func visitLeaf<Leaf>(_ type: Leaf.Type) -> (any AnyObject & Sendable)? {
    if isPlainScalar(type) || Self.plain.contains(ObjectIdentifier(type)) { return nil }
    if type == AnyHashable.self {
      let any = Self.dynamic(Any.self)
      return SharedContent<Leaf> { value, walk in
        (value as? AnyHashable).flatMap { any.find($0.base, walk) }
      }
    }
    switch RuntimeFields.kind(of: type) {
    case .class: return nestedModel(type) == nil ? Self.object(type) : nil
    case .existential: return Self.dynamic(type)
    case .struct, .tuple: return whole(type, parts(of: type))
    case .enum: return whole(type, cases(of: type))
    case .function: return Self.refusal(type, "a closure")
    case .metatype: return nil
    case .other: return RuntimeFields.isTrivial(type) ? nil : Self.refusal(type, "a \(type)")
    }
  }

  private static func refusal<Value>(
    _ type: Value.Type, _ words: ErrorPhrase
  ) -> SharedContent<Value> {
    SharedContent { _, walk in walk.allows(Value.self) ? nil : SharedPart(words) }
  }

  /// An object of any class, which counts by its own.
  private static func object<Value>(_: Value.Type) -> SharedContent<Value> {
    SharedContent { value, walk in
      let found = Swift.type(of: value as Any)
      if nestedModel(found) != nil || walk.allows(found) || found is any Actor.Type
        || immutable.contains(ObjectIdentifier(found))
      {
        return nil
      }
      return SharedPart("an object of the class \(found), which is no model")
    }
  }

  /// A value that counts by the type that it turns out to have.
  private static func dynamic<Value>(_: Value.Type) -> SharedContent<Value> {
    SharedContent { value, walk in
      func typed<Found>(_: Found.Type) -> SharedPart? {
        guard Found.self != Value.self, let content = SharedContent<Found>.shared,
          let found = value as? Found
        else { return nil }
        return walk.find(in: found, content)
      }
      return _openExistential(Swift.type(of: value as Any), do: typed)
    }
  }

  /// A value that counts by its parts, unless the user allows its type.
  private func whole<Value>(
    _ type: Value.Type, _ make: @autoclosure () -> SharedContent<Value>?
  ) -> SharedContent<Value>? {
    guard !outer.contains(ObjectIdentifier(type)) else {
      // Its content is complete only later.
      return SharedContent { value, walk in
        SharedContent<Value>.shared.flatMap { walk.find(in: value, $0) }
      }
    }
    return make().map { content in
      SharedContent { value, walk in walk.allows(Value.self) ? nil : content.find(value, walk) }
    }
  }

  private func inside(_ type: Any.Type) -> SharingMaker {
    SharingMaker(outer: outer.union([ObjectIdentifier(type)]))
  }

  private func parts<Value>(of type: Value.Type) -> SharedContent<Value>? {
    let name = _typeName(type)
    if name.hasPrefix("Swift.Unsafe") || name.hasPrefix("Swift.AutoreleasingUnsafe")
      || name.hasPrefix("Swift.Unmanaged") || name == "Swift.OpaquePointer"
    {
      return Self.refusal(type, "a pointer")
    }
    guard RuntimeFields.showsAllParts(of: type) else {
      return Self.refusal(type, "a \(type), which was built without reflection metadata")
    }
    let parts = RuntimeFields.parts(of: type)
    if let part = parts.first(where: { !$0.isStrong }) {
      return Self.refusal(type, "the weak or unowned reference \(part.name) of a \(type)")
    }
    typealias Find = (ObjectMemory, SharingWalk) -> SharedPart?
    let inside = inside(type)
    let finds = parts.compactMap { part -> Find? in
      func typed<Part>(_ type: Part.Type) -> Find? {
        // An element without a label is called by its index and a point.
        let step = part.name.hasPrefix(".") ? part.name : ".\(part.name)"
        return inside.content(of: type).map { content in
          { memory, walk in
            content.find(memory.load(Part.self, at: part.offset), walk)?.below(step)
          }
        }
      }
      return _openExistential(part.type, do: typed)
    }
    guard !finds.isEmpty else { return nil }
    return SharedContent { value, walk in
      var value = value
      return ObjectMemory.withMemory(of: &value) { memory in
        for find in finds {
          if let found = find(memory, walk) { return found }
        }
        return nil
      }
    }
  }

  private func cases<Value>(of type: Value.Type) -> SharedContent<Value>? {
    if RuntimeFields.isTrivial(type), !RuntimeFields.hasPayloads(type) { return nil }
    guard let cases = EnumCases<Value>() else {
      return Self.refusal(type, "a \(type), which was built without reflection metadata")
    }
    typealias Find = (Value, SharingWalk) -> SharedPart?
    let inside = inside(type)
    let finds = cases.cases.enumerated().map { index, one -> Find? in
      func typed<Payload>(_ type: Payload.Type) -> Find? {
        inside.content(of: type).map { content in
          { value, walk in
            content.find(cases.payload(of: value, at: index, as: Payload.self), walk)?
              .below(".\(one.name)")
          }
        }
      }
      return one.payload.flatMap { _openExistential($0, do: typed) }
    }
    guard finds.contains(where: { $0 != nil }) else { return nil }
    return SharedContent { value, walk in finds[cases.index(of: value)]?(value, walk) }
  }
}

extension SharingMaker {
  /// Values of the standard library and of Foundation that hold nothing that changes, whatever
  /// their storage is.
  fileprivate static let plain: Set<ObjectIdentifier> = {
    var types: [Any.Type] = [
      Substring.self, Character.self, Unicode.Scalar.self, StaticString.self, Int128.self,
      UInt128.self, CGFloat.self, CGPoint.self, CGSize.self, CGRect.self, Data.self,
      Duration.self, DateComponents.self, DateInterval.self, Calendar.self, Locale.self,
      Locale.Language.self, TimeZone.self, IndexPath.self, IndexSet.self, CharacterSet.self,
      URLComponents.self, URLQueryItem.self, PersonNameComponents.self,
      AttributedString.self, NSRange.self, ContinuousClock.Instant.self,
      SuspendingClock.Instant.self,
      ObjectIdentifier.self, RawJSON.self,
    ]
    #if !(os(macOS) && arch(x86_64))
      types.append(Float16.self)
    #endif
    return Set(types.map { ObjectIdentifier($0) })
  }()

  /// Foundation's classes whose objects never change. A subclass can.
  fileprivate static let immutable: Set<ObjectIdentifier> = Set(
    ([
      NSNull.self, NSNumber.self, NSDecimalNumber.self, NSString.self, NSURL.self, NSUUID.self,
      NSDate.self, NSData.self, NSTimeZone.self, NSLocale.self, NSIndexSet.self,
      NSRegularExpression.self, type(of: NSNumber(value: 1)), type(of: NSNumber(value: true)),
      type(of: NSDecimalNumber(value: 1)),
    ] as [AnyClass]).map { ObjectIdentifier($0) })
}

/// Which properties of a class can share something, and what its author lets a copy share.
final class ModelSharing: Sendable {
  private let finds: [(key: String, find: @Sendable (Model, SharingWalk) -> SharedPart?)]
  /// The types whose values a copy may share, by the words of the class chain.
  let allowed: Set<ObjectIdentifier>

  private static let cache = ClassCache<ModelSharing>()

  static func of(_ type: Model.Type) -> ModelSharing {
    cache.value(for: type) { ModelSharing(type) }
  }

  private init(_ type: Model.Type) {
    finds = ModelSchema.of(type).properties.compactMap { property in
      // A weak reference follows its target's copy, or becomes nil.
      if property.isReadOnly || property.isWeak { return nil }
      return property.access.accept(FindMaker()).map { (property.key, $0) }
    }
    allowed = Set(
      RuntimeFields.classChain(of: type, below: NSObject.self)
        .flatMap { ($0 as? Model.Type)?.sharedTypes ?? [] }
        .map { ObjectIdentifier($0) })
  }

  /// Whether a copy may share this object.
  func allows(_ object: AnyObject) -> Bool {
    SharedContent<AnyObject>.shared?.find(object, SharingWalk(allowed: allowed)) == nil
  }

  /// Refuses a model of which a deep copy would share something.
  func check(_ model: Model) throws {
    let walk = SharingWalk(allowed: allowed)
    if let extras = (model as? any JSONExtrasKeeping)?.jsonExtras,
      let content = SharedContent<[String: Any]>.shared, let part = walk.first(in: extras, content)
    {
      throw ModelError(sharing: part, in: type(of: model), "jsonExtras")
    }
    for (key, find) in finds {
      guard let part = find(model, walk) else { continue }
      throw ModelError(sharing: part, in: type(of: model), key)
    }
  }

  private struct FindMaker: PropertyVisitor {
    typealias Find = @Sendable (Model, SharingWalk) -> SharedPart?

    func visit<Value>(_ access: TypedAccess<Value>) -> Find? {
      guard let content = SharedContent<Value>.shared else { return nil }
      return { model, walk in walk.first(in: access.get(model), content) }
    }
  }
}

extension ModelError {
  fileprivate init(sharing part: SharedPart, in type: Model.Type, _ key: String) {
    self.init(
      kind: .sharedObject, modelClass: type, propertyKey: key,
      expected: "values that can be copied", foundPhrase: part.words)
    // The names within a secret property can be secret, too.
    path = type.property(forKey: key)?.isSecret == true ? "" : part.path
  }
}
