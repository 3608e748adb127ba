import Synchronization

/// The plan of one model class under one policy: the place of each value in its JSON, and how to
/// read and write it. Made once, checked once, shared between threads.
final class JSONMapping: Sendable {
  let modelClass: Model.Type
  /// The plans of the class, its subclasses and superclasses under the policy, which own this one.
  unowned let plans: PolicyPlans
  /// The plans of the classes of the models in properties.
  unowned let contentPlans: PolicyPlans
  let shared: ConversionPolicy.Shared
  var policy: ConversionPolicy { shared.rules }
  /// Whether the class's own policy counts, so that the one at the place of an object can differ.
  let hasOwnPolicy: Bool
  /// The properties that take part, in order.
  let fields: [any JSONField]
  /// The members to read in the pass through the object.
  let input: InputNode
  /// The number of marks in `input`: one for each field, then one for each member that is more than
  /// a field.
  let markCount: Int
  /// The fields to read after the pass through the object.
  let deferred: [DeferredField]
  /// The members to write, in order.
  let output: OutputNode
  /// The members to write in the order of their names, made at first use.
  let sortedOutput = OnceReference<OutputNode>()
  let keptOwedNulls = OnceReference<OwedNulls>()
  /// The outputs with some of the properties only, made at first use.
  let narrowedOutputs = OnceReference<NarrowedOutput>()
  /// The plan for updating models whose observers need another plan; made at first use.
  let livePlan = OnceReference<JSONMapping>()
  /// The accessors of properties that this plan reads in memory; empty if observers need no other
  /// plan.
  let observed: [any PropertyAccess]
  /// How dictionaries are read and made, found at first use.
  let dictionaryPlan = OnceReference<DictionaryPlan>()
  /// How a coder reads and writes the class: a plan of a higher room, made at first use.
  let coderPlan = OnceReference<KeptPlan>()
  /// The fields that can't be written straight through: indexes, wildcards, the root, several
  /// paths.
  let assembled: [AssembledField]
  /// Their members; nil if they need a tree.
  let assembledMembers: [(key: JSONWriter.Key, place: AssembledPlace)]?
  let required: [Int]
  /// Whether an array can stand for the object: all of it is the value of one property, and all
  /// others are members, which it lacks.
  let takesArrays: Bool
  /// The fields whose absence is an issue.
  let reported: [Int]
  /// The declared defaults, with the indexes of their fields.
  let defaults: [(field: Int, value: SharedValue)]
  /// The fields of the class's identity, and where each is read, the first alternative first; empty
  /// if the class has none, or JSON doesn't have all of it.
  let identity: [(field: any JSONField, paths: [[JSONKeyPath.Component]])]
  let hooks: ModelHooks
  /// True if reading an object runs the user's code with access to the model.
  let runsCode: Bool
  let prepare: (any JSONPreparing.Type)?
  /// The names in the first prepared object.
  let preparedMembers = OnceReference<JSONReader.LearntMembers>()
  let finishes: Bool
  /// The members that properties map, for a class that keeps all others; nil for any other class.
  let mapped: MappedMembers?
  /// The mapped members in each node of the object, if the policy reports all others.
  let mappedInNodes: [ObjectIdentifier: MappedMembers]
  /// The model class, if it keeps unknown members; else nil.
  let keeping: (any JSONExtrasKeeping.Type)?
  /// True if a model of this class can contain models, so that cycles are possible.
  let mayHoldModels: Bool
  /// The reason why the class can't be read; nil if it can.
  let readingMistake: JSONAdapterError?
  /// The reason why models of the class can't be updated; nil if they can.
  let updatingMistake: JSONAdapterError?
  /// The reason why the class can't be written; nil if it can.
  let writingMistake: JSONAdapterError?
  /// Whether properties have places within each other: the first one that is not nil counts.
  let overlaps: Bool
  /// True if writing begins with the object's members: neither cycles nor another policy have to be
  /// looked at.
  let isEnteredPlainly: Bool
  /// The work of writing beyond the loop over the members.
  let writingNeeds: Needs
  /// The work of reading beyond the loop over the members.
  let readingNeeds: Needs
  /// True if an object consists only of its members, written one after the other.
  let isStraight: Bool
  /// True if the member loop is all that reading takes.
  let isReadStraight: Bool
  /// True if it is all under the class's own policy: no hooks, no deferred paths, at most 64
  /// members.
  let isStraightWithin: Bool
  /// True if writing a model runs only the library's code: its members are text, numbers and
  /// Booleans.
  let isPlain: Bool
  /// The capacity for a model's text.
  let capacity = LearntCapacity()
  /// True if a nil property is written as null.
  let writesNull: Bool
  /// Whether each field is read.
  let areRead: [Bool]
  /// The default values to omit; nil if everything is written.
  let omissions: ExportOmissions?

  /// The rules of the class's clusters for its objects; nil for a class without clusters.
  let clusters: ClusterPlace?
  /// The clusters of the models in properties, by the property.
  let heldClusters: [String: ClusterTable]
  let tags: [any JSONField]
  /// Whether objects keep their JSON and write it back.
  let keepsJSON: Bool
  /// How the presence of members is kept; nil for a class that doesn't.
  let presence: PresencePlan?
  /// The plans of the classes that this one chose; nil if it chooses none.
  let chosenPlans: ClassChoice.Plans?
  /// The property that is the name of an object's member, and its field if JSON has it; nil for objects
  /// with all members.
  let keyed: (property: Property, field: Int?)?
  /// The names that are read in any case; nil for a class that reads all names as they are.
  let folding: NameFolding?

  /// - Parameter isLive: Whether properties are set so that the model's observers are notified.
  /// - Throws: a `JSONAdapterError` that lists all mistakes in the class's mapping.
  init(_ modelClass: Model.Type, _ plans: PolicyPlans, isLive: Bool = false) throws {
    let policy = plans.policy
    contentPlans = plans.keyedBy == nil ? plans : plans.keyed(by: nil)
    var maker = MappingMaker(modelClass, contentPlans, keyedBy: plans.keyedBy, isLive: isLive)
    maker.makeFields()
    self.modelClass = modelClass
    self.plans = plans
    keyed = maker.keyed
    shared = policy
    hasOwnPolicy = plans.asksClass(modelClass)
    fields = maker.fields
    let schema = maker.schema
    var marks = maker.fields.count
    let (found, heads, shared) = maker.findingHeads()
    let tellsUnknown = policy.rules.unknownKeys != .ignore && schema.extras == nil
    let known = tellsUnknown ? maker.places.members : nil
    let input = maker.readMembers.input(
      &marks, maker.fields, heads: heads, shared: shared, known)
    self.input = input
    deferred = found.map { item in
      var item = item
      item.heads = item.heads.map { $0 < -1 ? input.heads.count - 2 - $0 : $0 }
      return item
    }
    folding = NameFolding(maker.paths, maker.properties, input)
    markCount = marks
    areRead = maker.areRead
    assembled = AssembledField.related(maker.assembled)
    required = maker.requiredFields()
    reported = maker.reportedFields(required)
    takesArrays =
      if deferred.count == 1, case .root = deferred[0].source, !maker.readMembers.isNested,
        !(schema.hasContentHooks && modelClass is any JSONPreparing.Type)
      {
        !(RuntimeFields.withoutOptionals(maker.fields[deferred[0].field].property.valueType)
          is Model.Type)
      } else {
        false
      }
    defaults = maker.defaults()
    omissions = ExportOmissions(maker, required: required, defaults: defaults)
    presence = PresencePlan(maker, input, required: required, defaults: defaults)
    let written = maker.writtenMembers.output(maker.fields, omissions)
    output = presence?.noting(written) ?? written
    let parts = maker.identity()
    // The name is known without a look at the object.
    identity = plans.keyedBy == nil ? parts : []
    observed =
      isLive ? [] : schema.properties.filter { $0.storage !== $0.access }.map(\.access)
    hooks = schema.hooks
    // An object of an unknown class must not become an empty model.
    chosenPlans =
      hooks.choosesClass || modelClass == Model.self ? ClassChoice.Plans(of: modelClass) : nil
    clusters = maker.clusters
    heldClusters = maker.heldClusters
    tags = maker.fields.filter(\.isTag)
    keepsJSON = maker.paths.keepsJSON
    prepare = schema.hasContentHooks ? modelClass as? any JSONPreparing.Type : nil
    finishes = schema.hasContentHooks && modelClass is any JSONFinishing.Type
    mayHoldModels = maker.fields.contains {
      !$0.isTag && TypeShape.of($0.property.valueType).mayHoldModels
    }
    isEnteredPlainly = !mayHoldModels && !hasOwnPolicy
    mapped = schema.extras == nil ? nil : maker.places.members
    mappedInNodes = known?.members(ofNodesFrom: input) ?? [:]
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
    writingNeeds = Needs([
      .assembled: !assembled.isEmpty, .finish: finishes, .extras: mapped != nil,
      .mistake: writingMistake != nil, .keptJSON: keepsJSON, .cluster: clusters?.problem != nil,
      .observers: !observed.isEmpty, .presence: presence != nil,
    ])
    isStraight = writingNeeds.isEmpty
    isPlain = isStraight && output.members.allSatisfy { $0.form.isBoxed }
    runsCode =
      hooks.validates || hooks.loads || mapped != nil || presence != nil
      || maker.fields.contains { $0.property.access.runsCode && !$0.isTag }
    readingNeeds = Needs([
      .mistake: readingMistake != nil, .prepare: prepare != nil,
      .heldClasses: hooks.choosesHeldClasses, .code: runsCode, .deferred: !deferred.isEmpty,
      .required: !required.isEmpty, .reported: !reported.isEmpty, .defaults: !defaults.isEmpty,
      .manyMembers: markCount > 64, .keptJSON: keepsJSON, .ownPolicy: hasOwnPolicy,
      .name: keyed != nil, .presence: presence != nil,
    ])
    isStraightWithin = readingNeeds.subtracting(.ownPolicy).isEmpty && !plans.findsModels
    isReadStraight = isStraightWithin && !hasOwnPolicy
    if !maker.mistakes.isEmpty { throw mistake }
  }

  deinit {
    // Sound: nobody reads it any more.
    unsafe sortedOutput.letGo()
    unsafe keptOwedNulls.letGo()
    unsafe livePlan.letGo()
    unsafe narrowedOutputs.letGo()
    unsafe dictionaryPlan.letGo()
    unsafe coderPlan.letGo()
    unsafe preparedMembers.letGo()
  }
}

extension JSONMapping {
  /// A plan made from a mapping, with the same lifetime, of a kind that only a higher room knows.
  final class KeptPlan: Sendable {
    let plan: any AnyObject & Sendable

    init(_ plan: any AnyObject & Sendable) {
      self.plan = plan
    }
  }

  /// The members of one object that a class reads.
  final class InputNode: Sendable {
    /// The names of the members, then those of the heads. A tag holds the member's step and mark,
    /// so that the loop over an object's members uses no references.
    let table: JSONKeyTable
    let members: [Member]
    /// The members with which paths of deferred fields begin, if no other field is read from them.
    let heads: [Head]
    /// Whether the places of heads are noted.
    let notesHeads: Bool
    /// The plan of each member that holds one model, for use without counting references.
    let plans: [Permanent<NestedPlan>?]
    /// The codec of each member, likewise.
    let codecs: [Permanent<HeldCodec>?]
    private let held: [HeldCodec?]

    struct Member: Sendable {
      /// The number that marks the member as met.
      let mark: Int
      /// The form for reading the only field in this member; `.none` if there are several.
      let form: FieldForm
      /// The codec of the only field.
      let codec: (any MemberCodec)?
      /// The fields in this member, nearly always one.
      let fields: [Int]
      /// The node of the members further in.
      let child: InputNode?
      /// The number of the head that this is, too: the member's place is noted before it is read.
      let head: Int?

      fileprivate var tag: UInt64 {
        if head != nil { return form.opaque.tag(mark: mark) }
        let isDate = form.kind == .date || form.kind == .optionalDate
        let format = isDate ? (codec?.valueCodec as? DateTextCodec)?.format : nil
        return form.tag(mark: mark, isVariant: format == .twitter)
      }
    }

    /// A member with which paths of deferred fields begin.
    struct Head: Sendable {
      let name: String
      /// The only field that is read from there, and its path from there on; nil if there are
      /// several, or if it has to be read after the others.
      let only: (field: Int, path: ArraySlice<JSONKeyPath.Component>)?
      /// Whether this is the tag of the class in its cluster, and nothing else.
      let isTag: Bool
    }

    /// - Parameter mark: The mark of the first head; those of the others follow.
    init(_ names: [String], _ members: [Member], _ heads: [Head] = [], mark: Int = 0) {
      table = .of(
        names + heads.map(\.name),
        tags: members.map(\.tag)
          + zip(mark..., heads).map { FieldForm.none.tag(mark: $0, isVariant: $1.isTag) })
      self.members = members
      self.heads = heads
      notesHeads = !heads.isEmpty || members.contains { $0.head != nil }
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
    /// Per-member data for the writing loop, without references, so that copying retains nothing.
    let steps: [Step]
    /// The index of the first field of each member; -1 for a member without.
    let firstFields: [Int]
    private let held: [HeldCodec?]

    struct Step: Sendable {
      let key: JSONWriter.Key
      let form: FieldForm
      /// The codec that writes the property if the form doesn't cover it.
      let codec: Permanent<HeldCodec>?
    }

    struct Member: Sendable {
      let name: String
      let key: JSONWriter.Key
      /// The form for writing the only field here; `.none` if there are several.
      let form: FieldForm
      /// The codec that writes that field if the form doesn't cover it.
      let codec: (any MemberCodec)?
      /// The fields that can be written here: the first one that is not nil is.
      var fields: [Int]
      var child: OutputNode?
      /// Whether to write the object here even if it is empty.
      var isKept = false
      /// The place of the object here whose presence is kept; nil for none.
      var place: Int?
    }

    init(_ members: [Member]) {
      self.members = members
      firstFields = members.map { $0.fields.first ?? -1 }
      held = members.map { $0.form.isBoxed ? nil : $0.codec.map { HeldCodec($0.direct) } }
      // Sound: this owns them.
      steps = zip(members, held).map { member, held in
        Step(
          key: member.key, form: member.form,
          codec: held.map { unsafe Permanent(keptElsewhere: $0) })
      }
    }

    /// Returns the members in the order of their names.
    func sorted() -> OutputNode {
      OutputNode(
        members.orderedByName { $0.name }.map { member in
          var member = member
          member.child = member.child?.sorted()
          return member
        })
    }
  }

  /// A codec in an object of a class, so that using it counts no references.
  final class HeldCodec: Sendable {
    let codec: any MemberCodec

    init(_ codec: any MemberCodec) {
      self.codec = codec
    }
  }

  /// The capacity for a model's text, from the last one of its class.
  struct LearntCapacity: ~Copyable, Sendable {
    private let bytes = Atomic<Int>(512)

    var value: Int { bytes.load(ordering: .relaxed) }

    /// Notes how much of `capacity` a text took.
    func note(size: Int, of capacity: Int) {
      let wanted = size + size / 8 + 64
      // A small difference is not worth a write that makes other threads wait.
      if wanted > capacity || wanted < capacity / 2 { bytes.store(wanted, ordering: .relaxed) }
    }
  }
}
