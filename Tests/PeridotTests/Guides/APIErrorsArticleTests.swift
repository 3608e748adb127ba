// The code of Sources/Peridot/Documentation.docc/APIErrors.md
import Foundation
import Peridot
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct APIErrorsArticleTests {
  final class Ticket: Model, JSONSerializing {
    var id = 0
  }

  struct APIError: Error, Codable, Equatable {
    var code: String
    var message: String?
    var retryAfter: Int?

    enum CodingKeys: String, CodingKey {
      case code, message
      case retryAfter = "retry_after"
    }
  }

  /// The model of a service's answer; throws what the service says, if it refused the request.
  func answer<M: JSONSerializing>(
    _ type: M.Type, from data: Data, status: Int
  ) throws -> sending M {
    guard (200..<300).contains(status) else {
      let error = try? JSONAdapter.value(of: APIError.self, from: data, at: "error")
      throw error ?? APIError(code: "http_\(status)")
    }
    return try JSONAdapter.model(of: type, from: data)
  }

  func ticket(at url: URL) async throws -> sending Ticket {
    let (data, response) = try await URLSession.shared.data(from: url)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    return try answer(Ticket.self, from: data, status: status)
  }

  @Test func anAnswerWithoutAStatusIsAnError() async throws {
    let url = try #require(URL(string: "data:application/json;base64,eyJpZCI6N30="))
    let error = await #expect(throws: APIError.self) { try await ticket(at: url).id }
    #expect(error == APIError(code: "http_0"))
  }

  private static let refusal =
    #"{"error": {"code": "rate_limited", "message": "Too many requests", "retry_after": 30}}"#

  @Test func anAnswerIsAModelOrAnError() throws {
    func error(_ text: String, _ status: Int) throws -> APIError {
      try #require(throws: APIError.self) {
        try answer(Ticket.self, from: Data(text.utf8), status: status)
      }
    }
    #expect(try answer(Ticket.self, from: Data(#"{"id": 7}"#.utf8), status: 200).id == 7)
    #expect(
      try error(Self.refusal, 429)
        == APIError(code: "rate_limited", message: "Too many requests", retryAfter: 30))
    #expect(try error("<html>Bad gateway</html>", 502) == APIError(code: "http_502"))
    #expect(try error("{}", 404) == APIError(code: "http_404"))
    #expect(throws: JSONAdapterError.self) {
      try answer(Ticket.self, from: Data(#"{"id": "x"}"#.utf8), status: 200)
    }
    let list = #"{"errors": [{"code": "a"}, {"code": "b"}]}"#
    #expect(
      try JSONAdapter.value(of: [APIError].self, from: list, at: "errors").map(\.code)
        == ["a", "b"])
  }

  @Test func aRefusalSaysWhenToTryAgain() throws {
    let (data, status) = (Data(Self.refusal.utf8), 429)
    var waits: [Int] = []
    func show(_ ticket: Ticket) { waits.append(-1) }
    func retry(after seconds: Int) { waits.append(seconds) }

    do {
      show(try answer(Ticket.self, from: data, status: status))
    } catch let error as APIError where error.code == "rate_limited" {
      retry(after: error.retryAfter ?? 60)
    }
    #expect(waits == [30])
  }
}
