#include "CallgrindRequests.h"

#include <stddef.h>
#include <stdint.h>

// The numbers and sequences are part of valgrind's interface, and don't change.
enum {
  running_on_valgrind = 0x1001,
  callgrind_base = 'C' << 24 | 'T' << 16,
  zero_statistics = callgrind_base + 1,
  dump_statistics_as = callgrind_base + 3,
  start_instrumentation = callgrind_base + 4,
  stop_instrumentation = callgrind_base + 5,
};

static uint64_t request(uint64_t number, uint64_t argument) {
  volatile uint64_t arguments[6] = {number, argument, 0, 0, 0, 0};
  volatile uint64_t result = 0;
#if defined(__linux__) && defined(__x86_64__)
  __asm__ volatile(
      "rolq $3, %%rdi; rolq $13, %%rdi; rolq $61, %%rdi; rolq $51, %%rdi; xchgq %%rbx, %%rbx"
      : "=d"(result)
      : "a"(&arguments[0]), "0"(result)
      : "cc", "memory");
#elif defined(__linux__) && defined(__aarch64__)
  __asm__ volatile(
      "mov x3, %1; mov x4, %2; ror x12, x12, #3; ror x12, x12, #13; ror x12, x12, #51;"
      "ror x12, x12, #61; orr x10, x10, x10; mov %0, x3"
      : "=r"(result)
      : "r"((uint64_t)0), "r"(&arguments[0])
      : "cc", "memory", "x3", "x4", "x12");
#endif
  return result;
}

bool callgrind_is_running(void) { return request(running_on_valgrind, 0) != 0; }

void callgrind_start(void) {
  request(start_instrumentation, 0);
  request(zero_statistics, 0);
}

void callgrind_stop(const char *name) {
  request(dump_statistics_as, (uint64_t)(uintptr_t)name);
  request(stop_instrumentation, 0);
}
