/// A shape with a side.
final class TaggedSquare: TaggedShape {
  var side = 0.0
}
