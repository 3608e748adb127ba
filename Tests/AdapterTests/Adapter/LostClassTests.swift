import Foundation
import Peridot
import Testing

@testable import TestSupport

// Each test has a cluster of its own where the first model that is written matters.

/// The tag is no property of any class.
private class Pet: Model, CodableModel {
  var name = ""

  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    switch json.string(forKey: "type") {
    case "cat": Cat.self
    case "pet": Pet.self
    default: nil
    }
  }
}

private final class Cat: Pet {
  var lives = 9
}

private final class Home: Model, CodableModel {
  var pet: Pet?
  var pets: [Pet] = []
  var byName: [String: Pet] = [:]
  var deep: Pet?
  var last = 1

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["deep": "a[0]"] }
}

private final class PlainHome: Model, CodableModel {
  var pet: Pet?
  var rows: [[Pet?]]?
  var byName: [String: Pet] = [:]
}

/// The tag is a property, which a model that was made in code may lack.
private class Sort: Model, JSONSerializing {
  var kind = ""

  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    json.string(forKey: "kind") == "large" ? Large.self : Sort.self
  }
}

private final class Large: Sort {}

private final class Sorts: Model, JSONSerializing {
  var all: [Sort] = []
}

/// The tag is written by a hook.
private class Shape: Model, JSONSerializing, JSONFinishing {
  class var tag: String { "shape" }

  override class func classForParsing(_ json: JSONObject) -> Model.Type? {
    json.string(forKey: "type") == "disc" ? Disc.self : Shape.self
  }

  func finish(_ json: inout [String: Any]) throws { json["type"] = type(of: self).tag }
}

private final class Disc: Shape {
  override class var tag: String { "disc" }
}

private class Plain: Model, JSONSerializing {}
private final class Special: Plain {
  var extra = 1
}

/// Chooses the class of the pet in it by a member of its own.
private class Cage: Model, CodableModel {
  var kind = ""
  var pet: Pet?

  override class func classForParsing(_ json: JSONObject, forKey key: String) -> Model.Type? {
    json.string(forKey: "kind") == "cat" ? Kitten.self : nil
  }
}

private final class Kitten: Pet {
  override class func classForParsing(_ json: JSONObject) -> Model.Type? { self }
}

@Suite struct LostClassTests {
  private static let problem =
    "Pet.classForParsing(_:) chooses no class for the JSON of Cat"
  private static let cure = """
    : map a property to the member that identifies the class, or add that member in finish(_:); a program \
    that only writes sets unreadableClass in the policy to .write
    """

  private static func home(_ change: (Home) -> Void) -> Home {
    let home = Home()
    change(home)
    return home
  }

  private static let places: [(String, @Sendable () -> Home)] = [
    ("pet at $.pet", { home { $0.pet = Cat() } }),
    ("pets at $.pets[1]", { home { $0.pets = [Pet(), Cat()] } }),
    ("byName at $.byName.b", { home { $0.byName = ["a": Pet(), "b": Cat()] } }),
    ("deep at $.a[0]", { home { $0.deep = Cat() } }),
  ]

  @Test(arguments: 0..<4)
  func refusesToLoseAClass(_ index: Int) throws {
    let (place, make) = Self.places[index]
    let parts = place.components(separatedBy: " at ")
    let message = "Home.\(parts[0]): \(Self.problem) at \(parts[1])\(Self.cure)"
    // The second time the answer is known.
    for _ in 0..<2 {
      let error = adapterError { try JSONAdapter.data(from: make()) }
      #expect(error?.kind == .noClassFound)
      #expect(error?.description == message)
      #expect(adapterMessage { try JSONAdapter.dictionary(from: make()) } == message)
      #expect(adapterMessage { try JSONAdapter().string(from: make()) } == message)
      #expect(
        adapterMessage { try JSONAdapter.string(from: make(), options: .sortedKeys) } == message)
    }
    for policy in [ConversionPolicy.lenient, .legacyYYModel, .legacyJSONModel] {
      var issues: [String] = []
      let text = try JSONAdapter.string(from: make(), policy: policy) {
        #expect($0.action == .lostClass)
        issues.append($0.description)
      }
      #expect(text.contains(#""lives":9"#))
      #expect(issues == (policy == .lenient ? ["\(parts[1]): \(Self.problem)"] : []))
      issues = []
      _ = try JSONAdapter.dictionary(from: make(), policy: policy) {
        issues.append($0.description)
      }
      #expect(issues == (policy == .lenient ? ["\(parts[1]): \(Self.problem)"] : []))
    }
  }

  @Test func refusesItForTheWhole() throws {
    let pet: Pet = Cat()
    let message = "Pet: \(Self.problem) at $\(Self.cure)"
    #expect(adapterMessage { try JSONAdapter.data(from: pet) } == message)
    #expect(adapterMessage { try JSONAdapter.dictionary(from: pet) } == message)
    #expect(adapterMessage { try JSONAdapter().string(from: pet) } == message)
    let placed = "Pet: \(Self.problem) at $.a\(Self.cure)"
    #expect(adapterMessage { try JSONAdapter.string(from: pet, at: "a") } == placed)
    let inArray = "Pet: \(Self.problem) at $[1]\(Self.cure)"
    let pets = [Pet(), Cat()] as [Pet]
    #expect(adapterMessage { try JSONAdapter.string(from: pets) } == inArray)
    #expect(adapterMessage { try JSONAdapter.array(from: pets) } == inArray)
    let inDictionary = "Pet: \(Self.problem) at $.b\(Self.cure)"
    let byName = ["a": Pet(), "b": Cat()]
    #expect(adapterMessage { try JSONAdapter.string(from: byName) } == inDictionary)
    #expect(adapterMessage { try JSONAdapter.dictionary(from: byName) } == inDictionary)
    // The class that the caller names is the model's own, or none.
    #expect(try JSONAdapter.string(from: Cat()) == #"{"name":"","lives":9}"#)
    #expect(try JSONAdapter.string(from: [Cat()]) == #"[{"name":"","lives":9}]"#)
    let any: [any JSONSerializing] = [Pet(), Cat()]
    #expect(try JSONAdapter.string(from: any) == #"[{"name":""},{"name":"","lives":9}]"#)
    #expect(try JSONAdapter.array(from: any).count == 2)
    #expect(try JSONAdapter.string(from: any as [Model]).contains("lives"))
  }

  @Test func refusesItForCoders() throws {
    let pet: Pet = Cat()
    func message(_ body: () throws -> Data) -> String {
      do {
        _ = try body()
        return "nothing"
      } catch EncodingError.invalidValue(_, let context) {
        return context.debugDescription
      } catch {
        return "\(error)"
      }
    }
    #expect(message { try JSONEncoder().encode(pet) }.hasPrefix("Pet: \(Self.problem) at $"))
    #expect(message { try JSONEncoder().encode([pet]) }.hasPrefix("Pet: \(Self.problem) at $[0]"))
    #expect(
      message { try JSONEncoder().encode(["a": pet]) }
        .hasPrefix("Pet: \(Self.problem) at $.a"))
    let home = PlainHome()
    home.pet = Cat()
    #expect(message { try JSONEncoder().encode(home) }.contains(Self.problem))
    home.pet = nil
    home.rows = [[nil, Cat()]]
    #expect(message { try JSONEncoder().encode(home) }.contains(Self.problem))
    home.rows = nil
    home.byName = ["a": Cat()]
    #expect(message { try JSONEncoder().encode(home) }.contains(Self.problem))
    let encoder = JSONEncoder()
    for policy in [ConversionPolicy.lenient, .legacyYYModel] {
      encoder.userInfo[.conversionPolicy] = policy
      #expect(String(decoding: try encoder.encode(home), as: UTF8.self).contains("lives"))
    }
    #expect(try JSONEncoder().encode(Cat()).count > 2)
    #expect(try JSONEncoder().encode([Cat()]).count > 2)
  }

  @Test func writesAPartOfAModel() throws {
    let home = Home()
    home.pet = Cat()
    let whole = try JSONAdapter.string(from: home, keys: ["pet"])
    #expect(whole == #"{"pet":{"name":"","lives":9}}"#)
    #expect(try JSONAdapter.string(from: home, keys: ["pet.lives"]) == #"{"pet":{"lives":9}}"#)
    let patch = try JSONAdapter.mergePatch(from: Home(), to: home)
    #expect(String(decoding: patch, as: UTF8.self).contains("lives"))
    let pet: Pet = Cat()
    #expect(try JSONAdapter.string(from: pet, keys: ["name"]) == #"{"name":""}"#)
    #expect(try JSONAdapter.dictionary(from: home, keys: ["pet"]).count == 1)
  }

  @Test func aModelMayLackTheTagThatAnotherHas() throws {
    let sorts = Sorts()
    sorts.all = [Sort(), Large()]
    let problem = "Sort.classForParsing(_:) chooses Sort for the JSON of Large"
    let message = "Sorts.all: \(problem) at $.all[1]\(Self.cure)"
    #expect(adapterMessage { try JSONAdapter.string(from: sorts) } == message)
    sorts.all[1].kind = "large"
    let text = #"{"all":[{"kind":""},{"kind":"large"}]}"#
    #expect(try JSONAdapter.string(from: sorts) == text)
    let read: Sorts = try JSONAdapter.model(from: text)
    #expect(read.all.map { $0 is Large } == [false, true])
    #expect(try JSONAdapter.dictionary(from: sorts).count == 1)
  }

  @Test func takesTheTagOfAHook() throws {
    let shapes: [Shape] = [Shape(), Disc()]
    #expect(try JSONAdapter.string(from: shapes) == #"[{"type":"shape"},{"type":"disc"}]"#)
    #expect(try JSONAdapter.array(from: shapes).count == 2)
  }

  @Test func asksNoClassWithoutAChoice() throws {
    let plain: [Plain] = [Special()]
    #expect(try JSONAdapter.string(from: plain) == #"[{"extra":1}]"#)
  }

  @Test func asksTheHolderThatChooses() throws {
    let cage = Cage()
    cage.pet = Kitten()
    let problem = "Pet.classForParsing(_:) chooses no class for the JSON of Kitten"
    let message = "Cage.pet: \(problem) at $.pet\(Self.cure)"
    #expect(adapterMessage { try JSONAdapter.string(from: cage) } == message)
    #expect(adapterMessage { try JSONAdapter.dictionary(from: cage) } == message)
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(cage) }
    cage.kind = "cat"
    let text = #"{"kind":"cat","pet":{"name":""}}"#
    #expect(try JSONAdapter.string(from: cage) == text)
    #expect(try JSONAdapter.dictionary(from: cage).count == 2)
    #expect(try JSONEncoder().encode(cage).count > 10)
    #expect(try (JSONAdapter.model(from: text) as Cage).pet is Kitten)
  }
}
