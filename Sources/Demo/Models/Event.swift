import Peridot

/// Something that happened to an issue; the member `type` says what.
class Event: Model, JSONSerializing {
  var actor = Actor.login("")

  override class var cluster: Cluster? {
    cluster(
      tag: "type", ["closed": Closed.self, "labeled": Labeled.self],
      unknown: .kept(OtherEvent.self))
  }
}

/// A person by the login, or as an object.
enum Actor: JSONUnion {
  case login(String)
  case user(User)
}

final class Closed: Event {}

final class Labeled: Event {
  var label = ""
}

/// An event of a type that the program doesn't know.
final class OtherEvent: Event, JSONKeeping {
  var keptJSON = RawJSON()
}
