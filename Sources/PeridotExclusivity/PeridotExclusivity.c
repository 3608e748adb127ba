#include "PeridotExclusivity.h"

#include <stdatomic.h>
#include <stdint.h>

// Of the Swift runtime. The compiler has calls of the first two in every program.
extern void swift_beginAccess(void *pointer, void *buffer, uintptr_t flags, void *caller);
extern void swift_endAccess(void *buffer);
// How a task takes its accesses along when it moves to another thread: private, and perhaps missing.
extern void swift_task_enterThreadLocalContext(char *state) __attribute__((weak));
// How the runtime marks objects that a program is linked with.
extern void _swift_stdlib_immortalize(void *object) __attribute__((weak));

enum { Read = 0, Modify = 1, Tracking = 0x20 };

/// What the runtime keeps of an access, on the stack of whoever has it: three words.
typedef struct {
  void *words[3];
} Access;

// An access that is not tracked has ended when the call returns.

void PeridotCheckRead(const void *address) {
  Access access;
  swift_beginAccess((void *)address, &access, Read, 0);
}

void PeridotCheckWrite(const void *address) {
  Access access;
  swift_beginAccess((void *)address, &access, Modify, 0);
}

/// Returns the latest access of this thread, or null.
///
/// A task without accesses of its own notes there which ones its thread has, and changes nothing.
static inline void *latestAccess(void) {
  void *state[4] = {0};
  swift_task_enterThreadLocalContext((char *)state);
  return state[0];
}

/// Finds out whether `latestAccess` does what it is to do: within an access, that is the one.
static bool findsAccesses(void) {
  if (!swift_task_enterThreadLocalContext) return false;
  char variable;
  Access access;
  swift_beginAccess(&variable, &access, Read | Tracking, (void *)&findsAccesses);
  void *found = latestAccess();
  void *again = latestAccess();
  swift_endAccess(&access);
  return found == &access && again == &access;
}

enum { Unknown, Yes, No };

static _Atomic(int) isReliable = Unknown;

bool PeridotHasAccesses(void) {
  int reliable = atomic_load_explicit(&isReliable, memory_order_relaxed);
  if (reliable == Unknown) {
    reliable = findsAccesses() ? Yes : No;
    atomic_store_explicit(&isReliable, reliable, memory_order_relaxed);
  }
  return reliable == No || latestAccess();
}

void PeridotDistrustAccesses(void) {
  atomic_store_explicit(&isReliable, No, memory_order_relaxed);
}

void PeridotStopCounting(void *object) {
  if (_swift_stdlib_immortalize) _swift_stdlib_immortalize(object);
}

// Swift's calling convention is that of C for one argument and a result of two words.
extern PeridotBox swift_allocBox(const void *type) __attribute__((swiftcall));

PeridotBox PeridotAllocateBox(const void *type) { return swift_allocBox(type); }
