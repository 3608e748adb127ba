import Foundation
import Testing

/// A sanitizer makes each stack frame, and each allocation, several times as large.
private let isSanitized = ["__asan_init", "__tsan_init"].contains { (name: String) in
  dlsym(dlopen(nil, RTLD_NOW), name) != nil
}

extension Trait where Self == ConditionTrait {
  /// For tests that depend on how much of a stack, or of memory, is used.
  static var notSanitized: Self {
    .disabled(if: isSanitized, "a sanitizer changes what is used of stacks and memory")
  }
}
