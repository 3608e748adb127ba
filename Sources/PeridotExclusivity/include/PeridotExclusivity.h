#ifndef PERIDOT_EXCLUSIVITY_H
#define PERIDOT_EXCLUSIVITY_H

#include <stdbool.h>

#pragma clang assume_nonnull begin

// Swift's law of exclusivity for accesses that the compiler does not see.
//
// The functions of the runtime cannot be declared in Swift: their names are reserved, and the
// compiler declares them itself, with another calling convention. Looked up by name when the program
// runs, they are not found in one that is linked statically.

/// Traps, as a read of the variable at `address` would, when this thread is in the middle of changing
/// it.
void PeridotCheckRead(const void *address);

/// Traps, as an assignment to the variable at `address` would, when this thread is in the middle of
/// reading or changing it.
void PeridotCheckWrite(const void *address);

/// Tells whether this thread is in the middle of any access that the runtime keeps track of. As long
/// as it is not, no check can fail. True where that cannot be told.
bool PeridotHasAccesses(void);

/// Makes `PeridotHasAccesses` true from here on, as it is with a runtime that cannot tell: for tests.
void PeridotDistrustAccesses(void);

/// Stops counting references to an object of Swift's, which nothing ever releases: threads that use it
/// then write to no memory that they share. Does nothing where the runtime cannot do so.
void PeridotStopCounting(void *object);

/// A new box of Swift's for a value of one type, and the memory for the value in it.
typedef struct {
  void *object;
  void *content;
} PeridotBox;

/// Makes a box, as an indirect case of an enum has one, for a value that the caller then initializes.
///
/// `type` is the metadata of the value's type.
PeridotBox PeridotAllocateBox(const void *type);

#pragma clang assume_nonnull end

#endif
