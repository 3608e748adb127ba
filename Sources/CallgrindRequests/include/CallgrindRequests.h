// What a program can ask of valgrind's callgrind, which counts the instructions of a process.
//
// A request is a sequence of instructions that does nothing, unless valgrind runs the program.

#ifndef CALLGRIND_REQUESTS_H
#define CALLGRIND_REQUESTS_H

#include <stdbool.h>

/// Returns whether valgrind runs this process.
bool callgrind_is_running(void);

/// Counts from here on, beginning at zero.
void callgrind_start(void);

/// Stops counting, and writes a file with the instructions of each function under that name.
void callgrind_stop(const char *name);

#endif
