/// What the fuzzers share. A broken promise of the core ends the program, so that the input is kept.
#ifndef CLOCKHAND_TESTS_FUZZ_H
#define CLOCKHAND_TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/// Called with every input.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// Called once; the name is what the last line of a finished run starts with.
int LLVMFuzzerInitialize(int *argc, char ***argv);

/// Prints `NAME: 1 passed, 0 failed` when the run ends without a fault; a fault ends the program before.
void fuzz_open(const char *name);

bool fuzz_is_utf8(const char *text, size_t length);

/// Ends the program unless the text is one JSON value, written without white space; where `utf8`, also unless it is UTF-8: what comes
/// in as that goes out as that.
void fuzz_json(const char *text, size_t length, bool utf8);

#define FUZZ_TRUE(condition) fuzz_true(__FILE__, __LINE__, (condition), #condition)

static inline void fuzz_true(const char *file, int line, int held, const char *condition) {
    if (held) return;
    printf("%s:%d: not true: %s\n", file, line, condition);
    fflush(stdout);
    abort();
}

#endif
