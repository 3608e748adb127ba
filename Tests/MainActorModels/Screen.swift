import Observation
public import Peridot

/// What a view shows, in a module whose default isolation is the main actor.
@Observable public final class Screen: Model, JSONSerializing {
  public var title = ""
  public var tabs: [String] = []
  @ObservationIgnored @Rounded public var progress = 0.0

  override public class var declaredProperties: [Property] {
    [property("title", \.title), property("tabs", \.tabs)]
  }
}

@propertyWrapper public nonisolated struct Rounded: PropertyWrapper {
  private var value: Double

  public init(wrappedValue: Double) { value = wrappedValue.rounded() }

  public var wrappedValue: Double {
    get { value }
    set { value = newValue.rounded() }
  }
}
