import Synchronization

/// The plans that each thread is making for classes, and the class members that it is calling for
/// them.
///
/// A class member can ask the class in turn. If the answer needs the very plan that is being made,
/// that is a circle, which ends here and not with a stack overflow.
enum ClassQuestions {
  private struct Entry {
    let thread: UInt
    let type: Any.Type
    /// The plan in the making; nil for a question.
    let subject: ObjectIdentifier?
    /// The member being called.
    var member = ""
  }

  private static let entries = Mutex<[Entry]>([])
  private static let count = Atomic<Int>(0)

  /// Calls `make`, which makes `subject` for the class `type`.
  ///
  /// Traps if this thread is already making the same, and names the members that ask for it.
  /// Dynamic, so that it is compiled once, not for each `make`.
  dynamic static func making<Value>(
    _ subject: AnyObject, of type: Any.Type, _ make: () throws -> Value
  ) rethrows -> Value {
    let subject = ObjectIdentifier(subject)
    let thread = ThreadNumber.current
    let circle = entries.withLock { entries -> [String]? in
      // On a system without thread numbers, all threads have the number zero.
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
        property(forKey:).
        """)
    }
    open(Entry(thread: thread, type: type, subject: subject))
    defer { close(thread) }
    return try make()
  }

  /// Calls `answer`, which calls the member of that name of the class `type`.
  static func ask<Answer>(
    _ type: Any.Type, _ member: String, _ answer: () throws -> Answer
  ) rethrows -> Answer {
    let thread = ThreadNumber.current
    open(Entry(thread: thread, type: type, subject: nil, member: member))
    defer { close(thread) }
    return try answer()
  }

  /// Returns whether this thread is calling one of `members` of the class `type`.
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
  /// One overridable method. If a class doesn't override a hook, Peridot doesn't call it or make
  /// its arguments.
  struct MethodOverride: Sendable {
    /// Nil if it is not known.
    private let method: UInt?

    /// The method that `probe`, a subclass of some root, overrides, and `plain`, another subclass,
    /// doesn't.
    ///
    /// If the two differ in anything else, the tables have another form, and every class counts as
    /// one that overrides the method.
    init(overriddenBy probe: AnyClass, notBy plain: AnyClass) {
      let all = RuntimeFields.overriddenMethods(of: probe) ?? []
      let others = RuntimeFields.overriddenMethods(of: plain) ?? []
      let difference = all.filter { !others.contains($0) }
      method = difference.count == 1 && others.allSatisfy(all.contains) ? difference[0] : nil
    }

    /// Returns whether the method is, or can be, among `overridden`.
    func isAmong(_ overridden: OverriddenMethods) -> Bool {
      guard let all = overridden.methods, let method else { return true }
      return all.contains(method)
    }
  }

  /// The methods that a class and its superclasses override.
  struct OverriddenMethods {
    /// Nil if unknown.
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
