public import Peridot

// Built without reflection metadata.

public final class Hidden: Model {
  public var name = ""
  public var count = 0
}

public final class Empty: Model {
  public var computed: Int { 1 }
}
