import Foundation

/// Checks once, before the first class is reflected, that the runtime describes classes in the form
/// that this library relies on, as `Docs/Runtime.md` lists.
enum RuntimeSelfCheck {
  /// The message that the runtime describes the known class in another way; nil if it doesn't.
  static let failure: String? = {
    let object = probe()
    let fields = RuntimeFields.fields(of: type(of: object), below: NSObject.self).fields
    return difference(of: fields, in: object).map { difference in
      """
      Peridot: the runtime of this toolchain (\(toolchain)) describes classes in another way than \
      Peridot relies on: \(difference). No model can be read or written whose class does not declare \
      its variables. Use a toolchain that this version of Peridot supports, or a newer Peridot: see \
      Docs/Runtime.md.
      """
    }
  }()

  private static var toolchain: String {
    #if compiler(>=6.5)
      "newer than Swift 6.4"
    #elseif compiler(>=6.4)
      "Swift 6.4"
    #elseif compiler(>=6.3)
      "Swift 6.3"
    #else
      "older than Swift 6.3"
    #endif
  }

  /// An object of the known class.
  static func probe() -> AnyObject {
    Probe<[String], Unmovable>(element: ["a", "b"], moved: Unmovable())
  }

  /// Returns the first difference between `fields` and the variables of `object`, a probe, or
  /// nil.
  static func difference(of fields: [RuntimeFields.Field], in object: AnyObject) -> String? {
    guard let object = object as? Probe<[String], Unmovable> else { return "no probe" }
    let expected = Probe<[String], Unmovable>.expectations
    guard fields.map(\.name) == expected.map(\.name) else {
      return "the fields \(expected.map(\.name)) are called \(fields.map(\.name))"
    }
    let size = RuntimeFields.instanceSize(of: type(of: object))
    for (field, expected) in zip(fields, expected) {
      guard field.isVariable == expected.isVariable, field.reference == expected.reference,
        field.isCopyable == expected.isCopyable
      else { return "the field \(field.name) is of another kind" }
      let header = _getSuperclass(field.owner).map { RuntimeFields.instanceSize(of: $0) } ?? 0
      guard lies(at: field.offset, size: expected.size, behind: header, in: size) else {
        return "the field \(field.name) lies outside of its object"
      }
      if let hasValue = expected.hasValue, !hasValue(object, field) {
        return "the field \(field.name) does not lie at its offset, or is of another type"
      }
    }
    return nil
  }
}

extension RuntimeSelfCheck {
  /// Returns whether a variable lies after the variables of the superclass and within the object.
  /// An object begins with two words in a Swift class, and with one below Objective-C's NSObject.
  static func lies(
    at offset: Int, size: Int, behind superclassSize: Int, in objectSize: Int
  ) -> Bool {
    // A value without size has no place.
    size == 0 || (offset >= superclassSize && offset + size <= objectSize)
  }

  fileprivate struct Unmovable: ~Copyable {
    var number = 1
  }

  fileprivate class Base: NSObject {
    var flag = true
    let constant = 7
    var text = "longer than fits into two words"
    weak var link: NSObject?
    unowned var holder: NSObject
    var small: Int8 = -5
    var fraction: Double? = 2.5
    var nothing: Void = ()

    fileprivate static let holder = Permanent(HeldObject())

    override init() {
      holder = Self.holder.use { $0 }
      super.init()
      link = holder
    }
  }

  fileprivate final class HeldObject: NSObject, Sendable {}

  /// A class with a superclass, generic arguments, and fields of many kinds.
  fileprivate final class Probe<Element, Moved: ~Copyable>: Base {
    var element: Element
    var moved: Moved
    var number = 123_456_789

    init(element: Element, moved: consuming Moved) {
      self.element = element
      self.moved = moved
      super.init()
    }

    /// The expected facts about a field.
    struct Expectation {
      let name: String
      var isVariable = true
      var reference = RuntimeFields.Field.Reference.strong
      var isCopyable = true
      let size: Int
      /// Whether the value at the field's offset is that of the getter.
      let hasValue: ((Probe, RuntimeFields.Field) -> Bool)?
    }

    static var expectations: [Expectation] {
      [
        value("flag") { $0.flag },
        Expectation(
          name: "constant", isVariable: false, size: MemoryLayout<Int>.size, hasValue: nil),
        value("text") { $0.text },
        Expectation(name: "link", reference: .weak, size: MemoryLayout<Int>.size) { probe, field in
          field.type == NSObject?.self
            && ObjectMemory(probe).loadWeak(AnyObject?.self, at: field.offset) === probe.link
        },
        Expectation(
          name: "holder", reference: .unowned, size: MemoryLayout<Int>.size, hasValue: nil),
        value("small") { $0.small },
        value("fraction") { $0.fraction },
        Expectation(name: "nothing", size: 0) { _, field in field.type == Void.self },
        // Not compared as an Element, whose conformance the runtime would have to find.
        Expectation(name: "element", size: MemoryLayout<Element>.size) { probe, field in
          field.type == Element.self
            && ObjectMemory(probe).load([String].self, at: field.offset) == probe.element
              as? [String]
        },
        Expectation(
          name: "moved", isCopyable: false, size: MemoryLayout<Moved>.size, hasValue: nil),
        value("number") { $0.number },
      ]
    }

    private static func value<Value: Equatable>(
      _ name: String, _ value: @escaping (Probe) -> Value
    ) -> Expectation {
      Expectation(name: name, size: MemoryLayout<Value>.size) { probe, field in
        field.type == Value.self
          && ObjectMemory(probe).load(Value.self, at: field.offset) == value(probe)
      }
    }
  }
}
