/// Makes the trials of a seed. Trials in a row share a family of classes, because making classes
/// takes longer than reading documents; each trial can be made by itself.
struct TrialGenerator {
  /// How many trials share a family.
  static let trialsPerFamily: UInt64 = 100

  let seed: UInt64
  private var familyNumber: UInt64?
  private var family: ClassFamily?
  private var made: MadeFamily?
  private var policies: [PolicySpec] = []
  /// The features of the family at hand.
  private(set) var features = FeatureSet()

  init(seed: UInt64) { self.seed = seed }

  /// The trial of that number, and its classes.
  mutating func trial(_ number: UInt64) -> (Trial, MadeFamily)? {
    let familyNumber = number / Self.trialsPerFamily
    if familyNumber != self.familyNumber {
      self.familyNumber = familyNumber
      let familySeed = partSeed(seed, familyNumber &+ 1 << 40)
      policies = PolicyGenerator.policies(seed: familySeed)
      made = Self.validFamily(seed: familySeed)
      family = made?.family
      features = family?.features ?? FeatureSet()
    }
    guard let family, let made else { return nil }
    var draw = Draw(seed: partSeed(seed, number))
    let law = draw.weighted([
      Law.doors: 35, .roundTrip: 20, .policies: 15, .updates: 8, .patches: 8, .limits: 4,
      .copies: 4, .secrets: 4, .robustness: 2,
    ])
    var trial = Trial(law, family, policy: draw.pick(policies), seed: draw.next())
    let documents = DocumentGenerator(family)
    let values = ValueGenerator(family: family)
    switch law {
    case .doors, .policies, .limits, .secrets, .updates, .robustness, .work,
      .descriptions:
      let document = documents.object(of: family.root, isPartial: law == .updates, &draw)
      let changes = draw.weighted([0: 4, 1: 3, 2: 2, 4: 1])
      trial.document = DocumentMutator.mutated(document, count: changes, &draw)
      trial.isChanged = changes > 0
    case .roundTrip where family.classes[family.root].keepsPresence:
      trial.document = documents.object(of: family.root, isPartial: draw.oneIn(2), &draw)
    case .roundTrip, .patches, .copies, .differences: break
    }
    let count =
      law == .patches ? 2 : [.roundTrip, .updates, .copies, .limits].contains(law) ? 1 : 0
    trial.values = (0..<count).map { _ in values.model(family.root, depth: 2, &draw) }
    if law == .robustness {
      var mutator = TextMutator(seed: draw.next(), tokens: TextMutator.json)
      trial.bytes = mutator.mutate(Array(trial.document.text.utf8))
    }
    // Last, so that it changes no other choice.
    if law == .doors, family.classes.contains(where: { $0.policy != nil }) {
      trial.leavesPolicy = draw.oneIn(2)
    }
    if [.doors, .policies].contains(law), draw.oneIn(10) {
      trial.document =
        draw.oneIn(20) ? .null : DocumentMutator.withTwins(trial.document, &draw)
      trial.isChanged = true
    }
    if law == .doors, draw.oneIn(9) {
      trial = Trial(.differences, family, policy: trial.policy, seed: draw.next())
      let models = (0..<2).map { _ in values.model(family.root, depth: 2, &draw) }
      trial.values = [models[0], values.mixed(models[0], with: models[1], &draw)]
    } else if law == .doors, draw.oneIn(8) {
      trial = Trial(.descriptions, family, policy: trial.policy, seed: draw.next())
      trial.document = documents.object(of: family.root, &draw)
    }
    return (trial, made)
  }

  /// The first of a few families whose mapping has no mistake.
  private static func validFamily(seed: UInt64) -> MadeFamily? {
    for attempt in 0..<8 {
      let made = MadeFamily(FamilyGenerator.family(seed: partSeed(seed, UInt64(attempt))))
      if made.mistake == nil { return made }
    }
    return nil
  }
}
