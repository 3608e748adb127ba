import Foundation
import Peridot

/// Law 8: a planted secret is in no text that the library makes for people.
enum SecretLaw: LawCheck {
  static let word = "Mrk7"
  static let number = "918273645"

  static func finding(in trial: Trial, _ made: MadeFamily) async -> Finding? {
    var draw = Draw(seed: trial.seed)
    let properties = trial.family.properties(of: trial.family.root)
    let secrets = properties.filter(\.isSecret)
    // What is at the root has all secrets in its own value.
    let hasWhole = trial.family.classes.contains { spec in
      spec.properties.contains { !$0.isSecret && $0.place?.form == .root }
    }
    guard !secrets.isEmpty, !hasWhole else { return nil }
    let property = draw.pick(secrets)
    var document = trial.document
    guard plant(in: &document, at: property, trial.family, &draw) else { return nil }
    let (family, root) = (trial.family, trial.family.root)
    if let cluster = family.classes[root].cluster, case .kept = cluster.unknown,
      case .inside(let tag) = cluster.form, draw.oneIn(2)
    {
      document.put(.string("an unknown tag"), at: tag.map { .key(family.styled($0, in: root)) })
    }
    let call = ReadingCall(made, document, trial.policy.policy)
    var doors: [ReadingDoor] = [.string, .place, .list, .lines]
    if DocumentFacts(document).fitsDictionary { doors += [.dictionary, .objectiveC, .jsonDecoder] }
    let door = draw.pick(doors)
    var texts = await call.outcome(by: door).texts
    texts += modelTexts(document, made.root, trial)
    guard let shown = texts.first(where: { $0.contains(word) || $0.contains(number) }) else {
      return nil
    }
    return Finding(
      "a text shows the secret of \(property.key)",
      ["document": "\(document)", "door": "\(door)", "text": shown])
  }

  private static func plant(
    in document: inout JSON, at property: PropertySpec, _ family: ClassFamily, _ draw: inout Draw
  ) -> Bool {
    guard case .object = document else { return false }
    let place = property.place ?? .key(family.styled(property.key, in: family.root))
    let secret = secret(depth: 2, &draw)
    switch place.form {
    case .path(let steps): document.put(secret, at: steps)
    case .firstOf(let paths): document.put(secret, at: draw.pick(paths))
    case .all(let paths): document.put(secret, at: draw.pick(paths))
    case .root, .excluded: return false
    }
    return true
  }

  private static func secret(depth: Int, _ draw: inout Draw) -> JSON {
    switch draw.below(depth > 0 ? 9 : 5) {
    case 0...2:
      .string(
        draw.pick([word, "\(word)@example.org", " \(word)", "http://\(word)/a b", "n\(word)"]))
    case 3: .number(number)
    case 4: .number(draw.pick(["\(number).5", "-\(number)", "\(number)0000000000000"]))
    case 5, 6: .array((0..<draw.number(in: 1...2)).map { _ in secret(depth: depth - 1, &draw) })
    default:
      .object(
        (0..<draw.number(in: 1...2)).map { index in
          JSON.Member("\(word)\(index)", secret(depth: depth - 1, &draw))
        })
    }
  }

  /// The texts about a model that has the secret.
  private static func modelTexts<M: LawModel>(
    _ document: JSON, _ type: M.Type, _ trial: Trial
  ) -> [String] {
    var texts: [String] = []
    func collect(_ body: () throws -> Void) {
      do { try body() } catch { texts += Outcome.texts(of: error) }
    }
    guard let model = try? JSONAdapter.model(of: type, from: document.text, policy: .lenient) else {
      return []
    }
    var dumped = ""
    dump(model, to: &dumped)
    texts += [
      model.description, model.debugDescription, dumped,
      "\(Mirror(reflecting: model).children.map { "\($0)" })",
    ]
    for differences in [model.differences(from: M()), M().differences(from: model)] {
      var dumped = ""
      dump(differences, to: &dumped)
      texts += [differences.description, dumped] + differences.map(\.description)
    }
    collect { try model.validate() }
    collect { _ = try JSONAdapter.string(from: model) }
    collect {
      _ = try M(
        dictionary: ["no such key": word].merging(model.dictionaryValue) { $1 }.filter {
          $0.key != "no such key"
        })
    }
    return texts
  }
}
