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

private final class Digits: Model, JSONSerializing, JSONKeyStyling {
  var itemObject145 = 1
  var item2Object = 2
  var utf8Text = 3
  var a1b22C = 4
  var userID = 5

  static let jsonKeyStyle = JSONKeyStyle.snakeCaseWithDigits
}

private final class ByPath: Model, JSONSerializing, JSONKeyStyling {
  var id = 1
  var title = ""
  var author: Plain?
  var other = 2
  var skipped = 3

  override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["other": "other"] }

  static let jsonKeyStyle = JSONKeyStyle.custom { (key: String) -> JSONKeyPath in
    switch key {
    case "id": "id"
    case "author": .firstOf("writer", "author")
    case "skipped": .excluded
    default: .literal("attributes", key)
    }
  }
}

@Suite struct KeyStyleTests {
  @Test func partsDigits() throws {
    #expect(
      try JSONAdapter.string(from: Digits())
        == #"{"item_object_145":1,"item_2_object":2,"utf_8_text":3,"a_1_b_22_c":4,"user_id":5}"#)
  }

  @Test func makesKeyPaths() throws {
    try JSONAdapter.check(ByPath.self)
    let model: ByPath = try JSONAdapter.model(
      from: #"{"id": 7, "attributes": {"title": "t"}, "author": {"id": 9}, "skipped": 8}"#)
    #expect(model.id == 7)
    #expect(model.title == "t")
    #expect(model.author?.id == 9)
    #expect(model.skipped == 3)
    model.author = nil
    #expect(
      try JSONAdapter.string(from: model) == #"{"id":7,"attributes":{"title":"t"},"other":2}"#)
    #expect(ByPath.jsonKeyPath(forKey: "title") == .literal("attributes", "title"))
    #expect(ByPath.jsonKeyPath(forKey: "skipped") == nil)
  }

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
