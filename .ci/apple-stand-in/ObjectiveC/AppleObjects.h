// Classes as clang imports them from the SDK: what is declared in Objective-C, and audited for
// sendability by the pragma that NS_HEADER_AUDIT_BEGIN(nullability, sendability) stands for.
__attribute__((objc_root_class))
@interface NSObject
- (instancetype)init;
- (int)isEqual:(NSObject *)object;
@end

#pragma clang attribute push( \
  __attribute__((swift_attr("@_nonSendable(_assumed)"))), apply_to = objc_interface)
@interface NSTransformer : NSObject
@end
#pragma clang attribute pop
