import Peridot

/// The same members as those of ``Shape``, in a class that declares its cluster: the tag is no property.
class TaggedShape: Model, JSONSerializing {
  var name = ""
  var color = ""
  var area = 0.0

  override class var cluster: Cluster? {
    cluster(tag: "kind", ["circle": TaggedCircle.self, "square": TaggedSquare.self])
  }
}
