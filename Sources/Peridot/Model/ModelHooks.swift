import Foundation

/// The members that run for each object, and whether a class overrides them.
struct ModelHooks: Sendable {
  /// One bit for each hook that the class overrides.
  private let overridden: UInt32
  /// Whether property values are validated, by an override or by declared limits.
  let validatesKeys: Bool

  init(of type: Model.Type, hasLimits: Bool = false) {
    let methods = ClassQuestions.OverriddenMethods(of: type, below: Model.self)
    var overridden: UInt32 = 0
    for hook in Hook.allCases where hook.isAmong(methods, of: type) {
      overridden |= 1 << UInt32(hook.rawValue)
    }
    self.overridden = overridden
    validatesKeys = hasLimits || overridden & 1 << UInt32(Hook.keyValidation.rawValue) != 0
  }

  /// Whether the class, or a superclass below `Model`, overrides a hook.
  @inline(__always)
  func contains(_ hook: Hook) -> Bool { overridden & 1 << UInt32(hook.rawValue) != 0 }

  var choosesStorage: Bool { contains(.storageChoice) }
  var overridesKeyValidation: Bool { contains(.keyValidation) }
  /// Whether the class overrides `validate()`.
  var validatesWhole: Bool { contains(.validation) }
  /// Whether `validate()` has work to do.
  var validates: Bool { validatesKeys || validatesWhole }
  var loads: Bool { contains(.loading) }
  /// Whether the class overrides `classForParsing(_:)`.
  var asksClass: Bool { contains(.classChoice) }
  /// Whether the class declares a cluster.
  var hasCluster: Bool { contains(.cluster) }
  /// Whether objects determine their class.
  var choosesClass: Bool { asksClass || hasCluster }
  var hasHeldClusters: Bool { contains(.heldCluster) }
  /// Whether the class overrides `classForParsing(_:forKey:)`.
  var asksHeldClasses: Bool { contains(.heldClassChoice) }
  /// Whether the class determines the classes of models in its properties.
  var choosesHeldClasses: Bool { hasHeldClusters || asksHeldClasses }
  var decodesValues: Bool { contains(.decoding) }
  /// Whether the class writes archives by its own code.
  var encodes: Bool { contains(.encoding) }
  var mergesValues: Bool { contains(.merging) }
  /// Whether the class has its own equality.
  var compares: Bool { contains(.comparing) }
}

/// The common base of the protocols for a model class's own part in its JSON.
///
/// Don't conform to it. Conform to ``JSONKeyStyling``, ``JSONPreparing``, ``JSONFinishing``,
/// ``JSONExtrasKeeping`` or ``JSONPresenceKeeping``.
public protocol _JSONHook: Model {
  // The runtime takes long to find that a class doesn't conform to a protocol. This base needs only
  // one question for a class without hooks, and the next one a second for a class with a key style.
}

/// The common base of those of them that see, keep or change an object's members.
///
/// Don't conform to it.
public protocol _JSONContentHook: _JSONHook {}

/// The source of a model's values.
public enum ModelSource: Sendable {
  /// A dictionary, by `init(dictionary:)`.
  case dictionary
  /// JSON, or any coder.
  case json
  /// An archive.
  case archive
  /// Another model, which was copied.
  case copy
  /// A record of a database.
  case record
}

/// A model class that keeps the members that no property maps, and writes them back.
///
/// It keeps them at every level of a key path: with a property at `"address.city"`, the other
/// members of `address` are in `jsonExtras["address"]`. An array that a path enters (`"tags[0]"`)
/// counts as mapped as a whole. In an update, null removes a member (RFC 7396).
public protocol JSONExtrasKeeping: _JSONContentHook {
  /// The members in JSONSerialization's form, or unchanged from the dictionary that the model was
  /// read from. It is never a property key: copies, archives and descriptions contain it, and `==`,
  /// `hash`, `changedKeys(from:)` and merging ignore it. A merge patch, which is about documents,
  /// contains its differences.
  var jsonExtras: [String: Any] { get set }
}
