/// A shape with a side.
final class Square: Shape {
  var side = 0.0
}
