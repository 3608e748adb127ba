import Synchronization

/// The plan of one model class under one policy: where each value lies in its JSON, and how it
/// is read and written. Made once, checked once, shared between threads.
final class JSONMapping: Sendable {
  let modelClass: Model.Type
  /// The plans of all classes under the policy, this one among them: they own it.
  unowned let plans: PolicyPlans
  let shared: ConversionPolicy.Shared
  var policy: ConversionPolicy { shared.rules }
  /// The properties that take part, in order.
  let fields: [any JSONField]
  /// The members to read on the way through the object.
  let input: InputNode
  /// How many marks `input` uses: one a field, then one for each member that is more than a field.
  let markCount: Int
  /// The fields that can only be read when the whole object is there.
  let deferred: [DeferredField]
  /// The members to write, in order.
  let output: OutputNode
  /// The same in the order of the names, made at first use.
  let sortedOutput = OnceReference<OutputNode>()
  /// The outputs of some of the properties only, made at first use.
  let narrowedOutputs = OnceReference<NarrowedOutput>()
  /// How dictionaries are read and made, found at first use.
  let dictionaryPlan = OnceReference<DictionaryPlan>()
  /// How a coder reads and writes the class: a plan of a room above, made at first use.
  let coderPlan = OnceReference<KeptPlan>()
  /// The fields that cannot be written straight through: indexes, wildcards, the root, several
  /// paths at once.
  let assembled: [AssembledField]
  /// The members that these make; nil where a tree has to be made of them.
  let assembledMembers: [(key: JSONWriter.Key, place: AssembledPlace)]?
  /// The indexes of fields that must be present.
  let required: [Int]
  /// The declared defaults, with the indexes of their fields.
  let defaults: [(field: Int, value: SharedValue)]
  /// The field of the class's identity, and the names that lead to it.
  let identity: (field: any JSONField, path: [JSONKeyPath.Component])?
  let hooks: ModelHooks
  /// True when reading an object runs code of the user's that has the model at hand.
  let runsCode: Bool
  let prepare: (any JSONPreparing.Type)?
  /// The names that the first object had which was prepared.
  let preparedMembers = OnceReference<JSONReader.LearntMembers>()
  let finishes: Bool
  /// The members that the properties are mapped to, for a class that keeps all others; nil for any
  /// other class.
  let mapped: MappedMembers?
  /// The members that are mapped in each node of the object, where the policy asks for all others.
  let mappedInNodes: [ObjectIdentifier: MappedMembers]
  /// Such a class.
  let keeping: (any JSONExtrasKeeping.Type)?
  /// True when a model of this class may hold models, so that cycles have to be looked for.
  let mayHoldModels: Bool
  /// The reason why the class cannot be read; nil where it can. Writing works.
  let readingMistake: JSONAdapterError?
  /// The reason why models of the class cannot be updated; nil where they can.
  let updatingMistake: JSONAdapterError?
  /// The reason why the class cannot be written; nil where it can. Reading works.
  let writingMistake: JSONAdapterError?
  /// Whether properties are written to places within each other: the first one that is not nil
  /// counts.
  let overlaps: Bool
  /// True when an object is nothing but its members, written one after the other.
  let isStraight: Bool
  /// True when to read an object is to read its members, of which there are at most 64, and nothing
  /// else.
  let isReadStraight: Bool
  /// True when writing a model runs no code but the library's own: its members are text, numbers and
  /// Booleans.
  let isPlain: Bool
  /// How much room the text of a model wants.
  let capacity = LearntCapacity()
  /// True when a property that is nil is written as null.
  let writesNull: Bool
  /// What of a new object is not written; nil where everything is.
  let omissions: ExportOmissions?

  /// The rules of the class's clusters for its objects; nil for a class without clusters.
  let clusters: ClusterPlace?
  /// The clusters of the models in properties, by the property.
  let heldClusters: [String: ClusterTable]
  /// The tags that are written.
  let tags: [any JSONField]
  /// Whether objects keep their JSON, and write that.
  let keepsJSON: Bool
  /// The plans of the classes that this one chose; nil when it chooses none.
  let chosenPlans: ClassChoice.Plans?

  /// - Throws: a `JSONAdapterError` that lists all mistakes in the class's mapping.
  init(_ modelClass: Model.Type, _ plans: PolicyPlans) throws {
    let policy = plans.policy
    var maker = MappingMaker(modelClass, plans)
    maker.makeFields()
    self.modelClass = modelClass
    self.plans = plans
    shared = policy
    fields = maker.fields
    var marks = maker.fields.count
    let heads: [InputNode.Head]
    (deferred, heads) = maker.findingHeads()
    input = maker.readMembers.input(&marks, maker.fields, heads)
    markCount = marks
    assembled = maker.assembled
    required = maker.requiredFields()
    defaults = maker.defaults()
    omissions = ExportOmissions(maker, required: required, defaults: defaults)
    output = maker.writtenMembers.output(maker.fields, omissions)
    identity = maker.identity()
    let schema = maker.schema
    hooks = schema.hooks
    // An object whose class is not known must not become an empty model.
    chosenPlans =
      hooks.choosesClass || modelClass == Model.self ? ClassChoice.Plans(of: modelClass) : nil
    clusters = maker.clusters
    heldClusters = maker.heldClusters
    tags = maker.fields.filter(\.isTag)
    keepsJSON = maker.paths.keepsJSON
    prepare = schema.hasJSONHooks ? modelClass as? any JSONPreparing.Type : nil
    finishes = schema.hasJSONHooks && modelClass is any JSONFinishing.Type
    mayHoldModels = maker.fields.contains { TypeShape.of($0.property.valueType).mayHoldModels }
    mapped = schema.extras == nil ? nil : maker.places.members
    mappedInNodes =
      policy.rules.unknownKeys == .ignore || mapped != nil
      ? [:] : maker.places.members?.members(ofNodesFrom: input) ?? [:]
    keeping = mapped == nil ? nil : modelClass as? any JSONExtrasKeeping.Type
    writesNull = policy.rules.nilOnExport == .null
    overlaps = maker.overlaps
    assembledMembers =
      assembled.isEmpty || overlaps
      ? nil : AssembledPlace.members(of: assembled, beside: output.members.map(\.name), fields)
    let mistakes = maker.mistakes + maker.readingMistakes + maker.writingMistakes
    let mistake = JSONAdapterError(
      .invalidMapping, modelClass: modelClass, found: "\(mistakes.map { "\n- \($0)" }.joined())")
    readingMistake = maker.readingMistakes.isEmpty ? nil : mistake
    writingMistake = maker.writingMistakes.isEmpty ? nil : mistake
    updatingMistake = schema.silentChange.map {
      JSONAdapterError(.invalidMapping, modelClass: modelClass, found: "\n- \($0.found)")
    }
    isStraight =
      assembled.isEmpty && !finishes && mapped == nil && writingMistake == nil && !keepsJSON
      && clusters?.problem == nil
    isPlain = isStraight && output.members.allSatisfy { $0.form.isBoxed }
    runsCode =
      hooks.validates || hooks.loads || mapped != nil
      || maker.fields.contains { $0.property.access.runsCode && !$0.isTag }
    isReadStraight =
      readingMistake == nil && prepare == nil && !hooks.choosesHeldClasses && !runsCode
      && deferred.isEmpty && required.isEmpty && defaults.isEmpty && markCount <= 64
      && !keepsJSON
    if !maker.mistakes.isEmpty { throw mistake }
  }

  deinit {
    // Sound: nobody asks any more.
    unsafe sortedOutput.letGo()
    unsafe narrowedOutputs.letGo()
    unsafe dictionaryPlan.letGo()
    unsafe coderPlan.letGo()
    unsafe preparedMembers.letGo()
  }
}

extension JSONMapping {
  /// A plan that is made of a mapping and lives as long, of a kind that only a room above knows.
  final class KeptPlan: Sendable {
    let plan: any AnyObject & Sendable

    init(_ plan: any AnyObject & Sendable) {
      self.plan = plan
    }
  }

  /// The members of one object that a class listens to.
  final class InputNode: Sendable {
    /// The names of the members, and after them those of the heads. A tag holds the member's step and
    /// mark, so that the loop over an object's members touches nothing that has to be retained.
    let table: JSONKeyTable
    let members: [Member]
    /// The members that paths of deferred fields begin with, where nothing else is read from.
    let heads: [Head]
    /// The plan of each member that holds one model, for use without counting references.
    let plans: [Permanent<NestedPlan>?]
    /// The codec of each member, for use likewise.
    let codecs: [Permanent<HeldCodec>?]
    private let held: [HeldCodec?]

    struct Member: Sendable {
      /// The number by which an object's reading notes that the member was met.
      let mark: Int
      /// How to read the one field that lies in this member; `.none` when there are more.
      let form: FieldForm
      /// The codec of the one field.
      let codec: (any MemberCodec)?
      /// The fields that lie in this member. Nearly always one.
      let fields: [Int]
      /// The node of the members further in.
      let child: InputNode?

      fileprivate var tag: UInt64 {
        let isDate = form.kind == .date || form.kind == .optionalDate
        let format = isDate ? (codec?.valueCodec as? DateTextCodec)?.format : nil
        return form.tag(mark: mark, isTwitterDate: format == .twitter)
      }
    }

    /// A member that paths of deferred fields begin with.
    struct Head: Sendable {
      let name: String
      /// The one field that is read from there, and its path from there on; nil where there are more,
      /// or where reading it has to wait for the others.
      let only: (field: Int, path: ArraySlice<JSONKeyPath.Component>)?
    }

    /// - Parameter mark: The mark of the first head; those of the others follow.
    init(_ names: [String], _ members: [Member], _ heads: [Head] = [], mark: Int = 0) {
      table = .of(
        names + heads.map(\.name),
        tags: members.map(\.tag) + heads.indices.map { FieldForm.none.tag(mark: mark + $0) })
      self.members = members
      self.heads = heads
      // Sound: the members' codecs own them.
      plans = members.map { member in
        member.form.isBoxed
          ? nil : member.codec?.nestedPlan.map { unsafe Permanent(keptElsewhere: $0) }
      }
      held = self.members.map { $0.codec.map { HeldCodec($0) } }
      // Sound: this owns them.
      codecs = held.map { $0.map { unsafe Permanent(keptElsewhere: $0) } }
    }

    /// All fields at this node and further in.
    var allFields: [Int] {
      members.flatMap { $0.fields + ($0.child?.allFields ?? []) }
    }
  }

  /// The members of one object that a class writes.
  final class OutputNode: Sendable {
    let members: [Member]
    /// Per-member data for the writing loop. It holds no references, so that copying it costs no
    /// retain.
    let steps: [Step]
    private let held: [HeldCodec?]

    struct Step: Sendable {
      let key: JSONWriter.Key
      let form: FieldForm
      /// The codec that writes the property where the form does not tell how.
      let codec: Permanent<HeldCodec>?
    }

    struct Member: Sendable {
      let name: String
      let key: JSONWriter.Key
      /// How to write the one field that lies here; `.none` when there are more.
      let form: FieldForm
      /// The codec that writes that field where the form does not tell how.
      let codec: (any MemberCodec)?
      /// The fields that may be written here: the first that is not nil.
      var fields: [Int]
      var child: OutputNode?
      /// Whether the object here is written though there is nothing in it.
      var isKept = false
    }

    init(_ members: [Member]) {
      self.members = members
      held = members.map { $0.form.isBoxed ? nil : $0.codec.map { HeldCodec($0.direct) } }
      // Sound: this owns them.
      steps = zip(members, held).map { member, held in
        Step(
          key: member.key, form: member.form,
          codec: held.map { unsafe Permanent(keptElsewhere: $0) })
      }
    }

    /// The same members, in the order of their names.
    func sorted() -> OutputNode {
      OutputNode(
        members.ordered { $0.name }.map { member in
          var member = member
          member.child = member.child?.sorted()
          return member
        })
    }
  }

  /// A codec that is used without counting references, which only an object of a class can be.
  final class HeldCodec: Sendable {
    let codec: any MemberCodec

    init(_ codec: any MemberCodec) {
      self.codec = codec
    }
  }

  /// How much room the text of a model wants, going by the last one of its class.
  struct LearntCapacity: ~Copyable, Sendable {
    private let bytes = Atomic<Int>(512)

    var value: Int { bytes.load(ordering: .relaxed) }

    /// Notes how much of `capacity` a text took.
    func note(size: Int, of capacity: Int) {
      let wanted = size + size / 8 + 64
      // A little more or less is not worth a write that other threads have to wait for.
      if wanted > capacity || wanted < capacity / 2 { bytes.store(wanted, ordering: .relaxed) }
    }
  }
}
