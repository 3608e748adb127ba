import Peridot

/// A node with one child.
final class DeepNode: Model, JSONSerializing {
  var name = ""
  var level = 0
  var child: DeepNode?
}
