import Foundation
import Peridot

extension CountedOperation {
  /// Small calls, whose constant part counts.
  static var calls: [CountedOperation] {
    [
      read("one member", TwoProperties.self, #"{"id":1}"#),
      write("two members", TwoProperties.self, #"{"id":1,"name":"one"}"#),
      read("ten members", PlainDetail.self, tenMembers),
      write("ten members", PlainDetail.self, tenMembers),
      .warm("ten members, read a dictionary") {
        guard let json = try SameJSON.parse(Data(tenMembers.utf8)) as? [String: Any] else {
          return {}
        }
        return { consume(try JSONAdapter.model(of: PlainDetail.self, from: json)) }
      },
      .warm("ten members, update three from a dictionary") {
        let model = try JSONAdapter.model(of: PlainDetail.self, from: tenMembers)
        let json: [String: Any] = ["id": 5, "name": "other", "count": 7]
        return { try JSONAdapter.update(model, from: json) }
      },
      .warm("ten members, update three") {
        let model = try JSONAdapter.model(of: PlainDetail.self, from: tenMembers)
        let data = Data(#"{"id":5,"name":"other","count":7}"#.utf8)
        return { try JSONAdapter.update(model, from: data) }
      },
      onModel("ten members, dictionaryValue", PlainDetail.self, tenMembers) { model in
        { consume(model.dictionaryValue) }
      },
      onModel("ten members, init(dictionary:)", PlainDetail.self, tenMembers) { model in
        let values = model.dictionaryValue
        return { consume(try PlainDetail(dictionary: values)) }
      },
      onModel("ten members, setValue", PlainDetail.self, tenMembers) { model in
        { try model.setValue("other", forPropertyKey: "name") }
      },
      onModel("ten members, validate", PlainDetail.self, tenMembers) { model in
        { try model.validate() }
      },
      onModel("ten members, description", PlainDetail.self, tenMembers) { model in
        { consume(model.description) }
      },
      onModel("ten members, write two keys", PlainDetail.self, tenMembers) { model in
        { consume(try JSONAdapter.data(from: model, keys: ["id", "name"])) }
      },
      .warm("an error and its text") {
        let data = Data(#"{"id":"x"}"#.utf8)
        return {
          do {
            consume(try JSONAdapter.model(of: TwoProperties.self, from: data))
          } catch { consume("\(error)") }
        }
      },
      .warm("an error without its text") {
        let data = Data(#"{"id":"x"}"#.utf8)
        return { consume(try? JSONAdapter.model(of: TwoProperties.self, from: data)) }
      },
      .warm("a repair, reported") {
        let data = Data(#"{"id":"x"}"#.utf8)
        return {
          consume(
            try JSONAdapter.model(of: TwoProperties.self, from: data, policy: .lenient) {
              consume($0.path)
            })
        }
      },
    ]
      + both("a date by default", ISODate.self, #"{"day":"2020-05-06T07:08:09Z"}"#)
      + both("a date of Twitter", TwitterDate.self, #"{"day":"Wed May 06 07:08:09 +0000 2020"}"#)
      + both("a date by its format", FormattedDate.self, #"{"day":"2020-05-06 07:08:09"}"#)
      + both("a date in seconds", SecondsDate.self, #"{"day":1588748889}"#)
  }

  static let tenMembers =
    #"{"id":1296269,"name":"Mona Lisa Octocat","login":"octocat","score":1.5,"isActive":true,"#
    + #""followers":80,"location":"San Francisco","company":"GitHub","count":42,"#
    + #""detail":"2014-05-06 07:08:09"}"#

  static func both<M: JSONSerializing>(
    _ name: String, _ type: M.Type, _ document: String
  ) -> [CountedOperation] {
    [read(name, type, document), write(name, type, document)]
  }

  static func read<M: JSONSerializing>(
    _ name: String, _: M.Type, _ document: String, policy: ConversionPolicy? = nil
  ) -> CountedOperation {
    .warm("\(name), read") {
      let data = Data(document.utf8)
      return { consume(try JSONAdapter.model(of: M.self, from: data, policy: policy)) }
    }
  }

  static func write<M: JSONSerializing>(
    _ name: String, _ type: M.Type, _ document: String
  ) -> CountedOperation {
    onModel("\(name), write", type, document) { model in
      { consume(try JSONAdapter.data(from: model)) }
    }
  }

  static func onModel<M: JSONSerializing>(
    _ name: String, _: M.Type, _ document: String,
    _ work: @escaping (M) throws -> () throws -> Void
  ) -> CountedOperation {
    .warm(name) { try work(JSONAdapter.model(of: M.self, from: document)) }
  }
}
