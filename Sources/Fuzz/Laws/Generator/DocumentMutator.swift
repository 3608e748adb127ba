import Foundation

/// Makes a document nearly valid: wrong kinds, nulls, absent and repeated members, other spellings.
struct DocumentMutator {
  /// A copy with so many changes.
  static func mutated(_ document: JSON, count: Int, _ draw: inout Draw) -> JSON {
    var document = document
    for _ in 0..<count {
      var target = draw.below(max(document.nodeCount, 1))
      document = change(document, at: &target, &draw)
    }
    return document
  }

  private static func change(_ json: JSON, at target: inout Int, _ draw: inout Draw) -> JSON {
    if target == 0 {
      target = -1
      return replaced(json, &draw)
    }
    target -= 1
    switch json {
    case .array(let elements):
      return .array(
        elements.map { element in
          target < 0 ? element : change(element, at: &target, &draw)
        })
    case .object(let members):
      return .object(
        members.map { member in
          target < 0
            ? member : JSON.Member(member.name, change(member.value, at: &target, &draw))
        })
    case .null, .bool, .number, .string: return json
    }
  }

  /// Another value in the place of one.
  private static func replaced(_ json: JSON, _ draw: inout Draw) -> JSON {
    if draw.oneIn(4) { return .null }
    switch json {
    case .null: return scalar(&draw)
    case .bool(let value):
      return draw.pick([.integer(value ? 1 : 0), .string("\(value)"), .integer(7), .string("yes")])
    case .number(let text):
      return draw.pick([
        .string(text), .string(" \(text) "), .bool(true),
        .number(text.lowercased().contains("e") ? text : text + "e0"),
        .number("1.5"),
        .number("-1"), .number("99999999999999999999"), .number("1e400"), .number("1e-400"),
        .array([json]), .string("x"), .number("0"),
      ])
    case .string(let text):
      return draw.pick([
        .integer(5), .number("1.0"), .bool(false), .string(""), .string(" "), .string(text + " "),
        .string("null"), .array([json]), .object([]), .string("12abc"), .string("YES"),
        .string("2010-01-01"), .string("e\u{301}"), .string("a%20b c"),
      ])
    case .array(let elements): return array(elements, &draw)
    case .object(let members): return object(members, &draw)
    }
  }

  /// A copy with two names in one of its objects, or of one in a text, that are equal, or that String
  /// takes for equal.
  static func withTwins(_ document: JSON, _ draw: inout Draw) -> JSON {
    var target = draw.below(max(document.objectCount, 1))
    return twinned(document, at: &target, &draw)
  }

  private static func twinned(_ json: JSON, at target: inout Int, _ draw: inout Draw) -> JSON {
    switch json {
    case .object(let members):
      target -= 1
      if target == -1 { return .object(members + twins(of: members, &draw)) }
      return .object(
        members.map { JSON.Member($0.name, twinned($0.value, at: &target, &draw)) })
    case .array(let elements): return .array(elements.map { twinned($0, at: &target, &draw) })
    case .string: return json.inText.map { .string(twinned($0, at: &target, &draw).text) } ?? json
    case .null, .bool, .number: return json
    }
  }

  private static func twins(of members: [JSON.Member], _ draw: inout Draw) -> [JSON.Member] {
    for member in members {
      let (one, other) = (
        member.name.precomposedStringWithCanonicalMapping,
        member.name.decomposedStringWithCanonicalMapping
      )
      if one.isSame(as: other) { continue }
      return [JSON.Member(member.name.isSame(as: one) ? other : one, member.value)]
    }
    if !members.isEmpty, draw.oneIn(2) { return [draw.pick(members)] }
    let value = scalar(&draw)
    return [JSON.Member("z\u{e9}", value), JSON.Member("ze\u{301}", value)]
  }

  private static func scalar(_ draw: inout Draw) -> JSON {
    draw.pick([
      .null, .bool(true), .integer(5), .number("0.5"), .string("text"), .string("nobody"),
      .string("5"), .array([]), .object([]),
    ])
  }

  private static func array(_ elements: [JSON], _ draw: inout Draw) -> JSON {
    switch draw.below(6) {
    case 0: return .array(elements + [scalar(&draw)])
    case 1: return .array(Array(elements.dropLast()))
    case 2: return elements.first ?? .object([])
    case 3: return .array([scalar(&draw)] + elements)
    case 4: return .array(elements + elements)
    default: return scalar(&draw)
    }
  }

  private static func object(_ members: [JSON.Member], _ draw: inout Draw) -> JSON {
    guard !members.isEmpty, !draw.oneIn(5) else {
      return .object(
        members + [JSON.Member(draw.pick(["extra", "zz", "é", "e\u{301}"]), scalar(&draw))])
    }
    var members = members
    let index = draw.below(members.count)
    switch draw.below(7) {
    case 0, 1: members.remove(at: index)
    case 2:
      members.insert(
        JSON.Member(members[index].name, scalar(&draw)), at: draw.below(members.count + 1))
    case 3: members[index].name = respelled(members[index].name, &draw)
    case 4: return .array([.object(members)])
    case 5: return scalar(&draw)
    default: members.swapAt(index, draw.below(members.count))
    }
    return .object(members)
  }

  private static func respelled(_ name: String, _ draw: inout Draw) -> String {
    draw.pick([
      name.uppercased(), name + "2", "_" + name, name == "é" ? "e\u{301}" : name + "\u{301}",
      String(name.dropLast()),
    ])
  }
}

extension JSON {
  /// The object in a text; nil for others.
  fileprivate var inText: JSON? {
    guard case .string(let text) = self, text.hasPrefix("{") else { return nil }
    return JSON(text)
  }

  /// The number of objects in it, itself and those in texts included.
  fileprivate var objectCount: Int {
    switch self {
    case .null, .bool, .number: 0
    case .string: inText?.objectCount ?? 0
    case .array(let elements): elements.reduce(0) { $0 + $1.objectCount }
    case .object(let members): members.reduce(1) { $0 + $1.value.objectCount }
    }
  }

  /// The number of values in it, itself included.
  var nodeCount: Int {
    switch self {
    case .null, .bool, .number, .string: 1
    case .array(let elements): elements.reduce(1) { $0 + $1.nodeCount }
    case .object(let members): members.reduce(1) { $0 + $1.value.nodeCount }
    }
  }
}
