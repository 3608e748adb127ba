/// A shape with a radius.
final class Circle: Shape {
  var radius = 0.0
}
