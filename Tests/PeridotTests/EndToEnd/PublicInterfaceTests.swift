import Foundation
import Peridot
import Testing

@testable import TestSupport

// Every name of the public interface, used as another module uses it: what compiles here stays.

// MARK: A class that overrides all there is to override

private class Everything: Model, JSONSerializing, JSONPreparing, JSONFinishing, JSONKeyStyling,
  JSONExtrasKeeping
{
  var title = ""
  var id = 0
  weak var parent: Everything?
  var jsonExtras: [String: Any] = [:]
  var upper: String { title.uppercased() }

  override class var declaredProperties: [Property] {
    [property("upper", readOnly: \.upper)]
  }

  override var dictionaryValue: [String: Any] { super.dictionaryValue }

  override func mergeValue(forKey key: String, from other: Model) {
    super.mergeValue(forKey: key, from: other)
  }

  override func validate(_ value: inout Any?, forKey key: String) throws {
    try super.validate(&value, forKey: key)
  }

  override func validate() throws { try super.validate() }

  override func didLoad(from source: ModelSource) throws { try super.didLoad(from: source) }

  override class func storageBehavior(forKey key: String) -> PropertyStorage {
    super.storageBehavior(forKey: key)
  }

  override class var requiredPropertyKeys: Set<String> { super.requiredPropertyKeys }
  override class var excludedPropertyKeys: Set<String> { super.excludedPropertyKeys }
  override class var includedPropertyKeys: Set<String>? { super.includedPropertyKeys }
  override class var identityKey: String? { "id" }

  override func copy(with zone: NSZone? = nil) -> Any { super.copy(with: zone) }
  override func isEqual(_ object: Any?) -> Bool { super.isEqual(object) }
  override var hash: Int { super.hash }
  override var description: String { super.description }
  override var debugDescription: String { super.debugDescription }

  override class var supportsSecureCoding: Bool { true }
  override func encode(with coder: NSCoder) { super.encode(with: coder) }
  override class var modelVersion: Int { 1 }
  override class var archiveName: String { "PublicAPI.Everything" }

  override class var encodingBehaviorsByPropertyKey: [String: EncodingBehavior] {
    ["title": .excluded, "id": .unconditional, "parent": .conditional]
  }

  override class var allowedSecureCodingClassesByPropertyKey: [String: [AnyClass]] {
    super.allowedSecureCodingClassesByPropertyKey
  }

  override func decodeValue(
    forKey key: String, with coder: NSCoder, modelVersion: Int
  ) throws -> Any? {
    try super.decodeValue(forKey: key, with: coder, modelVersion: modelVersion)
  }

  override class func dictionaryValue(
    fromArchivedExternalRepresentation externalRepresentation: [String: Any], version: Int
  ) -> [String: Any]? { nil }

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["id": "ID"] }
  override class func transformer(forKey key: String) -> ValueTransformer? { nil }
  override class func classForParsing(_ json: JSONObject) -> Model.Type? { self }

  override class func conversionPolicy(
    forKey key: String, basedOn policy: ConversionPolicy
  ) -> ConversionPolicy { super.conversionPolicy(forKey: key, basedOn: policy) }

  static func prepare(_ json: [String: Any]) throws -> [String: Any] { json }
  func finish(_ json: inout [String: Any]) throws {}
  class var jsonKeyStyle: JSONKeyStyle { .identity }
}

/// A subclass overrides once more, and restates no initializer.
private final class More: Everything {
  var more: Int?

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["more": "MORE"] }
}

private final class Titles: JSONAdapter, @unchecked Sendable {
  override func serializablePropertyKeys(_ keys: Set<String>, for model: Model) -> Set<String> {
    super.serializablePropertyKeys(keys, for: model).intersection(["title"])
  }
}

/// A protocol of its own, as a class of a user's may have it.
private final class Half: ValueTransformer, TransformerErrorHandling, @unchecked Sendable {
  func transform(_ value: Any?) throws -> Any? { (value as? NSNumber).map { $0.doubleValue / 2 } }
  override func transformedValue(_ value: Any?) -> Any? { try? transform(value) }
}

private enum Grade: String { case good, bad }

@Suite struct PublicInterfaceTests {
  private let text = #"{"title":"t","ID":1}"#

  @Test func hasTheMembersOfModel() throws {
    let model = Everything()
    let _: Everything = try Everything(dictionary: ["title": "t"])
    let _: [Property] = Everything.properties
    let keys: [String] = Everything.propertyKeys
    #expect(keys == ["title", "id", "parent", "upper"])
    let _: [String: Any] = model.dictionaryValue
    let _: Any? = model["title"]
    try model.setValue("x", forPropertyKey: "title")
    model.mergeValue(forKey: "title", from: Everything())
    model.mergeValues(from: Everything())
    let rules: [MergeRule] = [.overwrite, .skipNil, .deep, [.skipNil, .deep]]
    for rule in rules { model.mergeValues(from: Everything(), rule: rule) }
    let _: [String] = model.changedKeys(from: Everything())
    var value: Any? = 1
    try model.validate(&value, forKey: "id")
    try model.validate()
    for source in [ModelSource.dictionary, .json, .archive, .copy] {
      try model.didLoad(from: source)
    }
    let _: [PropertyStorage] = [.excluded, .transitory, .permanent]
    let _: PropertyStorage = Everything.storageBehavior(forKey: "id")
    let _: Set<String> = Everything.requiredPropertyKeys
    let _: String? = Everything.identityKey
    let copy: Any = model.copy(with: nil)
    let deep: Everything = model.deeplyCopied()
    let detached: Everything = try model.detached()
    let _: [Everything] = [model].deeplyCopied() + (try [model].detached())
    let _: [[String: Everything]] = [["a": model].deeplyCopied(), try ["a": model].detached()]
    let _: [Any.Type] = Everything.sharedTypes
    let changed: Everything = model.with { $0.title = "y" }
    let rethrown: Everything = try model.with { try $0.validate() }
    #expect(model.isEqual(copy) && model == deep && model == detached)
    #expect(rethrown == model && changed != model)
    #expect(
      model.hash == deep.hash && !model.description.isEmpty && !model.debugDescription.isEmpty)
    let property: Property = try #require(Everything.property(forKey: "parent"))
    let _: (String, Bool, Any.Type, Bool, Bool) = (
      property.key, property.isWeak, property.valueType, property.isOptional, property.isReadOnly
    )
    let _: JSONKeyPath? = Everything.jsonKeyPath(forKey: "id")
    let made: Model.Type = More.self
    #expect(made.init() is More)
    let coding: any (NSCopying & NSSecureCoding & NSObjectProtocol) = model
    #expect(coding.isEqual(model))
  }

  @Test func hasTheMembersForArchives() throws {
    let model = Everything()
    let data: Data = try model.archivedData()
    let again: Everything = try Everything.unarchive(from: data)
    let named: Everything = try Everything.unarchive(from: data, classNames: ["X": Everything.self])
    #expect(again == named)
    let _: Data = try [model].archivedData()
    let _: Data = try ["a": model].archivedData()
    let _: Data = try Set([model]).archivedData()
    let _: [Everything] = try [Everything].unarchive(from: [model].archivedData())
    let _: Set<Everything> = try Set<Everything>.unarchive(from: Set([model]).archivedData())
    let _: [String: Everything] = try [String: Everything].unarchive(
      from: ["a": model].archivedData())
    let _: Bool = Everything.supportsSecureCoding
    let _: Int = Everything.modelVersion
    let _: String = Everything.archiveName
    let _: [String: EncodingBehavior] = Everything.encodingBehaviorsByPropertyKey
    let _: [String: [AnyClass]] = Everything.allowedSecureCodingClassesByPropertyKey
    #expect(throws: ArchiveError.self) { try Everything.unarchive(from: Data()) }
    let foundation = try NSKeyedArchiver.archivedData(
      withRootObject: model, requiringSecureCoding: true)
    // On Linux Foundation has no name for a private class.
    _ = try NSKeyedUnarchiver.unarchivedObject(ofClass: Model.self, from: foundation)
  }

  @Test func readsFromEveryKindOfInput() throws {
    let data = Data(text.utf8)
    let bytes = Array(text.utf8)
    let dictionary: [String: Any] = ["title": "t", "ID": 1]
    let list: [Any] = [dictionary]
    let any: Any = dictionary
    var issues: [JSONIssue] = []
    let inferred: Everything = try JSONAdapter.model(from: data)
    var models = [
      inferred,
      try JSONAdapter.model(of: Everything.self, from: data),
      try JSONAdapter.model(of: Everything.self, from: text),
      try JSONAdapter.model(of: Everything.self, from: bytes),
      try JSONAdapter.model(of: Everything.self, from: dictionary),
      try JSONAdapter.model(of: Everything.self, from: any),
      try JSONAdapter.model(of: Everything.self, from: text, policy: .lenient) {
        issues.append($0)
      },
    ]
    let adapter = JSONAdapter(policy: .strict)
    models += [
      try adapter.model(of: Everything.self, from: data),
      try adapter.model(of: Everything.self, from: text),
      try adapter.model(of: Everything.self, from: bytes),
      try adapter.model(of: Everything.self, from: dictionary),
      try adapter.model(of: Everything.self, from: any),
      try adapter.model(of: Everything.self, from: any, report: { issues.append($0) }),
    ]
    let arrayText = "[\(text)]"
    models += try JSONAdapter.models(of: Everything.self, from: Data(arrayText.utf8))
    models += try JSONAdapter.models(of: Everything.self, from: arrayText)
    models += try JSONAdapter.models(of: Everything.self, from: Array(arrayText.utf8))
    models += try JSONAdapter.models(of: Everything.self, from: list)
    models += try JSONAdapter.models(of: Everything.self, from: list as Any, policy: .lenient)
    models += try adapter.models(of: Everything.self, from: Data(arrayText.utf8))
    models += try adapter.models(of: Everything.self, from: arrayText)
    models += try adapter.models(of: Everything.self, from: Array(arrayText.utf8))
    models += try adapter.models(of: Everything.self, from: list)
    models += try adapter.models(of: Everything.self, from: list as Any)
    let keyedText = #"{"a":\#(text)}"#
    let keyed: [String: Any] = ["a": dictionary]
    models += try JSONAdapter.modelsByKey(of: Everything.self, from: Data(keyedText.utf8)).values
    models += try JSONAdapter.modelsByKey(of: Everything.self, from: keyedText).values
    models += try JSONAdapter.modelsByKey(of: Everything.self, from: Array(keyedText.utf8)).values
    models += try JSONAdapter.modelsByKey(of: Everything.self, from: keyed).values
    models += try JSONAdapter.modelsByKey(of: Everything.self, from: keyed as Any).values
    models += try adapter.modelsByKey(of: Everything.self, from: Data(keyedText.utf8)).values
    models += try adapter.modelsByKey(of: Everything.self, from: keyedText).values
    models += try adapter.modelsByKey(of: Everything.self, from: keyed).values
    #expect(models.allSatisfy { $0 == inferred } && issues.isEmpty)
    for input in [data, text, bytes, dictionary] as [Any] {
      try JSONAdapter.update(inferred, from: input)
      try adapter.update(inferred, from: input)
    }
    for patch in [data, text, bytes, dictionary] as [Any] {
      try JSONAdapter.apply(mergePatch: patch, to: inferred)
      try adapter.apply(mergePatch: patch, to: inferred)
    }
    try JSONAdapter.apply(mergePatch: data, to: inferred)
    try JSONAdapter.apply(
      mergePatch: text, to: inferred, policy: .lenient, report: { issues.append($0) })
    try JSONAdapter.apply(mergePatch: dictionary, to: inferred)
    try adapter.apply(mergePatch: bytes, to: inferred, report: { issues.append($0) })
    try adapter.apply(mergePatch: dictionary, to: inferred)
    try JSONAdapter.update(inferred, from: data)
    try JSONAdapter.update(inferred, from: text, policy: .lenient, report: { issues.append($0) })
    try JSONAdapter.update(inferred, from: bytes)
    try JSONAdapter.update(inferred, from: dictionary)
    try adapter.update(inferred, from: data)
    try adapter.update(inferred, from: text)
  }

  @Test func writesToEveryKindOfOutput() throws {
    let model = Everything()
    let adapter: JSONAdapter = Titles(policy: .strict)
    let options: JSONWritingOptions = [.prettyPrinted, .sortedKeys, .escapeSlashes]
    let _: Data = try JSONAdapter.data(from: model)
    let _: Data = try JSONAdapter.data(from: model, policy: .lenient, options: options)
    let _: Data = try JSONAdapter.data(from: [model])
    let _: Data = try JSONAdapter.data(from: model, keys: ["title"])
    let _: String = try JSONAdapter.string(from: model)
    let _: String = try JSONAdapter.string(from: [model], policy: .strict, options: options)
    let _: [String: Any] = try JSONAdapter.dictionary(from: model, policy: .strict)
    let _: [[String: Any]] = try JSONAdapter.array(from: [model])
    let _: Data = try JSONAdapter.mergePatch(from: model, to: Everything())
    let _: Data = try JSONAdapter.mergePatch(from: model, to: Everything(), policy: .lenient)
    let _: Data = try adapter.data(from: model, options: options)
    let _: Data = try adapter.data(from: [model])
    let _: String = try adapter.string(from: [model])
    let _: [String: Any] = try adapter.dictionary(from: model)
    let _: [[String: Any]] = try adapter.array(from: [model])
    let _: Data = try adapter.mergePatch(from: model, to: Everything())
    #expect(try adapter.string(from: model) == #"{"title":""}"#)
    let existential: any JSONSerializing = model
    #expect(try JSONAdapter.string(from: existential) == #"{"title":"","ID":0,"upper":""}"#)
    try JSONAdapter.check(Everything.self)
    try JSONAdapter.check(More.self, policy: .lenient)
    let keys = JSONAdapter.$userInfo.withValue(["a": 1]) { Array(JSONAdapter.userInfo.keys) }
    #expect(keys == ["a"])
  }

  @Test func streamsModels() async throws {
    let url = FileManager.default.temporaryDirectory.appending(
      path: "peridot-interface-\(ProcessInfo.processInfo.processIdentifier).json")
    try Data("[\(text)]".utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let stream: JSONModelStream<Everything> = JSONAdapter.stream(from: url)
    var iterator = stream.makeAsyncIterator()
    let first: Everything? = try await iterator.next()
    #expect(first?.id == 1)
    let bytes = AsyncStream<UInt8> { continuation in
      for byte in text.utf8 { continuation.yield(byte) }
      continuation.finish()
    }
    for try await model in JSONAdapter.stream(of: Everything.self, from: bytes) {
      #expect(model.id == 1)
    }
  }

  @Test func hasTheFormsOfKeyPaths() {
    let paths: [JSONKeyPath] = [
      "user.login", "tags[0]", "items[*].id", ["lat", "lng"], .literal("a.b", "c"),
      .firstOf("a", "b"), .all("a", "b"), .root, .excluded, .readOnly("a"), .writeOnly("b"),
      JSONKeyPath("c"),
    ]
    #expect(Set(paths).count == paths.count)
    #expect(paths.map { "\($0)" }[0] == "user.login")
    let styles: [JSONKeyStyle] = [
      .identity, .snakeCase, .kebabCase, .upperCamelCase, .custom { $0.uppercased() },
    ]
    #expect(styles.count == 5)
  }

  @Test func looksAtObjectsLazily() throws {
    let object = try JSONObject(["kind": "a", "n": 1.5, "i": 2, "b": true, "o": ["x": 1]])
    let _: Any? = object["kind"]
    #expect(object.string(forKey: "kind") == "a" && object.double(forKey: "n") == 1.5)
    #expect(object.int(forKey: "i") == 2 && object.bool(forKey: "b") == true)
    #expect(object.object(forKey: "o")?.contains("x") == true)
    #expect(object.value(at: "o.x") as? Int == 1 && object.keys.count == 5)
    #expect(object.dictionary.count == 5)
  }

  @Test func saysWhatIsInAnError() throws {
    let thrown = #expect(throws: JSONAdapterError.self) {
      try JSONAdapter.model(of: Everything.self, from: #"{"ID":"x"}"#)
    }
    let error: JSONAdapterError = try #require(thrown)
    let _: JSONAdapterError.Kind = error.kind
    let _: Model.Type? = error.modelClass
    let _: String? = error.propertyKey
    let _: String = error.path
    let _: (Int?, Int?, Int?) = (error.line, error.column, error.byteOffset)
    let _: (String, String) = (error.expected, error.found)
    let _: (any Error)? = error.underlying
    let _: ([String], [JSONAdapterError]) = (error.missingKeys, error.errors)
    let _: any (CustomNSError & CustomStringConvertible & LocalizedError & Sendable) = error
    let kinds: [JSONAdapterError.Kind] = [
      .invalidJSON, .noClassFound, .invalidMapping, .typeMismatch, .nullValue, .missingKeys,
      .outOfRange, .transformFailed, .validationFailed, .tooDeep, .tooLarge, .unknownKey,
      .notFinite, .cycle, .multiple,
    ]
    #expect(kinds.contains(error.kind))
    let issue = JSONIssue(action: .skipped, path: "$", expected: "a", found: "b")
    let _: (JSONIssue.Action, String, String?, String?, String, String) = (
      issue.action, issue.path, issue.modelClass, issue.propertyKey, issue.expected, issue.found
    )
  }

  @Test func hasTheSwitchesOfPolicies() {
    let presets: [ConversionPolicy] = [.strict, .lenient, .legacyYYModel, .legacyJSONModel]
    #expect(Set(presets).count == 4)
    var policy = ConversionPolicy()
    policy.collectsErrors = true
    policy.nilOnExport = .null
    policy.maximumDepth = 9
    #expect(policy != .strict)
  }

  @Test func hasEveryTransformer() {
    let shortest: [ValueTransformer] = [
      .url, .uuid, .boolean, .decimal, .base64Data, .iso8601Date, .iso8601Milliseconds,
      .rfc1123Date, .epochSeconds, .epochMilliseconds, .date(format: "yyyy"),
      .date(format: "yyyy", locale: Locale(identifier: "de_DE"), timeZone: .gmt),
      .number(style: .decimal, locale: Locale(identifier: "de_DE")),
      .mapping(["a": 1, "b": 2], default: 0, reverseDefault: "?"), .mapping(["a": Grade.good]),
      .rawValue(of: Grade.self), .rawValue(of: Grade.self, fallback: .bad), .array(of: .url),
      .dictionary(of: .url), .model(Everything.self), .models(Everything.self),
      .string(trimmed: true), .validating(String.self),
      .closure(forward: { (text: String) in text.count }),
      .closure(forward: { (text: String) in Int(text) }, reverse: { $0.map(String.init) ?? "" }),
      .chained(.string(trimmed: true), .url), ValueTransformer.url.inverted(),
      .lossyArray(of: .url),
    ]
    let throwing: [any TransformerErrorHandling] = shortest.compactMap {
      $0 as? any TransformerErrorHandling
    }
    #expect(throwing.count == shortest.count)
    #expect(throwing.filter { !$0.isReversible }.count == 1)
    let own: ValueTransformer = Half()
    #expect(own.transformedValue(4) as? Double == 2)
    let name = NSValueTransformerName("PublicInterface")
    ValueTransformer.setValueTransformer(own, forName: name)
    #expect(ValueTransformer(forName: name)?.transformedValue(4) as? Double == 2)
    #expect(ValueTransformer.valueTransformerNames().contains(name))
    ValueTransformer.setValueTransformer(nil, forName: name)
  }
}
