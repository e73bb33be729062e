/// Statuses of the core and the one sentence that each of them is told in.
#ifndef CLOCKHAND_STATUS_H
#define CLOCKHAND_STATUS_H

#include <stdint.h>

#include "clockhand/text.h"

/// Every status: name, permanent id, sentence. In a sentence `{argument}`, `{value}` and `{accepted}` stand for the
/// texts of a failure, `{0}` `{1}` `{2}` for its counts and `{real}` for its number.
#define CH_STATUS_LIST(X)                                                                                            \
    X(CH_OK, "ok", "done")                                                                                           \
    X(CH_ZERO_FEATURE_WIDTH, "zero-feature-width", "width 0 holds no pair: an even width of at least 2 is accepted") \
    X(CH_ODD_FEATURE_WIDTH, "odd-feature-width",                                                                     \
      "width {0} leaves a feature without a partner: an even width of at least 2 is accepted")                       \
    X(CH_ROTARY_WIDTH_TOO_WIDE, "rotary-width-too-wide",                                                             \
      "rotary width {0} is wider than the {1} features: an even width of at most {1} is accepted")                   \
    X(CH_ZERO_POSITION_CAPACITY, "zero-position-capacity", "capacity 0 holds no position: at least 1 is accepted")   \
    X(CH_INVALID_BASE, "invalid-base", "base {real} is refused: a finite number above 0 is accepted")                \
    X(CH_TABLE_SIZE_OVERFLOW, "table-size-overflow",                                                                 \
      "{0} positions times {1} pairs overflow 64 bits: fewer are accepted")                                          \
    X(CH_TABLE_ALLOCATION_FAILED, "table-allocation-failed",                                                         \
      "{0} table cells are more than any allocation can hold: at most {1} are accepted")                             \
    X(CH_NON_FINITE_TABLE_VALUE, "non-finite-table-value",                                                           \
      "the angle at position {0}, pair {1} is not finite: finite angles are accepted")                               \
    X(CH_INPUT_RANK, "input-rank",                                                                                   \
      "the tensor has rank {0}: rank 2 or more is accepted, the last axes tokens and features")                      \
    X(CH_FEATURE_WIDTH_MISMATCH, "feature-width-mismatch",                                                           \
      "the last axis holds {1} features, the table was made for {0}: only {0} are accepted")                         \
    X(CH_POSITION_RANGE_EXCEEDED, "position-range-exceeded",                                                         \
      "{1} tokens from position {0} run past the table: positions below {2} are accepted")                           \
    X(CH_POSITION_OFFSET_OVERFLOW, "position-offset-overflow",                                                       \
      "position {0} plus {1} tokens overflows 64 bits: a smaller offset is accepted")                                \
    X(CH_TENSOR_SIZE_OVERFLOW, "tensor-size-overflow",                                                               \
      "the axes hold more elements than any allocation: at most {0} in all are accepted")                            \
    X(CH_RECORD_RELEASED, "autodiff-stage",                                                                          \
      "this forward record was used by an earlier backward pass: one backward pass a record is accepted")            \
    X(CH_UNKNOWN_LAB, "unknown-lab", "lab {value} does not exist: {accepted} are accepted")                          \
    X(CH_UNKNOWN_PARAMETER, "unknown-parameter", "parameter {value} does not exist here: {accepted} are accepted")   \
    X(CH_UNKNOWN_MISTAKE, "unknown-mistake", "mistake {value} is not one of this lab's: {accepted} are accepted")    \
    X(CH_UNREADABLE_VALUE, "unreadable-value", "{argument} {value} cannot be read: {accepted} is accepted")          \
    X(CH_VALUE_OUT_OF_RANGE, "value-out-of-range", "{argument} {value} is out of range: {accepted} is accepted")     \
    X(CH_SHAPE_MISMATCH, "shape-mismatch", "{argument} {value} has the wrong shape: {accepted} is accepted")         \
    X(CH_UNKNOWN_TARGET, "unknown-target", "target {value} names no cell: {accepted} is accepted")                   \
    X(CH_BAD_REQUEST, "bad-request", "{argument} {value} is refused: {accepted} is accepted")                        \
    X(CH_ARENA_FULL, "arena-full", "these sizes need more memory than there is: smaller are accepted")               \
    X(CH_NOT_SEPARABLE, "not-separable",                                                                             \
      "no instance of seed {value} tells the right value from its mistakes: {accepted} is accepted")

typedef enum ch_status {
#define CH_STATUS_NAME(name, id, sentence) name,
    CH_STATUS_LIST(CH_STATUS_NAME)
#undef CH_STATUS_NAME
        CH_STATUS_COUNT
} ch_status;

enum { CH_ARGUMENT_SIZE = 32, CH_VALUE_SIZE = 64, CH_ACCEPTED_SIZE = 1024 };

/// What went wrong and with what. Written only when a function returns something else than CH_OK.
typedef struct ch_failure {
    ch_status status;
    char argument[CH_ARGUMENT_SIZE]; ///< name of the argument, cut to fit
    char value[CH_VALUE_SIZE];       ///< the refused text, cut to fit
    char accepted[CH_ACCEPTED_SIZE]; ///< what would have been taken
    uint64_t count[3];               ///< sizes the sentence names
    double real;                     ///< the number the sentence names
} ch_failure;

/// Permanent id of a status, kebab-case.
const char *ch_status_id(ch_status status);

/// Fills a failure with sizes; `failure` may be NULL. Returns `status`.
ch_status ch_fail_counts(ch_failure *failure, ch_status status, uint64_t first, uint64_t second, uint64_t third);

/// A piece of someone else's text; not NUL-terminated.
typedef struct ch_span {
    const char *text;
    size_t length;
} ch_span;

/// Fills a failure with texts, each cut to fit and then ending in "…" (argument and accepted may be NULL: empty); `failure` may be NULL.
/// Returns `status`.
ch_status ch_fail_span(ch_failure *failure, ch_status status, const char *argument, ch_span value,
                       const char *accepted);

/// The same with a NUL-terminated value, or NULL.
ch_status ch_fail_texts(ch_failure *failure, ch_status status, const char *argument, const char *value,
                        const char *accepted);

/// The same for a whole number; what is accepted is said in words that end with another one: "a unit below " 5.
ch_status ch_fail_number(ch_failure *failure, ch_status status, const char *argument, uint64_t value,
                         const char *accepted, uint64_t number);

/// Writes the failure's sentence with all placeholders replaced.
void ch_failure_put(ch_text *text, const ch_failure *failure);

#endif
