/// A shape with a radius.
final class TaggedCircle: TaggedShape {
  var radius = 0.0
}
