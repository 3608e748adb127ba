import Foundation
import Peridot
import Testing

/// Updates from dictionaries, beside updates from the bytes of the same.
@Suite struct DictionaryUpdateTests {
  private class Card: Model, JSONSerializing {
    var id = 1
    var title = "a"
    var note: String?
    var other: String? = "before, and long enough to be kept outside"
    var score = 1.5
    var rate: Double?
    var isOpen = false
    var isKept: Bool? = true
    var count: Int? = 4
    var date: Date?
    var tags: [String] = ["x"]
    var child: Card?
  }

  private final class Watched: Card {
    var calls = 0

    override func didLoad(from source: ModelSource) throws { calls += 1 }
  }

  private static func card(_ card: Card = Card()) -> Card {
    card.child = Card()
    return card
  }

  @Test(arguments: [
    "{}", #"{"id":2}"#, #"{"note":"some text that is kept outside of the string"}"#,
    #"{"note":null,"other":null,"count":null,"rate":null,"isKept":null}"#,
    #"{"other":"c","count":5,"rate":2.5,"isKept":false,"isOpen":true,"score":3,"title":"é"}"#,
    #"{"id":7,"child":{"id":8,"note":"n"},"title":"t"}"#, #"{"child":null,"id":3}"#,
    #"{"tags":["y","z"],"id":4}"#, #"{"unknown":{"a":[1]},"id":5}"#,
    #"{"id":"6"}"#, #"{"title":null}"#, #"{"id":1.5,"title":"b","note":"n","other":"o"}"#,
    #"{"id":9223372036854775807}"#, #"{"id":9223372036854775808}"#, #"{"isOpen":1}"#,
    #"{"title":"b","note":"n","other":"o","score":"x"}"#, #"{"child":{"id":[]},"title":"b"}"#,
  ])
  func meansWhatTheBytesMean(_ json: String) throws {
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
    let dictionary = try #require(object as? [String: Any])
    var reporting = ConversionPolicy.lenient
    reporting.unknownKeys = .report
    for policy in [ConversionPolicy.strict, .lenient, reporting] {
      for make in [{ Self.card() }, { Self.card(Watched()) }] {
        let (byBytes, byDictionary) = (make(), make())
        var issues: [[String]] = [[], []]
        var errors: [String] = ["", ""]
        do {
          try JSONAdapter.update(byBytes, from: json, policy: policy) {
            issues[0].append($0.description)
          }
        } catch let error as JSONAdapterError {
          errors[0] = "\(error.kind) \(error.path) \(error.found)"
        }
        do {
          try JSONAdapter.update(byDictionary, from: dictionary, policy: policy) {
            issues[1].append($0.description)
          }
        } catch let error as JSONAdapterError {
          errors[1] = "\(error.kind) \(error.path) \(error.found)"
        }
        #expect(byBytes == byDictionary)
        #expect(issues[0].sorted() == issues[1].sorted())
        #expect(errors[0] == errors[1])
        if errors[0] != "" { #expect(byDictionary == make()) }
        if let watched = byDictionary as? Watched {
          #expect(watched.calls == (byBytes as? Watched)?.calls)
        }
      }
    }
  }

  @Test func updatesManyTimes() throws {
    let card = Card()
    for step in 0..<100 {
      let note: Any = step % 2 == 0 ? "note number \(step), long enough" as Any : NSNull()
      try JSONAdapter.update(card, from: ["id": step, "note": note, "title": "\(step)"])
      #expect(card.id == step)
      #expect(card.note == note as? String)
      #expect(card.title == "\(step)")
    }
  }
}
