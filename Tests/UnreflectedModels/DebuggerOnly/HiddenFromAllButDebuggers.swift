public import Peridot

// Built with reflection metadata for the debugger only.

open class HiddenFromAllButDebuggers: Model {
  public var name = ""
}
