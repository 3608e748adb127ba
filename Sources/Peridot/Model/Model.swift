public import Foundation

/// The base class of models. Declare stored properties; the class does the rest.
///
///     final class User: Model, JSONSerializing {
///       var login = ""
///       var id = 0
///       var company: String?
///     }
///
/// Every stored `var` of the class and its superclasses is a property, at any access level, unless
/// its name begins with `_` or `$`. Peridot ignores constants, lazy variables and computed
/// properties. See ``declaredProperties`` for computed ones, ``PropertyWrapper`` for wrapped ones,
/// and ``unsupportedVariables`` for the few types that can't take part. The initial values are the
/// defaults. The variables of an `@Observable` class are properties too.
///
/// JSON, archives, dictionary values and subscripts read and write the storage itself: observers
/// (`willSet`, `didSet`) don't run, and a subclass's override of a stored property is bypassed. If
/// you declare such a property with the facet ``Facet/accessors``, all of these use its accessors:
///
///     override class var declaredProperties: [Property] {
///       [property("flavor", \.flavor, facets: .accessors)]
///     }
///
/// If a subclass adds a designated initializer, it restates `required init()`. `description`,
/// `debugDescription` and `hash` belong to `NSObject`: give such a property another name and map it
/// with ``keyPathsByPropertyKey``.
///
/// A model is a mutable object: it is not `Sendable`, and one in a `Set` must not change.
nonisolated open class Model: NSObject, NSCopying, NSSecureCoding, CustomReflectable {
  /// Creates a model whose properties have their initial values.
  public required override init() {
    super.init()
  }

  /// Creates a model with the values of `dictionary`, by property key.
  ///
  ///     let issue = try Issue(dictionary: ["title": "Slow", "number": 7])
  ///
  /// A property without a key keeps its initial value; `NSNull` means nil. Values are converted as
  /// in ``setValue(_:forPropertyKey:)``. Each passes ``validate(_:forKey:)`` before it is stored.
  /// At the end Peridot calls ``validate()`` and ``didLoad(from:)``.
  ///
  /// A read-only property can be among the keys, so that you can read back any ``dictionaryValue``.
  /// It is not set; the new model's value has to equal the given one.
  ///
  /// - Throws: ``ModelError`` if a key names no property, a value has the wrong type, or differs
  ///   from that of a read-only property, and if ``validate(_:forKey:)`` rejects a value, whose
  ///   error it then carries. It also throws other errors of ``validate()``.
  public required convenience init(dictionary: [String: Any]) throws {
    self.init()
    try load(dictionary)
  }

  /// Restores a model from a keyed archive.
  ///
  /// Override ``decodeValue(forKey:with:modelVersion:)`` and ``didLoad(from:)`` to add code of your
  /// own.
  public required convenience init?(coder: NSCoder) {
    #if canImport(Darwin)
      self.init()
      guard ForeignDecoding.fill(self, from: coder) else { return nil }
    #else
      guard let model = ForeignDecoding.model(from: coder, as: Self.self) as? Self else {
        return nil
      }
      self.init(model)
    #endif
  }

  deinit {
    if StackRoom.isLow { ReleaseQueue.takeValues(of: self) }
  }

  // MARK: Properties

  /// The class's properties, superclass first, in order of declaration; last those that only
  /// ``declaredProperties`` has. Their keys are ``propertyKeys``.
  public class var properties: [Property] {
    ModelSchema.properties(of: self)
  }

  /// The class's declarations of its properties: their places in JSON, transformers, limits, and
  /// other facts.
  ///
  ///     override class var declaredProperties: [Property] {
  ///       [
  ///         property("age", \.age, at: "profile.age", limits: .within(0...150)),
  ///         property("createdAt", \.createdAt, at: "created_at", by: .epochSeconds),
  ///         property("password", \.password, isSecret: true),
  ///       ]
  ///     }
  ///
  /// Peridot merges the declarations of a class chain; an override doesn't call `super`. A subclass
  /// that declares a property again changes the stated facts and keeps the others. A stored
  /// variable without a declaration is a property as usual. A class that declares all its variables
  /// needs no reflection metadata. `JSONAdapter.check` lists all mistakes at once.
  ///
  /// It also adds a computed property, which is `readOnly:` if it has no setter, and makes Peridot
  /// use the accessors of a stored one, with the facet ``Facet/accessors``. The variables of an
  /// `@Observable` class need no more than their names and paths here, and observers are notified;
  /// otherwise Peridot makes, reads and copies models of such a class, but refuses to change a live
  /// one:
  ///
  ///     property("fullName", \.fullName),
  ///     property("initials", readOnly: \.initials),
  ///     property("size", \.size, facets: .accessors),
  ///
  /// Peridot reads it once per class; if several threads use a class first at the same time, at
  /// most once per thread. It can't use ``propertyKeys`` or ``properties``, which follow from it.
  open class var declaredProperties: [Property] { [] }

  /// The keys of all properties except those whose storage is ``PropertyStorage/excluded``.
  ///
  ///     Issue.propertyKeys  // ["number", "title"]
  public class var propertyKeys: [String] {
    ModelSchema.keys(of: self)
  }

  /// The stored variables of the class and its superclasses that can't take part, and why: weak
  /// ones whose type is a protocol or `AnyObject`, unowned ones, those of type `Void`, of a type
  /// that can't be copied, or of the metatype of a struct or an enum, and constants (`let`), which
  /// a `private(set) var` replaces.
  ///
  /// You can use the class, but Peridot doesn't read, write or copy these variables, and doesn't
  /// restore them if an update fails after a hook has changed them. A variable that is declared in
  /// ``declaredProperties`` takes part. `JSONAdapter.check` reports the others, unless the name
  /// begins with `_` or is in ``excludedPropertyKeys``.
  public class var unsupportedVariables: [(name: String, reason: String)] {
    ModelSchema.unsupportedVariables(of: self)
  }

  /// All property keys with their values; nil appears as `NSNull`.
  ///
  ///     issue.dictionaryValue  // ["number": 7, "title": "Slow"]
  ///
  /// A nested model stays a model. For JSON see `JSONAdapter`.
  open var dictionaryValue: [String: Any] {
    valuesByPropertyKey()
  }

  /// The value of the property named `key`; nil if the property is nil.
  ///
  /// Traps if no property has that name.
  public subscript(key: String) -> Any? {
    value(ofPropertyNamed: key)
  }

  /// Sets the property named `key`. Nil and `NSNull` both mean nil.
  ///
  ///     try issue.setValue("Fast", forPropertyKey: "title")
  ///
  /// Accepts a number of another type if the property can hold it exactly, and a Double for the
  /// nearest Float, unless only zero is near it. Accepts a raw value for its enum or option set, and
  /// the numbers 0 and 1 for a Bool, but no Bool for a number. The same applies in arrays, sets and
  /// dictionaries. For more conversions, pass a policy:
  /// ``setValue(_:forPropertyKey:policy:report:)``.
  ///
  /// - Throws: ``ModelError`` if the class has no such property, if it is read-only, if the value
  ///   has the wrong type, or if observers would not be notified. The property then keeps its
  ///   value.
  public func setValue(_ value: Any?, forPropertyKey key: String) throws {
    try assign(value, toPropertyNamed: key, isLive: true)
  }

  /// How the property named `key` takes part in dictionary values, equality and copies.
  ///
  ///     override class func storageBehavior(forKey key: String) -> PropertyStorage {
  ///       key == "scroll" ? .transitory : super.storageBehavior(forKey: key)
  ///     }
  ///
  /// The default is ``PropertyStorage/transitory`` for a weak property,
  /// ``PropertyStorage/permanent`` for any other, and ``PropertyStorage/excluded`` for a name that
  /// is not a property's.
  ///
  /// Peridot calls it for every property that the class declares. It can use ``property(forKey:)``
  /// and ``propertyKeys``, which meanwhile contain all of them.
  open class func storageBehavior(forKey key: String) -> PropertyStorage {
    ModelSchema.defaultStorage(forKey: key, of: self)
  }

  /// The keys of properties that take part in nothing: not in JSON, archives, copies, merges,
  /// equality or dictionary values. A short form of ``PropertyStorage/excluded``.
  ///
  /// Peridot unites the lists of a class chain. You can choose the keys from ``propertyKeys``,
  /// which meanwhile contains all that the class declares:
  ///
  ///     override class var excludedPropertyKeys: Set<String> {
  ///       Set(propertyKeys.filter { $0.hasPrefix("temporary") })
  ///     }
  ///
  /// A name that is not a property's is a mistake: calls that can throw throw it, and others end
  /// the process.
  ///
  /// Private variables with the same name in a class and its superclass are a mistake too, until
  /// one of the two classes lists the name: that excludes its own variable, and the name is the key
  /// of the other.
  open class var excludedPropertyKeys: Set<String> { [] }

  /// The types whose values ``detached()`` may share although Peridot can't see that nobody changes
  /// them: immutable classes of your own or of other libraries, by their exact class.
  ///
  ///     override class var sharedTypes: [Any.Type] { [Currency.self] }
  ///
  /// It holds for the values that this class's properties lead to. Peridot unites the lists of a
  /// class chain.
  open class var sharedTypes: [Any.Type] { [] }

  /// The keys of the only properties that take part in anything; nil, the default, for all.
  ///
  /// A subclass that adds properties adds their keys. ``excludedPropertyKeys`` removes keys from
  /// the list. See there about names that are not properties', and about choosing from
  /// ``propertyKeys``.
  open class var includedPropertyKeys: Set<String>? { nil }

  /// Returns the property named `key`; nil if it is absent or excluded.
  public class func property(forKey key: String) -> Property? {
    ModelSchema.find(key, in: self)
  }

  /// The keys of properties that must be present in JSON.
  ///
  ///     override class var requiredPropertyKeys: Set<String> { ["id", "title"] }
  ///
  /// Peridot unites the lists of a class chain. If some keys are absent, one error lists all of them.
  open class var requiredPropertyKeys: Set<String> { [] }

  /// The property that identifies models when arrays are merged or updated in place.
  ///
  ///     override class var identityKey: String? { "id" }
  ///
  /// Nil, the default, means that the elements of arrays are replaced. A class whose models several
  /// properties identify together declares them by `property(…, isIdentity: true)`. It can be
  /// computed. Subclasses have the same identity; a base without one leaves it to them.
  open class var identityKey: String? { nil }

  // MARK: Merging and comparing

  /// Takes the value of `key` from `other`. Override it to give one key its own rule:
  ///
  ///     override func mergeValue(forKey key: String, from other: Model) {
  ///       guard key == "count" else { return super.mergeValue(forKey: key, from: other) }
  ///       count += (other as? Counter)?.count ?? 0
  ///     }
  open func mergeValue(forKey key: String, from other: Model) {
    takeValue(forKey: key, from: other)
  }

  /// Merges the values of all keys that both classes have with the same type.
  ///
  ///     issue.mergeValues(from: newer, rule: .skipNil)
  ///
  /// For a class whose observers would not be notified, it traps with the override of
  /// ``declaredProperties`` to paste.
  public func mergeValues(from other: Model, rule: MergeRule = .overwrite) {
    merge(other, rule)
  }

  /// The keys of both classes whose values differ between this model and `other`, in order.
  ///
  ///     edited.changedKeys(from: issue)  // ["title"]
  public func changedKeys(from other: Model) -> [String] {
    keysWithDifferentValues(from: other)
  }

  // MARK: Validation and loading

  /// Checks `value` for the property named `key`, and can replace it. Throw to reject it.
  ///
  /// The caller gets the error with the key: from `init(dictionary:)` as the `underlying` error of a
  /// ``ModelError``, from JSON as that of a `JSONAdapterError` with the place in the document, and from an
  /// archive as that of an ``ArchiveError`` with the property's path. ``validate()`` throws it as it is.
  ///
  /// Peridot calls it for each value given to `init(dictionary:)`, and ``validate()`` calls it for every
  /// property. The values then have the types of their properties. Before Peridot refuses a value of
  /// another type, from any source, it calls this method as well, with the value as JSONSerialization
  /// gives it, and with nil for null. It stores another value that the method leaves if that fits.
  /// Otherwise it throws the mismatch, with the error thrown here as its `underlying` one.
  ///
  /// This method checks the property's declared limits, so a form's own call of it has them. An
  /// override calls `super`, or leaves them to Peridot, which checks them after each of its calls.
  ///
  ///     override func validate(_ value: inout Any?, forKey key: String) throws {
  ///       if key == "name" { value = (value as? String)?.trimmingCharacters(in: .whitespaces) }
  ///     }
  open func validate(_ value: inout Any?, forKey key: String) throws {
    try checkLimits(of: value, forKey: key)
  }

  /// Checks the whole model after parsing, unarchiving, updating and `init(dictionary:)`.
  ///
  /// Calls ``validate(_:forKey:)`` for every property. An override calls `super` first.
  open func validate() throws {
    try validateProperties()
  }

  /// Called after the model was filled from `source` and validated. Set derived state here.
  ///
  ///     override func didLoad(from source: ModelSource) throws {
  ///       retrievedAt = retrievedAt ?? Date()
  ///     }
  ///
  /// An error thrown for `.copy` is ignored, because copying can't fail.
  open func didLoad(from source: ModelSource) throws {}

  // MARK: Copying

  /// Returns a shallow copy: values are shared, except those whose type copies itself.
  open func copy(with zone: NSZone? = nil) -> Any {
    shallowCopy()
  }

  #if !canImport(Darwin)
    /// Foundation on Linux checks at every call whether the object can be copied.
    open override func copy() -> Any {
      copy(with: nil)
    }
  #endif

  // MARK: NSObject

  /// True if `object` has exactly this class and all permanent properties are equal.
  ///
  /// Graphs with cycles are equal if they unfold to the same values.
  open override func isEqual(_ object: Any?) -> Bool {
    isEqualModel(object)
  }

  /// A hash of the permanent properties.
  open override var hash: Int {
    hashOfProperties()
  }

  /// The class, the address, the permanent properties, and `jsonExtras` if there are any.
  open override var description: String {
    ModelDescription.text(of: self, style: .singleLine)
  }

  /// The class, the address, and all properties, one per line.
  open override var debugDescription: String {
    ModelDescription.text(of: self, style: .multiLine)
  }

  /// All properties by their keys, superclass first, for `dump` and other readers of `Mirror`, such
  /// as template engines.
  open var customMirror: Mirror {
    ModelDescription.mirror(of: self)
  }

  // MARK: Archiving

  /// True: Peridot infers the classes for each property from its type.
  open class var supportsSecureCoding: Bool { true }

  #if !canImport(Darwin)
    /// Foundation on Linux has names for top-level classes only; others use this one's.
    open override var classForKeyedArchiver: AnyClass? {
      ArchiveNames.foundationClass(of: type(of: self))
    }
  #endif

  /// Archives all properties under their keys.
  open func encode(with coder: NSCoder) {
    archive(to: coder)
  }

  /// The version of the class's properties in archives. Raise it after a change that
  /// ``decodeValue(forKey:with:modelVersion:)`` has to know. An archive of a newer version is
  /// refused.
  ///
  ///     override class var modelVersion: Int { 2 }
  open class var modelVersion: Int { 0 }

  /// The class's name in archives; the default is `Module.Class`.
  ///
  ///     override class var archiveName: String { "Shop.Issue" }
  ///
  /// Override it with a fixed text to rename a class and still read its archives. A private or
  /// generic class has to override it, because its own name changes from launch to launch.
  open class var archiveName: String {
    ArchiveNames.defaultName(of: self)
  }

  /// A note about the class, for people: schemas have it as `description`. A subclass inherits it.
  ///
  ///     override class var modelNote: String? { "A reservation of a table." }
  open class var modelNote: String? { nil }

  /// The properties that are archived: by default all property keys, and a weak one only if its
  /// target is archived anyway. Peridot merges the declarations of a class chain. Archiving throws
  /// an error for a name that is not a property's.
  ///
  ///     override class var encodingBehaviorsByPropertyKey: [String: EncodingBehavior] {
  ///       ["cache": .excluded]
  ///     }
  open class var encodingBehaviorsByPropertyKey: [String: EncodingBehavior] {
    Dictionary(
      uniqueKeysWithValues: archivableProperties.map {
        ($0.key, $0.isWeak ? .conditional : .unconditional)
      })
  }

  /// The classes of objects that a property's archived value can contain, elements included.
  ///
  ///     override class var allowedSecureCodingClassesByPropertyKey: [String: [AnyClass]] {
  ///       ["payload": [Issue.self, Person.self]]
  ///     }
  ///
  /// Peridot infers them from the property's type. List them if the type alone doesn't determine them: the
  /// models that a property of type `Any` may hold in addition to plain values and collections, or the
  /// subclasses of its type. Peridot merges the declarations of a class chain. A name that isn't a
  /// property's is an error of archiving.
  open class var allowedSecureCodingClassesByPropertyKey: [String: [AnyClass]] {
    ArchivePlan.inferredClasses(for: archivableProperties)
  }

  /// Returns the value archived for `key`, or the property's own value if the archive has none.
  ///
  /// Peridot calls it for each property, and stores what it returns. Nil makes an Optional nil, and leaves
  /// a property of any other type at its initial value.
  ///
  /// Override it to read an older version:
  ///
  ///     override func decodeValue(
  ///       forKey key: String, with coder: NSCoder, modelVersion: Int
  ///     ) throws -> Any? {
  ///       guard key == "title", modelVersion == 0 else {
  ///         return try super.decodeValue(forKey: key, with: coder, modelVersion: modelVersion)
  ///       }
  ///       return coder.decodeObject(of: NSString.self, forKey: "name") as String?
  ///     }
  open func decodeValue(
    forKey key: String, with coder: NSCoder, modelVersion: Int
  ) throws -> Any? {
    try archivedValue(forKey: key, in: coder)
  }

  /// Returns the property values for an archive from Mantle before version 1.0.
  ///
  /// Nil, the default, refuses such an archive.
  open class func dictionaryValue(
    fromArchivedExternalRepresentation externalRepresentation: [String: Any], version: Int
  ) -> [String: Any]? {
    nil
  }

  // MARK: JSON

  /// Where each property lies in the JSON. A key left out maps to itself.
  ///
  ///     override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
  ///       ["createdAt": "created_at", "author": "user.login", "token": .excluded]
  ///     }
  ///
  /// Peridot merges the declarations of a class chain, and the subclass wins: map a key to itself to undo
  /// what a superclass declares, or to `.excluded` to take it out.
  open class var keyPathsByPropertyKey: [String: JSONKeyPath] { [:] }

  /// Returns the transformer between the JSON value and the property named `key`.
  ///
  ///     override class func transformer(forKey key: String) -> ValueTransformer? {
  ///       switch key {
  ///       case "createdAt": .epochSeconds
  ///       default: nil
  ///       }
  ///     }
  ///
  /// Nil, the default, leaves the property to the superclass, and in the end to its type. Peridot asks
  /// each class of the class chain on its own metatype, a subclass before its superclass: end an override
  /// in `default: nil`, and don't call `super`. Return ``ValueTransformer/byType`` to undo what a
  /// superclass returns.
  ///
  /// Peridot asks once for each policy that the class is used with. If several threads are the first at
  /// the same time, each of them asks at most once.
  open class func transformer(forKey key: String) -> ValueTransformer? { nil }

  /// The rules by which Peridot converts the class's objects from and to JSON; nil, the default, if
  /// the class states none.
  ///
  ///     override class var conversionPolicy: ConversionPolicy? { .lenient }
  ///
  /// They hold for objects of the class at the root of a document and within any other object, for
  /// JSONAdapter and for coders. A policy that a call or its adapter gives, or that a coder has in
  /// its `userInfo` under `CodingUserInfoKey.conversionPolicy`, replaces them. Objects within these
  /// follow these rules, as ``conversionPolicy(forKey:basedOn:)`` changes them for their property,
  /// unless their own class states rules. A subclass inherits them: nil changes nothing.
  /// `collectsErrors`, `maximumErrors`, `hidesFoundValues`, `repeatedKeys` and `maximumDepth` are
  /// those of the class at the root.
  ///
  /// Peridot asks once.
  open class var conversionPolicy: ConversionPolicy? { nil }

  /// Returns the rules by which Peridot converts the property named `key`, and everything within it.
  ///
  /// To give one property rules of its own, return a changed copy of `policy`, which has the rules of the
  /// call. `collectsErrors` and `maximumDepth` are those of the call in any case.
  ///
  /// Peridot asks each class of the class chain on its own metatype, and passes a subclass what its
  /// superclass returned: don't call `super`.
  ///
  ///     override class func conversionPolicy(
  ///       forKey key: String, basedOn policy: ConversionPolicy
  ///     ) -> ConversionPolicy {
  ///       var policy = policy
  ///       if key == "nickname" { policy.nilOnExport = .null }
  ///       return policy
  ///     }
  ///
  /// Peridot asks once for each policy that the class is used with. If several threads are the first at
  /// the same time, each of them asks at most once.
  open class func conversionPolicy(
    forKey key: String, basedOn policy: ConversionPolicy
  ) -> ConversionPolicy { policy }

  /// The classes that an object of this class can have, and the tag of each in JSON; nil, the
  /// default, for none.
  ///
  ///     override class var cluster: Cluster? {
  ///       cluster(tag: "type", ["push": Push.self, "issue": Issue.self])
  ///     }
  ///
  /// Peridot uses it to choose the class in reading and to write the tag, and reads it once. A
  /// subclass that overrides it is the base of a cluster of its own within this one.
  open class var cluster: Cluster? { nil }

  /// Returns the classes of the models in the property named `key`, if their tag lies in the object that
  /// has the property; nil, the default, leaves it to the models' own class.
  ///
  ///     // {"kind": "push", "payload": {"branch": "main"}}
  ///     override class func cluster(forKey key: String) -> Cluster? {
  ///       key == "payload" ? Payload.cluster(tag: "kind", ["push": PushPayload.self]) : nil
  ///     }
  ///
  /// A property can have the tag's place, but in writing it must not have the tag of another class.
  /// All models in a collection have the class of one tag.
  open class func cluster(forKey key: String) -> Cluster? { nil }

  /// The class for a JSON object; by default this one.
  ///
  /// Override it in the base of a class cluster if code has to choose the class; a declared ``cluster`` is
  /// also written. Peridot asks the class that it returns again, until one returns itself. Nil means no
  /// class, which is an error. Peridot may ask more than once about one object: answer from
  /// the JSON alone.
  ///
  /// If an update leaves out the members that choose the class, `json` is the whole object, as it would be
  /// written after the update. Writing asks too, for the first model of a subclass, so that its class
  /// isn't lost; see ``ConversionPolicy/unreadableClass``.
  open class func classForParsing(_ json: JSONObject) -> Model.Type? { self }

  /// Returns the class of the models in the property named `key`, by the object that has the property.
  ///
  /// Override it if another member of that object chooses the class:
  ///
  ///     override class func classForParsing(
  ///       _ json: JSONObject, forKey key: String
  ///     ) -> Model.Type? {
  ///       guard key == "payload" else { return super.classForParsing(json, forKey: key) }
  ///       return json.string(forKey: "kind") == "push" ? PushPayload.self : nil
  ///     }
  ///
  /// Peridot asks for each property without a transformer that holds a model, or an Optional, an array, a
  /// set, or a dictionary of models; `json` is the object of this class. Return the property's class or a
  /// subclass, whose ``classForParsing(_:)-(JSONObject)`` Peridot asks next. Nil, the default, means the
  /// property's own class. For a property of type `Model?` or `[Model]`, that is an error, because
  /// `Model` itself can't be read.
  ///
  /// If an update leaves out the members that choose the class, `json` is the whole object, as it would be
  /// written after the update.
  open class func classForParsing(_ json: JSONObject, forKey key: String) -> Model.Type? { nil }
}
