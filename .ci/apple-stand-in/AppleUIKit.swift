// What UIKit adds to Foundation's classes, as far as Peridot might use it; type-checked, never run.
@_exported public import AppleFoundation

#if UIKIT
  extension NSValue {
    public convenience init(cgPoint: CGPoint) { fatalError() }
    public convenience init(cgSize: CGSize) { fatalError() }
    public convenience init(cgRect: CGRect) { fatalError() }
  }
#endif
