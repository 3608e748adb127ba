import Synchronization

/// The plans that are being made of classes, and the class members that are being asked for them,
/// by thread.
///
/// A class member may ask the class in turn. If the answer needs the very thing that is being made,
/// that is a circle: it ends here, and not where the stack does.
enum ClassQuestions {
  private struct Entry {
    let thread: UInt
    let type: Any.Type
    /// The plan that is being made; nil for a question.
    let subject: ObjectIdentifier?
    /// The member that is asked.
    var member = ""
  }

  private static let entries = Mutex<[Entry]>([])
  private static let count = Atomic<Int>(0)

  /// Calls `make`, which makes `subject` for the class `type`.
  ///
  /// Traps when the same is being made on this thread already, naming the members that ask for it.
  /// Dynamic, so that it is compiled once, and not for each `make`.
  dynamic static func making<Value>(
    _ subject: AnyObject, of type: Any.Type, _ make: () throws -> Value
  ) rethrows -> Value {
    let subject = ObjectIdentifier(subject)
    let thread = ThreadNumber.current
    let circle = entries.withLock { entries -> [String]? in
      // A system that does not number its threads gives them all zero.
      guard thread != 0,
        let start = entries.firstIndex(where: {
          $0.thread == thread && $0.subject == subject && $0.type == type
        })
      else { return nil }
      return entries[start...].filter { $0.thread == thread && $0.subject == nil }
        .map { "\($0.type).\($0.member)" }
    }
    if let circle {
      fatalError(
        """
        Peridot: \(circle.joined(separator: ", then ")) runs in a circle: it uses \(type) for what \
        depends on its own answer. Answer without reading, writing, archiving or comparing a \
        \(type). The lists of property keys and storageBehavior(forKey:) may ask propertyKeys and \
        property(forKey:); properties begins with super.properties.
        """)
    }
    open(Entry(thread: thread, type: type, subject: subject))
    defer { close(thread) }
    return try make()
  }

  /// Calls `answer`, which asks the class `type` for its member of that name.
  static func ask<Answer>(
    _ type: Any.Type, _ member: String, _ answer: () throws -> Answer
  ) rethrows -> Answer {
    let thread = ThreadNumber.current
    open(Entry(thread: thread, type: type, subject: nil, member: member))
    defer { close(thread) }
    return try answer()
  }

  /// Returns whether the class `type` is being asked for one of `members` on this thread.
  static func isAsked(_ type: Any.Type, for members: Set<String>) -> Bool {
    guard count.load(ordering: .relaxed) > 0 else { return false }
    let thread = ThreadNumber.current
    return entries.withLock { entries in
      entries.contains {
        $0.thread == thread && $0.type == type && members.contains($0.member)
      }
    }
  }

  private static func open(_ entry: Entry) {
    count.add(1, ordering: .relaxed)
    entries.withLock { $0.append(entry) }
  }

  private static func close(_ thread: UInt) {
    entries.withLock { entries in
      guard let last = entries.lastIndex(where: { $0.thread == thread }) else { return }
      entries.remove(at: last)
    }
    count.subtract(1, ordering: .relaxed)
  }
}

extension ClassQuestions {
  /// One overridable method.
  ///
  /// A hook that nobody overrides need not be called, and its arguments need not be made.
  struct MethodOverride: Sendable {
    private let methods: Set<UInt>

    /// The one method that `probe`, a subclass of some root, overrides, and `plain`, another one,
    /// does not.
    ///
    /// Where the two differ in anything else, the tables are not what they are taken for, and every
    /// class counts as one that overrides the method.
    init(overriddenBy probe: AnyClass, notBy plain: AnyClass) {
      let all = Set(RuntimeFields.overriddenMethods(of: probe) ?? [])
      let others = Set(RuntimeFields.overriddenMethods(of: plain) ?? [])
      let difference = all.subtracting(others)
      methods = difference.count == 1 && others.isSubset(of: all) ? difference : []
    }

    /// Returns whether the method is among `overridden`, or may be.
    func isAmong(_ overridden: OverriddenMethods) -> Bool {
      guard let all = overridden.methods, !methods.isEmpty else { return true }
      return all.contains(where: methods.contains)
    }
  }

  /// The methods that a class and its superclasses override.
  struct OverriddenMethods {
    /// Nil if that is not known.
    fileprivate let methods: [UInt]?

    /// The methods that `type` or a superclass below `root` overrides.
    init(of type: AnyClass, below root: AnyClass) {
      var methods: [UInt] = []
      for owner in RuntimeFields.classChain(of: type, below: root) {
        guard let own = RuntimeFields.overriddenMethods(of: owner) else {
          self.methods = nil
          return
        }
        methods += own
      }
      self.methods = methods
    }
  }
}
