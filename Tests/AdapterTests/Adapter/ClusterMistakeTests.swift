import Foundation
import Peridot
import Testing

@testable import TestSupport

private class Twice: Model, JSONSerializing {
  override class var cluster: Cluster? {
    cluster(tag: "type", ["a": TwiceA.self, "a": TwiceB.self, "b": TwiceB.self])
  }
}
private final class TwiceA: Twice {}
private final class TwiceB: Twice {}

private enum Kind: String, CaseIterable {
  case push, issue, wiki
}
private class Partly: Model, JSONSerializing {
  override class var cluster: Cluster? { cluster(tag: "type", [Kind.push: PartlyPush.self]) }
}
private final class PartlyPush: Partly {}

private class Contradicted: Model, JSONSerializing {
  override class var cluster: Cluster? {
    cluster(tag: "type", ["push": ContradictedPush.self, "issue": ContradictedIssue.self])
  }
}
private final class ContradictedPush: Contradicted {
  var type = "issue"
}
private final class ContradictedIssue: Contradicted {
  var type = 0
}

private class Careless: Model, JSONSerializing {
  override class var cluster: Cluster? {
    cluster(tag: "tags[0]", ["a": CarelessA.self], unknown: .kept(CarelessA.self))
  }
}
private final class CarelessA: Careless {}

private class Guessed: Model, JSONSerializing {
  override class var cluster: Cluster? {
    cluster(deducedFrom: ["radius": Disc.self, "width": Plate.self, "depth": Hole.self])
  }
}
private final class Disc: Guessed {
  var radius = 0
}
private final class Plate: Guessed {
  var width = 0
  var radius: Int?
}
private final class Hole: Guessed {}

private class Both: Model, JSONSerializing {
  override class var cluster: Cluster? { cluster(tag: "type", ["a": BothA.self]) }
  override class func classForParsing(_ json: JSONObject) -> Model.Type? { self }
}
private final class BothA: Both {}

private final class Holder: Model, JSONSerializing {
  var body: Disc?
  override class func cluster(forKey key: String) -> Cluster? {
    Guessed.cluster(around: ["a": Disc.self])
  }
}

private class Late: Model, JSONSerializing {
  override class var cluster: Cluster? { cluster(tag: "type", ["a": LateA.self]) }
}
private final class LateA: Late {}
private final class LateB: Late {}

private class Overlapping: Model, JSONSerializing {
  override class var cluster: Cluster? { cluster(tag: "meta.type", ["a": OverlappingA.self]) }
}
private final class OverlappingA: Overlapping {
  var meta: [String: String] = [:]
}

@Suite struct ClusterMistakeTests {
  private func mistakes<M: JSONSerializing>(of type: M.Type) -> [String] {
    do {
      try JSONAdapter.check(type)
    } catch let error as JSONAdapterError {
      let all = error.errors.isEmpty ? [error] : error.errors
      return all.flatMap { error in
        error.found.split(separator: "\n").map {
          "\(error.modelClass ?? Model.self)\($0.dropFirst())"
        }
      }
    } catch {
      return ["\(error)"]
    }
    return []
  }

  @Test func reportsATagAndAClassTwice() {
    let found = [
      #" cluster: the tag "a" stands for TwiceA and for TwiceB"#,
      #" cluster: TwiceB has the tags "a" and "b", and is written with one: make a subclass for the other"#,
    ]
    #expect(
      mistakes(of: Twice.self)
        == found.map { "Twice" + $0 })
  }

  @Test func reportsATagThatNoClassHas() {
    #expect(
      Array(mistakes(of: Partly.self).prefix(2))
        == ["issue", "wiki"].map {
          #"Partly cluster: the tag "\#($0)" stands for no class: list one, or choose what becomes of it by unknown"#
        })
  }

  @Test func reportsPropertiesThatContradictTheTag() {
    #expect(
      mistakes(of: Contradicted.self) == [
        #"ContradictedPush "type" lies at the tag's place, and is "issue" in a new object, which stands for ContradictedIssue: give it another initial value"#,
        #"ContradictedIssue "type" lies at the tag's place, and is an Int, which does not read "issue": map it to .excluded"#,
      ])
  }

  @Test func reportsPathsAndKeptClasses() {
    #expect(
      Array(mistakes(of: Careless.self).prefix(3)) == [
        #"Careless cluster: CarelessA keeps no JSON: conform it to JSONKeeping"#,
        #"Careless cluster: CarelessA has the tag "a", and objects with any other tag also become it: make two classes of it"#,
        "Careless cluster: the tag is tags[0], but must be a path of names",
      ])
  }

  @Test func reportsMembersThatDoNotTellTheClass() {
    #expect(
      mistakes(of: Guessed.self) == [
        #"Plate cluster: "radius" identifies Disc of Guessed, and is "radius" here, too: list Plate first"#,
        #"Hole cluster: "depth" identifies Hole, but no property of it is written there"#,
      ])
  }

  @Test func reportsTwoWaysToTell() {
    #expect(
      mistakes(of: Both.self) == [
        "Both the class declares a cluster, and overrides classForParsing(_:): take one of them away"
      ])
  }

  @Test func reportsTheClusterOfAnotherClass() {
    #expect(
      Array(mistakes(of: Holder.self).prefix(1)) == [
        #"Holder "body": its cluster is of Guessed, which it does not hold"#
      ])
  }

  @Test func reportsATagWithinAProperty() {
    #expect(
      mistakes(of: Overlapping.self).contains {
        $0.hasPrefix("OverlappingA") && $0.contains("is written to meta")
      })
  }

  @Test func trapsWhenAClassJoinsLate() async {
    await #expect(processExitsWith: .failure) {
      _ = try JSONAdapter.model(of: Late.self, from: #"{"type":"a"}"#)
      Late.joinCluster(["b": LateB.self])
    }
  }
}
