import Foundation
import Peridot
import Testing

/// Values of every plain form, each with a default: whether an absent member stays absent.
private final class KeptValues: Model, JSONSerializing, JSONPresenceKeeping {
  var count = 1
  var size = 0.0
  var half: Double? = 0.5
  var isOn = true
  var name = "é"
  var label: String?
  var note: String? = "n"
  var number: Int? = 2
  var truth: Bool? = false
  var tags = ["a"]
  var when: Date?
  var jsonPresence = JSONPresence()
}

/// 70 members, so that their states take several words.
private final class ManyValues: Model, JSONSerializing, JSONPresenceKeeping {
  var values0 = KeptValues()
  var a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0, j = 0, k = 0, l = 0, m = 0
  var n: Int?, o: Int?, p: Int?, q: Int?, r: Int?, s: Int?, t: Int?, u: Int?, v: Int?, w: Int?
  var x: String?, y: String?, z: String?, aa: String?, bb: String?, cc: String?, dd: String?
  var ee: String?, ff: String?, gg: String?, hh: String?, ii: String?, jj: String?, kk: String?
  var ll = true, mm = true, nn = true, oo = true, pp = true, qq = true, rr = true, ss = true
  var tt: Double?, uu: Double?, vv: Double?, ww: Double?, xx: Double?, yy: Double?, zz: Double?
  var jsonPresence = JSONPresence()
}

@Suite struct PresenceValueTests {
  private func written(
    after change: (KeptValues) -> Void, _ document: String = "{}"
  ) throws -> String {
    let model: KeptValues = try JSONAdapter.model(from: document)
    change(model)
    return try JSONAdapter.string(from: model)
  }

  @Test func writesNothingForValuesThatAbsenceLeft() throws {
    #expect(try written { _ in } == "{}")
    #expect(
      try written {
        ($0.count, $0.size, $0.half, $0.isOn, $0.name) = (1, 0, 0.5, true, "é")
        ($0.note, $0.number, $0.truth, $0.tags) = ("n", 2, false, ["a"])
      } == "{}")
  }

  @Test func writesEachOtherValue() throws {
    #expect(try written { $0.count = 2 } == #"{"count":2}"#)
    #expect(try written { $0.isOn = false } == #"{"isOn":false}"#)
    #expect(try written { $0.label = "" } == #"{"label":""}"#)
    #expect(try written { $0.note = "m" } == #"{"note":"m"}"#)
    #expect(try written { $0.number = 3 } == #"{"number":3}"#)
    #expect(try written { $0.truth = true } == #"{"truth":true}"#)
    #expect(try written { $0.tags = [] } == #"{"tags":[]}"#)
    #expect(try written { $0.half = 0.25 } == #"{"half":0.25}"#)
  }

  @Test func writesEqualValuesThatDifferInTheirText() throws {
    let zero = try written { $0.size = -0.0 }
    #expect(zero == #"{"size":-0}"#)
    // One character of two scalars equals the character of one.
    #expect(try written { $0.name = "e\u{301}" } == "{\"name\":\"e\u{301}\"}")
  }

  @Test func writesNilAsThePolicySaysWhereADefaultWasAbsent() throws {
    // Nil is another value than the default, so an absent member does not stand for it.
    #expect(try written { $0.note = nil } == #"{"note":null}"#)
    #expect(try written { $0.number = nil } == #"{"number":null}"#)
    #expect(try written { $0.half = nil } == #"{"half":null}"#)
  }

  @Test func writesNullWhileItsValueIsThere() throws {
    let nulls = #"{"half":null,"label":null,"note":null,"number":null,"truth":null,"when":null}"#
    #expect(
      try written({ _ in }, nulls)
        == #"{"half":null,"label":null,"note":null,"number":null,"truth":null,"when":null}"#)
    #expect(
      try written({ ($0.half, $0.note, $0.number) = (0.5, "n", 2) }, nulls)
        == #"{"half":0.5,"label":null,"note":"n","number":2,"truth":null,"when":null}"#)
  }

  private func written(
    _ change: (KeptValues) -> Void, _ document: String
  ) throws -> String {
    try written(after: change, document)
  }

  private func string(_ model: ManyValues) -> String {
    (try? JSONAdapter.string(from: model)) ?? ""
  }

  @Test func keepsTheStatesOfManyMembers() throws {
    let document =
      #"{"values0":{"name":"v"},"a":0,"m":1,"n":null,"u":3,"x":null,"z":"","kk":null,"# + "\n"
      + #""ss":true,"tt":null,"zz":2.5}"#
    let model: ManyValues = try JSONAdapter.model(from: document)
    #expect(try JSONAdapter.string(from: model) == document.replacing("\n", with: ""))
    (model.b, model.zz, model.yy) = (1, nil, 0)
    #expect(
      string(model)
        == #"{"values0":{"name":"v"},"a":0,"b":1,"m":1,"n":null,"u":3,"x":null,"z":"","kk":null,"#
        + #""ss":true,"tt":null,"yy":0}"#)
    try JSONAdapter.update(model, from: #"{"kk":"k","xx":null}"#)
    #expect(
      string(model)
        == #"{"values0":{"name":"v"},"a":0,"b":1,"m":1,"n":null,"u":3,"x":null,"z":"","kk":"k","#
        + #""ss":true,"tt":null,"xx":null,"yy":0}"#)
  }
}
