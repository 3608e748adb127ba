import Foundation
import Peridot

extension CountedOperation {
  /// What a class, or a process, does once.
  static var firsts: [CountedOperation] {
    [
      firstUse("ten scalars", TenScalars.self, #"{"a":1,"b":"text"}"#),
      firstUse("ten declared properties", TenDeclared.self, #"{"the_a":1,"the_b":"text"}"#),
      firstUse(
        "a class of relations", Order.self, String(decoding: LedgerDocument.order, as: UTF8.self)),
      .first("first model of a process") {
        { consume(try JSONAdapter.model(of: TwoProperties.self, from: #"{"id":1}"#)) }
      },
    ]
      + [false, true].flatMap { among in
        let suffix = among ? " among 5,000 conformances" : ""
        return [
          CountedOperation.first("first read of a process, user" + suffix, among: among) {
            let data = try Resource.user.data()
            return { consume(try JSONAdapter.model(of: GitHubUser.self, from: data)) }
          },
          CountedOperation.first("first read of a process, twitter" + suffix, among: among) {
            let data = try Resource.twitter.data()
            return { consume(try JSONAdapter.model(of: TwitterTimeline.self, from: data)) }
          },
        ]
      } + [
        .first("first archive of a process") {
          let model = TwoProperties()
          return { consume(try model.archivedData()) }
        },
        .first("first comparison of a process") {
          let (one, other) = (TwoProperties(), TwoProperties())
          return { consume(one == other) }
        },
      ]
  }

  /// The first use of a class in a process that has used another one.
  private static func firstUse<M: JSONSerializing>(
    _ name: String, _: M.Type, _ document: String
  ) -> CountedOperation {
    .first("first use of \(name)") {
      consume(try JSONAdapter.model(of: TwoProperties.self, from: #"{"id":1}"#))
      let data = Data(document.utf8)
      return { consume(try JSONAdapter.model(of: M.self, from: data)) }
    }
  }
}
