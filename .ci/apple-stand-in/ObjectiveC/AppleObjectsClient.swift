// What Peridot takes for granted of classes that are declared in Objective-C.
public import AppleObjects

// As in ValueTransformer+Sendable.swift: without a warning, and a constant is then allowed.
extension NSTransformer: @retroactive @unchecked Sendable {}
public final class Doubling: NSTransformer, @unchecked Sendable {}
public let doubling: NSTransformer = Doubling()

// As in ModelHooks.swift: `validates` is in the table of the subclass, `isEqual` is not.
open class Model: NSObject {
  open override func isEqual(_ object: NSObject!) -> CInt { 0 }
  open func validates() {}
}
public final class Probe: Model {
  public override func isEqual(_ object: NSObject!) -> CInt { 1 }
  public override func validates() {}
}
