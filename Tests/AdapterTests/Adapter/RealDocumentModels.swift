import Foundation
import Peridot

// Classes for documents of public formats, in the style of their documentation.

enum Expandable<Object: Model>: JSONUnion {
  case id(String)
  case object(Object)

  var object: Object? { if case .object(let object) = self { object } else { nil } }
}

enum Stripe {
  class Resource: Model, JSONSerializing {
    var id = ""

    override class var identityKey: String? { "id" }
    override class var cluster: Cluster? {
      cluster(
        tag: "object", ["customer": Customer.self, "charge": Charge.self, "refund": Refund.self])
    }
  }

  final class Customer: Resource {
    var email: String?
    var metadata: [String: String] = [:]
  }

  final class Charge: Resource {
    var amount = 0
    var customer: Expandable<Customer>?
    var refunds: [Refund] = []
  }

  final class Refund: Resource {
    var amount = 0
    var charge: Expandable<Charge>?
  }

  final class Event: Model, JSONSerializing {
    var type = ""
    var object: Resource?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["object": "data.object"] }
  }
}

enum ActivityPub {
  final class Actor: Model, JSONSerializing {
    var id = ""
    var name: String?
    var icon: OneOrMany<Picture>?

    override class var identityKey: String? { "id" }
  }

  final class Picture: Model, JSONSerializing {
    var url: URL?
    var mediaType: String?
  }

  final class Note: Model, JSONSerializing {
    var id = ""
    var context: OneOrMany<Context>?
    var attributedTo: Expandable<Actor>?
    var to: OneOrMany<String> = .many([])
    var content: String?
    var inReplyTo: Expandable<Note>?

    override class var identityKey: String? { "id" }
    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["context": "@context"] }
  }

  final class Activity: Model, JSONSerializing {
    var id = ""
    var type = ""
    var actor: Expandable<Actor>?
    var object: Expandable<Note>?
  }

  enum Context: JSONUnion {
    case address(String)
    case terms([String: String])
  }
}

enum NPM {
  final class Person: Model, JSONSerializing {
    var name = ""
    var email: String?
  }

  enum Author: JSONUnion {
    case text(String)
    case person(Person)

    var person: Person? { if case .person(let person) = self { person } else { nil } }
  }

  enum Commands: JSONUnion {
    case path(String)
    case paths([String: String])
  }

  enum Export: JSONUnion {
    case path(String)
    case conditions([String: Export?])
  }

  final class Package: Model, JSONSerializing {
    var name = ""
    var author: Author?
    var bin: Commands?
    var exports: Export?
    var files: OneOrMany<String>?
  }
}

enum OpenAPI {
  final class Reference: Model, JSONSerializing {
    var ref = ""

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["ref": "$ref"] }
    override class var requiredPropertyKeys: Set<String> { ["ref"] }
  }

  enum SchemaOrReference: JSONUnion {
    case reference(Reference)
    case schema(Schema)
  }

  enum Additional: JSONUnion {
    case allowed(Bool)
    case reference(Reference)
    case schema(Schema)
  }

  final class Schema: Model, JSONSerializing {
    var type: OneOrMany<String>?
    var properties: [String: SchemaOrReference]?
    var additionalProperties: Additional?
    var items: SchemaOrReference?
  }

  final class Parameter: Model, JSONSerializing {
    var name = ""
    var place = "query"
    var schema: SchemaOrReference?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["place": "in"] }
    override class var requiredPropertyKeys: Set<String> { ["name", "place"] }
  }

  enum ParameterOrReference: JSONUnion {
    case reference(Reference)
    case parameter(Parameter)

    var parameter: Parameter? {
      if case .parameter(let parameter) = self { parameter } else { nil }
    }
  }

  final class Operation: Model, JSONSerializing {
    var operationId: String?
    var parameters: [ParameterOrReference] = []
  }
}

enum Compose {
  final class Build: Model, JSONSerializing {
    var context = "."
    var args: Environment?
  }

  enum BuildOrPath: JSONUnion {
    case path(String)
    case build(Build)

    var build: Build? { if case .build(let build) = self { build } else { nil } }
  }

  enum Environment: JSONUnion {
    case list([String])
    case members([String: String?])
  }

  final class Port: Model, JSONSerializing {
    var target = 0
    var published: String?
  }

  enum PortForm: JSONUnion {
    case number(Int)
    case text(String)
    case port(Port)
  }

  final class Condition: Model, JSONSerializing {
    var condition = ""
  }

  enum Dependencies: JSONUnion {
    case names([String])
    case conditions([String: Condition])
  }

  final class Service: Model, JSONSerializing {
    var image: String?
    var build: BuildOrPath?
    var command: OneOrMany<String>?
    var environment: Environment?
    var ports: [PortForm]?
    var dependsOn: Dependencies?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["dependsOn": "depends_on"]
    }
  }
}

enum LinkedData {
  final class Person: Model, JSONSerializing {
    var id: String?
    var type: OneOrMany<String>?
    var name: String?

    override class var identityKey: String? { "id" }
    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["id": "@id", "type": "@type"]
    }
  }

  enum Author: JSONUnion {
    case name(String)
    case person(Person)
  }

  final class Article: Model, JSONSerializing {
    var context: OneOrMany<ActivityPub.Context>?
    var type: OneOrMany<String>?
    var author: OneOrMany<Author>?
    var image: OneOrMany<URL>?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["context": "@context", "type": "@type"]
    }
  }
}

enum Slack {
  class Element: Model, JSONSerializing {
    override class var cluster: Cluster? {
      cluster(
        tag: "type",
        [
          "section": Section.self, "divider": Divider.self, "context": ContextBlock.self,
          "plain_text": PlainText.self, "mrkdwn": Markdown.self, "image": Picture.self,
          "button": Button.self,
        ])
    }
  }

  final class Section: Element {
    var text: Element?
    var fields: [Element]?
    var accessory: Element?
  }

  final class Divider: Element {}

  final class ContextBlock: Element {
    var elements: [Element] = []
  }

  final class PlainText: Element {
    var text = ""
    var emoji: Bool?
  }

  final class Markdown: Element {
    var text = ""
  }

  final class Picture: Element {
    var imageURL = ""
    var altText = ""

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["imageURL": "image_url", "altText": "alt_text"]
    }
  }

  final class Button: Element {
    var text: PlainText?
    var value: String?
  }

  final class Message: Model, JSONSerializing {
    var channel = ""
    var blocks: [Element] = []
  }
}

enum Telegram {
  enum Chat: JSONUnion {
    case number(Int)
    case name(String)
  }

  final class Button: Model, JSONSerializing {
    var text = ""
    var url: String?
  }

  final class InlineKeyboard: Model, JSONSerializing {
    var rows: [[Button]] = []

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["rows": "inline_keyboard"] }
    override class var requiredPropertyKeys: Set<String> { ["rows"] }
  }

  final class ForceReply: Model, JSONSerializing {
    var forceReply = true

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["forceReply": "force_reply"]
    }
    override class var requiredPropertyKeys: Set<String> { ["forceReply"] }
  }

  enum Markup: JSONUnion {
    case keyboard(InlineKeyboard)
    case reply(ForceReply)

    var keyboard: InlineKeyboard? {
      if case .keyboard(let keyboard) = self { keyboard } else { nil }
    }
  }

  final class SendMessage: Model, JSONSerializing {
    var chatID = Chat.number(0)
    var text = ""
    var replyMarkup: Markup?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["chatID": "chat_id", "replyMarkup": "reply_markup"]
    }
  }
}

enum Completions {
  class Part: Model, JSONSerializing {
    override class var cluster: Cluster? {
      cluster(tag: "type", ["text": TextPart.self, "image_url": PicturePart.self])
    }
  }

  final class TextPart: Part {
    var text = ""
  }

  final class PicturePart: Part {
    var url = ""

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["url": "image_url.url"] }
  }

  enum Content: JSONUnion {
    case text(String)
    case parts([Part])
    case null

    var parts: [Part] { if case .parts(let parts) = self { parts } else { [] } }
  }

  final class Message: Model, JSONSerializing {
    var role = ""
    var content = Content.null
  }

  final class Tool: Model, JSONSerializing {
    var type = "function"
    var name = ""

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] { ["name": "function.name"] }
  }

  enum ToolChoice: JSONUnion {
    case mode(String)
    case tool(Tool)

    var tool: Tool? { if case .tool(let tool) = self { tool } else { nil } }
  }

  final class Request: Model, JSONSerializing {
    var messages: [Message] = []
    var stop: OneOrMany<String>?
    var toolChoice: ToolChoice?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["toolChoice": "tool_choice"]
    }
  }
}

enum Configurations {
  enum Setting: JSONUnion {
    case level(Int)
    case name(String)
    case options([String: RawJSON])
  }

  enum Rule: JSONUnion {
    case level(Int)
    case name(String)
    case settings([Setting])
  }

  final class ESLint: Model, JSONSerializing {
    var extends: OneOrMany<String>?
    var rules: [String: Rule] = [:]
  }

  final class TypeScript: Model, JSONSerializing {
    var extends: OneOrMany<String>?
    var strict: Bool?
    var lib: [String]?

    override class var keyPathsByPropertyKey: [String: JSONKeyPath] {
      ["strict": "compilerOptions.strict", "lib": "compilerOptions.lib"]
    }
  }
}

enum GeoJSON {
  class Geometry: Model, JSONSerializing {
    override class var cluster: Cluster? {
      cluster(
        tag: "type",
        ["Point": Point.self, "LineString": Line.self, "GeometryCollection": Group.self])
    }
  }

  final class Point: Geometry {
    var coordinates: [Double] = []
  }

  final class Line: Geometry {
    var coordinates: [[Double]] = []
  }

  final class Group: Geometry {
    var geometries: [Geometry] = []
  }

  enum Identifier: JSONUnion {
    case number(Int)
    case text(String)
  }

  final class Feature: Model, JSONSerializing {
    var type = "Feature"
    var id: Identifier?
    var geometry: Geometry?
    var properties: [String: RawJSON] = [:]
  }
}
