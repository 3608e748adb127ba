import Foundation
import Peridot
import Testing

/// A document of a public format, an update of it, and what it is then.
private struct Document: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let run: @Sendable () throws -> Void

  /// - Parameter kept: An object that the update changes in place.
  init<M: JSONSerializing>(
    _ name: String, _: M.Type, _ json: String, update: String, gives changed: String,
    keeping kept: @escaping @Sendable (M) -> AnyObject? = { $0 }
  ) {
    testDescription = name
    run = {
      let model: M = try JSONAdapter.model(
        from: json, policy: .strict.with { $0.unknownKeys = .fail })
      #expect(try Self.value(JSONAdapter.string(from: model)) == Self.value(json))
      let other: M = try JSONAdapter.model(from: JSONAdapter.dictionary(from: model))
      #expect(other == model)
      let object = try #require(kept(model))
      try JSONAdapter.update(model, from: update)
      #expect(kept(model) === object)
      #expect(try Self.value(JSONAdapter.string(from: model)) == Self.value(changed))
      let again: M = try JSONAdapter.model(from: changed)
      #expect(again == model)
    }
  }

  private static func value(_ json: String) throws -> NSObject? {
    try JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSObject
  }
}

private let documents: [Document] = [
  Document(
    "a charge with an id", Stripe.Charge.self,
    #"{"object": "charge", "id": "ch_1", "amount": 2000, "customer": "cus_1", "refunds": []}"#,
    update: #"{"customer": {"object": "customer", "id": "cus_1", "email": "a@b", "metadata": {}}}"#,
    gives: #"""
      {"object": "charge", "id": "ch_1", "amount": 2000, "refunds": [],
       "customer": {"object": "customer", "id": "cus_1", "email": "a@b", "metadata": {}}}
      """#),
  Document(
    "a charge with the object", Stripe.Charge.self,
    #"""
    {"object": "charge", "id": "ch_1", "amount": 2000, "refunds": [],
     "customer": {"object": "customer", "id": "cus_1", "email": "a@b", "metadata": {"k": "v"}}}
    """#,
    update: #"{"customer": "cus_1", "amount": 2100}"#,
    gives: #"""
      {"object": "charge", "id": "ch_1", "amount": 2100, "refunds": [],
       "customer": {"object": "customer", "id": "cus_1", "email": "a@b", "metadata": {"k": "v"}}}
      """#, keeping: { $0.customer?.object }),
  Document(
    "a charge with refunds", Stripe.Charge.self,
    #"""
    {"object": "charge", "id": "ch_1", "amount": 5, "refunds": [
      {"object": "refund", "id": "re_1", "amount": 2, "charge": "ch_1"},
      {"object": "refund", "id": "re_2", "amount": 3}]}
    """#,
    update: #"{"refunds": [{"object": "refund", "id": "re_2", "amount": 4, "charge": "ch_1"}]}"#,
    gives: #"""
      {"object": "charge", "id": "ch_1", "amount": 5, "refunds": [
        {"object": "refund", "id": "re_2", "amount": 4, "charge": "ch_1"}]}
      """#, keeping: { $0.refunds.last }),
  Document(
    "an event", Stripe.Event.self,
    #"""
    {"type": "charge.created", "data":
      {"object": {"object": "charge", "id": "ch_1", "amount": 5, "refunds": []}}}
    """#,
    update: #"{"data": {"object": {"amount": 6}}}"#,
    gives: #"""
      {"type": "charge.created", "data":
        {"object": {"object": "charge", "id": "ch_1", "amount": 6, "refunds": []}}}
      """#, keeping: { $0.object }),
  Document(
    "a note to one", ActivityPub.Note.self,
    #"""
    {"@context": "https://www.w3.org/ns/activitystreams", "id": "n1", "to": "as:Public",
     "attributedTo": "https://a.example/u", "content": "Hi"}
    """#,
    update: #"{"to": ["as:Public", "f"], "inReplyTo": "n0"}"#,
    gives: #"""
      {"@context": "https://www.w3.org/ns/activitystreams", "id": "n1", "to": ["as:Public", "f"],
       "attributedTo": "https://a.example/u", "content": "Hi", "inReplyTo": "n0"}
      """#),
  Document(
    "a note with terms", ActivityPub.Note.self,
    #"""
    {"@context": ["https://www.w3.org/ns/activitystreams", {"toot": "http://joinmastodon.org/ns#"}],
     "id": "n1", "to": [], "attributedTo": {"id": "u", "name": "Ann",
       "icon": {"url": "https://a.example/i.png", "mediaType": "image/png"}}}
    """#,
    update: #"{"attributedTo": {"id": "u", "name": "Anna"}}"#,
    gives: #"""
      {"@context": ["https://www.w3.org/ns/activitystreams", {"toot": "http://joinmastodon.org/ns#"}],
       "id": "n1", "to": [], "attributedTo": {"id": "u", "name": "Anna",
         "icon": {"url": "https://a.example/i.png", "mediaType": "image/png"}}}
      """#, keeping: { $0.attributedTo?.object }),
  Document(
    "an announcement", ActivityPub.Activity.self,
    #"{"id": "a1", "type": "Announce", "actor": "u", "object": "n1"}"#,
    update: #"{"object": {"id": "n1", "to": "x"}}"#,
    gives: #"{"id": "a1", "type": "Announce", "actor": "u", "object": {"id": "n1", "to": "x"}}"#),
  Document(
    "a creation", ActivityPub.Activity.self,
    #"""
    {"id": "a1", "type": "Create", "actor": {"id": "u", "icon": [{"url": "https://a/i"}, {}]},
     "object": {"id": "n1", "to": "x", "inReplyTo": {"id": "n0", "to": []}}}
    """#,
    update: #"{"object": {"id": "n1", "inReplyTo": {"id": "n0", "content": "first"}}}"#,
    gives: #"""
      {"id": "a1", "type": "Create", "actor": {"id": "u", "icon": [{"url": "https://a/i"}, {}]},
       "object": {"id": "n1", "to": "x", "inReplyTo": {"id": "n0", "to": [], "content": "first"}}}
      """#, keeping: { $0.object?.object?.inReplyTo?.object }),
  Document(
    "a package in short forms", NPM.Package.self,
    #"{"name": "left-pad", "author": "Ann <a@b>", "bin": "cli.js", "exports": "./index.js"}"#,
    update: #"{"bin": {"left": "cli.js"}}"#,
    gives: #"""
      {"name": "left-pad", "author": "Ann <a@b>", "bin": {"left": "cli.js"}, "exports": "./index.js"}
      """#),
  Document(
    "a package in long forms", NPM.Package.self,
    #"""
    {"name": "p", "author": {"name": "Ann"}, "bin": {"p": "p.js", "q": "q.js"}, "files": ["a"],
     "exports": {".": {"import": "./m.mjs", "require": {"node": "./n.cjs"}}, "./private/*": null}}
    """#,
    update: #"{"author": {"email": "a@b"}}"#,
    gives: #"""
      {"name": "p", "author": {"name": "Ann", "email": "a@b"}, "bin": {"p": "p.js", "q": "q.js"},
       "files": ["a"],
       "exports": {".": {"import": "./m.mjs", "require": {"node": "./n.cjs"}}, "./private/*": null}}
      """#, keeping: { $0.author?.person }),
  Document(
    "an operation", OpenAPI.Operation.self,
    #"""
    {"operationId": "list", "parameters": [{"$ref": "#/components/parameters/limit"},
      {"name": "tag", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}}]}
    """#,
    update: #"{"operationId": "listPets"}"#,
    gives: #"""
      {"operationId": "listPets", "parameters": [{"$ref": "#/components/parameters/limit"},
        {"name": "tag", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}}]}
      """#, keeping: { $0.parameters.last?.parameter }),
  Document(
    "a schema", OpenAPI.Schema.self,
    #"""
    {"type": "object", "additionalProperties": false, "properties": {
      "id": {"type": ["integer", "null"]}, "owner": {"$ref": "#/components/schemas/User"}}}
    """#,
    update: #"{"additionalProperties": {"type": "string"}}"#,
    gives: #"""
      {"type": "object", "additionalProperties": {"type": "string"}, "properties": {
        "id": {"type": ["integer", "null"]}, "owner": {"$ref": "#/components/schemas/User"}}}
      """#),
  Document(
    "a schema of references", OpenAPI.Schema.self,
    ##"{"type": "array", "items": {"$ref": "#/a"}, "additionalProperties": {"$ref": "#/b"}}"##,
    update: ##"{"items": {"$ref": "#/c"}}"##,
    gives:
      ##"{"type": "array", "items": {"$ref": "#/c"}, "additionalProperties": {"$ref": "#/b"}}"##),
  Document(
    "a service in short forms", Compose.Service.self,
    #"""
    {"build": "./app", "command": "make run", "environment": ["A=1"], "ports": ["80:80", 8080],
     "depends_on": ["db"]}
    """#,
    update: #"{"environment": {"A": "1", "B": null}, "command": ["make", "run"]}"#,
    gives: #"""
      {"build": "./app", "command": ["make", "run"], "environment": {"A": "1", "B": null},
       "ports": ["80:80", 8080], "depends_on": ["db"]}
      """#),
  Document(
    "a service in long forms", Compose.Service.self,
    #"""
    {"image": "app", "build": {"context": ".", "args": {"V": "2"}}, "command": [],
     "ports": [{"target": 80, "published": "8080"}], "depends_on": {"db": {"condition": "healthy"}}}
    """#,
    update: #"{"build": {"args": ["V=3"]}}"#,
    gives: #"""
      {"image": "app", "build": {"context": ".", "args": ["V=3"]}, "command": [],
       "ports": [{"target": 80, "published": "8080"}], "depends_on": {"db": {"condition": "healthy"}}}
      """#, keeping: { $0.build?.build }),
  Document(
    "an article by a name", LinkedData.Article.self,
    #"{"@context": "https://schema.org", "@type": "Article", "author": "Ann", "image": "https://a/i"}"#,
    update: #"{"author": {"@id": "p1", "name": "Ann"}}"#,
    gives: #"""
      {"@context": "https://schema.org", "@type": "Article", "image": "https://a/i",
       "author": {"@id": "p1", "name": "Ann"}}
      """#),
  Document(
    "an article by persons", LinkedData.Article.self,
    #"""
    {"@context": ["https://schema.org", {"x": "https://x"}], "@type": ["Article", "x:Report"],
     "author": [{"@id": "p1", "@type": "Person", "name": "Ann"}, "Bo"], "image": ["https://a/i"]}
    """#,
    update: #"{"@type": "Article"}"#,
    gives: #"""
      {"@context": ["https://schema.org", {"x": "https://x"}], "@type": "Article",
       "author": [{"@id": "p1", "@type": "Person", "name": "Ann"}, "Bo"], "image": ["https://a/i"]}
      """#),
  Document(
    "a message of blocks", Slack.Message.self,
    #"""
    {"channel": "C1", "blocks": [{"type": "divider"},
      {"type": "section", "text": {"type": "mrkdwn", "text": "*Hi*"}, "accessory":
        {"type": "button", "text": {"type": "plain_text", "text": "Go", "emoji": true}, "value": "v"}}]}
    """#,
    update: #"{"channel": "C2"}"#,
    gives: #"""
      {"channel": "C2", "blocks": [{"type": "divider"},
        {"type": "section", "text": {"type": "mrkdwn", "text": "*Hi*"}, "accessory":
          {"type": "button", "text": {"type": "plain_text", "text": "Go", "emoji": true}, "value": "v"}}]}
      """#, keeping: { $0.blocks.last }),
  Document(
    "a section", Slack.Section.self,
    #"{"type": "section", "text": {"type": "plain_text", "text": "a"}, "fields": []}"#,
    update:
      #"{"text": {"text": "b"}, "accessory": {"type": "image", "image_url": "u", "alt_text": ""}}"#,
    gives: #"""
      {"type": "section", "text": {"type": "plain_text", "text": "b"}, "fields": [],
       "accessory": {"type": "image", "image_url": "u", "alt_text": ""}}
      """#, keeping: { $0.text }),
  Document(
    "a message to a chat", Telegram.SendMessage.self,
    #"{"chat_id": -1001, "text": "Hi", "reply_markup": {"force_reply": true}}"#,
    update: #"{"chat_id": "@news", "reply_markup": {"inline_keyboard": [[{"text": "a"}]]}}"#,
    gives: #"""
      {"chat_id": "@news", "text": "Hi", "reply_markup": {"inline_keyboard": [[{"text": "a"}]]}}
      """#),
  Document(
    "a message with a keyboard", Telegram.SendMessage.self,
    #"""
    {"chat_id": "@news", "text": "Hi", "reply_markup":
      {"inline_keyboard": [[{"text": "a", "url": "https://a"}], [{"text": "b"}]]}}
    """#,
    update: #"{"text": "Ho", "reply_markup": {"inline_keyboard": []}}"#,
    gives: #"{"chat_id": "@news", "text": "Ho", "reply_markup": {"inline_keyboard": []}}"#,
    keeping: { $0.replyMarkup?.keyboard }),
  Document(
    "a request of text", Completions.Request.self,
    #"""
    {"messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": null}],
     "stop": "END", "tool_choice": "auto"}
    """#,
    update: #"{"stop": ["a", "b"], "tool_choice": {"function": {"name": "f"}}}"#,
    gives: #"""
      {"messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": null}],
       "stop": ["a", "b"], "tool_choice": {"type": "function", "function": {"name": "f"}}}
      """#),
  Document(
    "a request of parts", Completions.Request.self,
    #"""
    {"messages": [{"role": "user", "content": [{"type": "text", "text": "What is it?"},
      {"type": "image_url", "image_url": {"url": "https://a/i"}}]}],
     "tool_choice": {"type": "function", "function": {"name": "f"}}}
    """#,
    update: #"{"tool_choice": {"function": {"name": "g"}}}"#,
    gives: #"""
      {"messages": [{"role": "user", "content": [{"type": "text", "text": "What is it?"},
        {"type": "image_url", "image_url": {"url": "https://a/i"}}]}],
       "tool_choice": {"type": "function", "function": {"name": "g"}}}
      """#, keeping: { $0.toolChoice?.tool }),
  Document(
    "rules of a linter", Configurations.ESLint.self,
    #"""
    {"extends": "eslint:recommended", "rules": {"semi": 2, "quotes": "error", "eqeqeq": ["warn"],
      "max-len": ["error", {"code": 100, "ignoreUrls": true}, 4]}}
    """#,
    update: #"{"extends": ["a", "b"]}"#,
    gives: #"""
      {"extends": ["a", "b"], "rules": {"semi": 2, "quotes": "error", "eqeqeq": ["warn"],
        "max-len": ["error", {"code": 100, "ignoreUrls": true}, 4]}}
      """#),
  Document(
    "options of a compiler", Configurations.TypeScript.self,
    #"{"extends": ["./base"], "compilerOptions": {"strict": true, "lib": ["es2022"]}}"#,
    update: #"{"extends": "./base", "compilerOptions": {"strict": false}}"#,
    gives: #"{"extends": "./base", "compilerOptions": {"strict": false, "lib": ["es2022"]}}"#),
  Document(
    "a feature", GeoJSON.Feature.self,
    #"""
    {"type": "Feature", "id": 5, "properties": {"name": "x", "height": 1.5},
     "geometry": {"type": "Point", "coordinates": [7.5, 47.25]}}
    """#,
    update: #"{"id": "5", "geometry": {"coordinates": [8, 47]}}"#,
    gives: #"""
      {"type": "Feature", "id": "5", "properties": {"name": "x", "height": 1.5},
       "geometry": {"type": "Point", "coordinates": [8, 47]}}
      """#, keeping: { $0.geometry }),
  Document(
    "a feature of several geometries", GeoJSON.Feature.self,
    #"""
    {"type": "Feature", "properties": {}, "geometry": {"type": "GeometryCollection", "geometries": [
      {"type": "Point", "coordinates": [1, 2]}, {"type": "LineString", "coordinates": [[1, 2], [3, 4]]}]}}
    """#,
    update: #"{"properties": {"a": [1]}}"#,
    gives: #"""
      {"type": "Feature", "properties": {"a": [1]}, "geometry": {"type": "GeometryCollection",
        "geometries": [{"type": "Point", "coordinates": [1, 2]},
          {"type": "LineString", "coordinates": [[1, 2], [3, 4]]}]}}
      """#, keeping: { $0.geometry }),
]

/// Documents as public services and tools write them: read strictly, written back equal, and updated in
/// place.
@Suite struct RealDocumentTests {
  @Test(arguments: documents)
  fileprivate func isReadUpdatedAndWrittenBack(_ document: Document) throws { try document.run() }
}
