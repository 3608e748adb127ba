import Observation
public import Peridot

/// An observable class of another module, of which only some is to be seen from outside.
@Observable open class Watched: Model, JSONSerializing {
  public var title = ""
  public private(set) var count = 0
  var inner: [Int] = []
  @ObservationIgnored @Trimmed public var name = ""

  override open class var declaredProperties: [Property] {
    [
      property("title", \.title),
      property("count", \.count),
      property("inner", \.inner),
    ]
  }
}

@propertyWrapper public struct Trimmed: PropertyWrapper {
  private var text = ""

  public init(wrappedValue: String) { self.wrappedValue = wrappedValue }

  public var wrappedValue: String {
    get { text }
    set { text = String(newValue.drop { $0 == " " }) }
  }
}
