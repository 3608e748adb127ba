// What the SDK's Foundation declares and Linux's does not, as far as Peridot uses it; type-checked,
// never run. Names and sendability are those of the SDK's headers.
@_exported public import AppleDarwin
// Not an import that .ci/apple rewrites, as it has an attribute.
@_exported public import Foundation

// The header is audited for sendability, and nothing in it says Sendable.
@_nonSendable(_assumed)
open class ValueTransformer: NSObject {
  public override init() { super.init() }
  public convenience init?(forName name: NSValueTransformerName) { nil }
  open class func setValueTransformer(
    _ transformer: ValueTransformer?, forName name: NSValueTransformerName
  ) {}
  open class func valueTransformerNames() -> [NSValueTransformerName] { [] }
  open class func transformedValueClass() -> AnyClass { NSObject.self }
  open class func allowsReverseTransformation() -> Bool { true }
  open func transformedValue(_ value: Any?) -> Any? { nil }
  open func reverseTransformedValue(_ value: Any?) -> Any? { nil }
}

public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }
  public static let negateBooleanTransformerName = Self("NSNegateBoolean")
  public static let isNilTransformerName = Self("NSIsNil")
  public static let isNotNilTransformerName = Self("NSIsNotNil")
}

public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result {
  try body()
}

#if INTEL && (MACOS || CATALYST)
  @available(*, unavailable, message: "there is no Float16 on a Mac with an Intel processor")
  public typealias Float16 = Swift.Float16
#endif

/// NSCoder as the SDK has it: with methods that Linux's has not. Those of Linux's that stand in an
/// extension in the SDK, where they cannot be overridden, are final here.
open class AppleCoder: NSCoder {
  // decodeObjectOfClasses:forKey:, to which decodeObjectOfClass:forKey: leads
  open func __decodeObject(ofClasses classes: Set<AnyHashable>?, forKey key: String) -> Any? { nil }
  open func __decodeArrayOfObjects(
    ofClasses classes: Set<AnyHashable>, forKey key: String
  ) -> [Any]? { nil }
  open func __decodeDictionary(
    withKeysOfClasses keyClasses: Set<AnyHashable>, objectsOfClasses objectClasses: Set<AnyHashable>,
    forKey key: String
  ) -> [AnyHashable: Any]? { nil }
  open func decodeBytes(
    forKey key: String, returnedLength lengthp: UnsafeMutablePointer<Int>?
  ) -> UnsafePointer<UInt8>? { nil }
  open func decodeValue(
    ofObjCType type: UnsafePointer<CChar>, at data: UnsafeMutableRawPointer, size: Int
  ) {}
  // encodeInt:forKey:
  open func encodeCInt(_ value: Int32, forKey key: String) {}

  public final override func decodeObject(of classes: [AnyClass]?, forKey key: String) -> Any? { nil }
  public final override func decodeObject<Object>(
    of type: Object.Type, forKey key: String
  ) -> Object? where Object: NSObject, Object: NSCoding { nil }
}

// <objc/runtime.h>, <Foundation/NSObjCRuntime.h>
public struct Selector: Hashable, Sendable {}
public typealias IMP = OpaquePointer
public func NSSelectorFromString(_ name: String) -> Selector { Selector() }
public func class_getMethodImplementation(_ type: AnyClass?, _ name: Selector) -> IMP? { nil }
