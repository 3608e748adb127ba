import Peridot

/// The same members as those of ``Shape`` and its subclasses, in one class.
final class PlainShape: Model, JSONSerializing {
  var kind = ""
  var name = ""
  var color = ""
  var area = 0.0
  var radius: Double?
  var side: Double?
}
