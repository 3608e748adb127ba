import Foundation

/// The pictures of the articles, which `Benchmarks --charts` draws beside them.
enum Pictures {
  static let folder = "Sources/Peridot/Documentation.docc"

  /// Each picture by the name of its file.
  static var all: [(name: String, picture: Diagram)] {
    [("mapping", mapping), ("life", life), ("policies", policies)]
  }

  static func write() throws {
    for (name, picture) in all {
      try picture.svg.write(toFile: "\(folder)/\(name).svg", atomically: true, encoding: .utf8)
    }
  }

  /// A document beside a class, with an arrow from each member to its property.
  private static var mapping: Diagram {
    var picture = Diagram(title: "A JSON object and a model")
    // The member, what leads to the property, and the property; either can be missing.
    let rows = [
      ("{", "", "final class Ticket: Model {"),
      (#""number": 42,"#, "the same name", "var number = 0"),
      (#""created_at": 1767323045,"#, "another name, a transformer", "var createdAt: Date?"),
      (#""user": {"login": "mona"},"#, "a path", #"var author = """#),
      (#""labels": [{"name": "bug"}],"#, "models within", "var labels: [Label] = []"),
      ("", "absent: keeps its value", "var votes = 0"),
      (#""version": 2"#, "ignored, reported, or kept", ""),
      ("}", "", "}"),
    ]
    for (index, (member, way, property)) in rows.enumerated() {
      let y = 74 + index * 34
      let indent = way.isEmpty ? 0 : 16
      picture.add(member, x: 20 + indent, y: y, as: .code)
      picture.add(property, x: 510 + indent, y: y, as: .code)
      let isMapped = !member.isEmpty && !property.isEmpty && !way.isEmpty
      picture.add(way, x: 385, y: isMapped ? y - 9 : y, as: .centered)
      if isMapped { picture.addArrow(from: (266, y - 4), to: (514, y - 4), isTwoWay: true) }
    }
    return picture
  }

  /// The steps of an object's life, with a line for each door and a dot for each step that it takes.
  private static var life: Diagram {
    var picture = Diagram(title: "Which of your functions run, at which door")
    let doors = ["read JSON", "update", "dictionary", "archive", "copy", "write JSON"]
    let steps = [
      ("classForParsing(_:)", [0, 1]), ("init()", [0, 2, 3, 4]), ("prepare(_:)", [0, 1]),
      ("decodeValue(forKey:…)", [3]), ("transformers", [0, 1, 5]),
      ("validate(_:forKey:)", [0, 1, 2, 3]), ("validate()", [0, 1, 2, 3]),
      ("didLoad(from:)", [0, 1, 2, 3, 4]), ("finish(_:)", [5]),
    ]
    func x(_ door: Int) -> Int { 250 + door * 88 }
    let bottom = 96 + steps.count * 32
    for (door, name) in doors.enumerated() {
      picture.add(name, x: x(door), y: 68, as: .centered)
      picture.addArrow(from: (x(door), 78), to: (x(door), bottom))
    }
    for (index, (step, places)) in steps.enumerated() {
      let y = 100 + index * 32
      picture.add(step, x: 20, y: y + 4, as: .code)
      for door in places { picture.addDot(x: x(door), y: y) }
    }
    picture.add(
      "From top to bottom, once for each object; objects within an object first.", x: 20,
      y: bottom + 24, as: .note)
    return picture
  }

  /// The places that can state a policy, the one that counts first.
  private static var policies: Diagram {
    var picture = Diagram(title: "Which policy counts for a value")
    let stated = [
      ("The call", "policy: .lenient"),
      ("Its adapter", "JSONAdapter(policy: .lenient)"),
      ("The object's class, or a superclass", "class var conversionPolicy"),
      ("The object around it", "the rules at its place"),
      ("Nobody", ".strict"),
    ]
    let changes = [
      ("The rules of the object", "all its values, and what it holds"),
      ("The property's changes", "facets: .policy { $0.null = .keep }"),
      ("A transformer with a policy", ".model(User.self, policy: .lenient)"),
    ]
    for (index, (name, note)) in stated.enumerated() {
      let y = 56 + index * 70
      picture.addBox(name, note, x: 20, y: y, width: 300)
      if index > 0 {
        picture.addArrow(from: (170, y - 24), to: (170, y))
        picture.add("or else", x: 180, y: y - 8, as: .note)
      }
    }
    for (index, (name, note)) in changes.enumerated() {
      let y = 56 + index * 140
      picture.addBox(name, note, x: 400, y: y, width: 340)
      if index > 0 {
        picture.addArrow(from: (480, y - 94), to: (480, y))
        picture.add(
          index == 1 ? "changed, for one property, by" : "replaced, for what it makes, by", x: 490,
          y: y - 43, as: .note)
      }
    }
    picture.addArrow(from: (320, 79), to: (400, 79))
    picture.add("the first one", x: 360, y: 71, as: .centered)
    return picture
  }
}
