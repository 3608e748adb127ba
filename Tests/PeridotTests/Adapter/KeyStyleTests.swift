import Foundation
import Peridot
import Testing

private class Styled: Model, JSONSerializing {
  var avatarURL = 1
  var userID = 2
  // swift-format-ignore: AlwaysUseLowerCamelCase
  var HTTPServer = 3
  var id = 4
  var plainName = 5
  var utf8Text = 6
  var aB = 7
  var odd = 8

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["odd": "Odd.one"] }
}

private final class Snake: Styled, JSONKeyStyling {
  static let jsonKeyStyle = JSONKeyStyle.snakeCase
}

private final class Kebab: Styled, JSONKeyStyling {
  static let jsonKeyStyle = JSONKeyStyle.kebabCase
}

private final class Upper: Styled, JSONKeyStyling {
  static let jsonKeyStyle = JSONKeyStyle.upperCamelCase
}

private final class Custom: Styled, JSONKeyStyling {
  static let jsonKeyStyle = JSONKeyStyle.custom { "x." + $0 }
}

private final class Plain: Styled, JSONKeyStyling {
  static let jsonKeyStyle = JSONKeyStyle.identity
}

@Suite struct KeyStyleTests {
  @Test func makesKeysByTheStyle() throws {
    #expect(
      try JSONAdapter.string(from: Snake()) == """
        {"avatar_url":1,"user_id":2,"http_server":3,"id":4,"plain_name":5,"utf8_text":6,"a_b":7,\
        "Odd":{"one":8}}
        """)
    #expect(
      try JSONAdapter.string(from: Kebab()) == """
        {"avatar-url":1,"user-id":2,"http-server":3,"id":4,"plain-name":5,"utf8-text":6,"a-b":7,\
        "Odd":{"one":8}}
        """)
    #expect(
      try JSONAdapter.string(from: Upper()) == """
        {"AvatarURL":1,"UserID":2,"HTTPServer":3,"Id":4,"PlainName":5,"Utf8Text":6,"AB":7,\
        "Odd":{"one":8}}
        """)
    #expect(
      try JSONAdapter.string(from: Custom()) == """
        {"x.avatarURL":1,"x.userID":2,"x.HTTPServer":3,"x.id":4,"x.plainName":5,"x.utf8Text":6,\
        "x.aB":7,"Odd":{"one":8}}
        """)
    #expect(
      try JSONAdapter.string(from: Plain()) == """
        {"avatarURL":1,"userID":2,"HTTPServer":3,"id":4,"plainName":5,"utf8Text":6,"aB":7,\
        "Odd":{"one":8}}
        """)
  }

  @Test func readsByTheStyle() throws {
    let snake: Snake = try JSONAdapter.model(
      from: #"{"avatar_url":11,"user_id":12,"http_server":13,"Odd":{"one":14},"userID":0}"#)
    let values: [Int] = [snake.avatarURL, snake.userID, snake.HTTPServer, snake.odd]
    #expect(values == [11, 12, 13, 14])
    let custom: Custom = try JSONAdapter.model(from: #"{"x.id":1,"x":{"id":2}}"#)
    #expect(custom.id == 1)
  }
}
