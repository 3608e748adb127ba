// The code of Sources/Peridot/Documentation.docc/Server.md
import Foundation
import Peridot
import Testing

@testable import TestSupport

@Suite struct ServerArticleTests {
  final class Order: Model, JSONSerializing {
    var id = 0
    var item = ""
    var count = 1

    override class var requiredPropertyKeys: Set<String> { ["item"] }

    override class var declaredProperties: [Property] {
      [
        property("id", \.id, at: .writeOnly("id")),
        property("count", \.count, limits: .within(1...99)),
      ]
    }
  }

  /// Describes a mistake in a request to its client.
  final class Problem: Model, JSONSerializing {
    var message = ""
    var field: String?
    var path = ""
  }

  struct Response {
    var status: Int
    var body = Data()
  }

  enum API {
    static let requests: JSONAdapter = {
      var policy = ConversionPolicy.strict
      policy.collectsErrors = true
      policy.unknownKeys = .fail
      policy.maximumDepth = 32
      return JSONAdapter(policy: policy)
    }()
  }

  func createOrder(_ body: Data) throws -> Response {
    let order: Order
    do {
      order = try API.requests.model(from: body)
    } catch let error as JSONAdapterError {
      let errors = error.kind == .multiple ? error.errors : [error]
      let problems = errors.map { error in
        Problem().with {
          $0.message = "\(error)"
          $0.field = error.propertyKey ?? error.missingKeys.first
          $0.path = error.path
        }
      }
      return Response(status: 400, body: try JSONAdapter.data(from: problems))
    }
    order.id = 7
    return Response(status: 201, body: try JSONAdapter.data(from: order))
  }

  func checkModels() throws {
    try JSONAdapter.check(Order.self)
    try JSONAdapter.check(Problem.self)
  }

  @Test func answers() throws {
    try checkModels()
    let made = try createOrder(Data(#"{"item": "book"}"#.utf8))
    #expect(made.status == 201)
    #expect(String(decoding: made.body, as: UTF8.self) == #"{"id":7,"item":"book","count":1}"#)
    let refused = try createOrder(Data(#"{"id": 1, "count": 100}"#.utf8))
    #expect(refused.status == 400)
    let problems = try JSONAdapter.models(of: Problem.self, from: refused.body)
    #expect(problems.map(\.field) == ["item", "count"])
    let beyond = try createOrder(Data(#"{"id": 1, "item": "a", "count": 100}"#.utf8))
    #expect(try JSONAdapter.models(of: Problem.self, from: beyond.body).map(\.field) == ["count"])
    let unknown = try createOrder(Data(#"{"itm": "a", "count": "x"}"#.utf8))
    let fields = try JSONAdapter.models(of: Problem.self, from: unknown.body).map(\.path)
    #expect(fields == ["$.itm", "$.count", "$.item"])
    #expect(try createOrder(Data()).status == 400)
  }
}
