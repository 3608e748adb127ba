import Peridot

/// The laws, by their numbers in `Docs/Laws.md`.
enum Law: Int, CaseIterable, Sendable {
  case roundTrip = 1
  case doors
  case patches
  case updates
  case policies
  case limits
  case copies
  case secrets
  case work
  case robustness
  case differences
  case descriptions
}

/// One trial of one law: everything that it depends on, as data.
struct Trial: Sendable {
  var law: Law
  /// The check of the law; tests have checks that are wrong on purpose.
  var check: any LawCheck.Type
  var family: ClassFamily
  var policy: PolicySpec
  /// Whether calls leave the policy to the classes.
  var leavesPolicy = false
  /// For choices within the law, such as doors.
  var seed: UInt64
  var document = JSON.null
  /// Whether the document was changed after it was made for the class.
  var isChanged = false
  /// The bytes of the law about any bytes.
  var bytes: [UInt8] = []
  /// One or two models.
  var values: [Plain.ModelValue] = []

  init(_ law: Law, _ family: ClassFamily, policy: PolicySpec, seed: UInt64) {
    self.law = law
    check = law.check
    self.family = family
    self.policy = policy
    self.seed = seed
  }
}

extension Trial {
  /// The rules at the root.
  var basePolicy: ConversionPolicy {
    leavesPolicy ? family.policy(of: family.root)?.policy ?? .strict : policy.policy
  }
}

/// How a law failed.
struct Finding: Sendable {
  /// What was compared, such as the two doors.
  var title: String
  var results: [(name: String, text: String)]

  init(_ title: String, _ results: KeyValuePairs<String, String>) {
    self.title = title
    self.results = results.map { ($0.key, $0.value) }
  }
}

/// A check of a law. It returns nil where the law holds, and where it says nothing about the trial.
protocol LawCheck: SendableMetatype {
  static func finding(in trial: Trial, _ made: MadeFamily) async -> Finding?
}

extension Law {
  var check: any LawCheck.Type {
    switch self {
    case .roundTrip: RoundTripLaw.self
    case .doors: DoorsLaw.self
    case .patches: PatchLaw.self
    case .updates: UpdateLaw.self
    case .policies: PolicyLaw.self
    case .limits: LimitLaw.self
    case .copies: CopyLaw.self
    case .secrets: SecretLaw.self
    case .work: WorkLaw.self
    case .robustness: RobustnessLaw.self
    case .differences: DifferencesLaw.self
    case .descriptions: DescriptionLaw.self
    }
  }
}
