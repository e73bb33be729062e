/// Reads the vector files of tests/vectors: comments, then cases of `key value...` lines, a blank line after each.
///
///     # source: ...
///
///     case rotate-adjacent-pairs
///     shape 1 4
///     x 1 2 3 4
///
/// A broken file ends the test program with one sentence naming file and line: a test must not pass on half a file.
#ifndef CLOCKHAND_TESTS_VECTORS_H
#define CLOCKHAND_TESTS_VECTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct vectors_line {
    const char *key;
    const char *value; ///< the rest of the line, "" when there is none
    size_t number;     ///< line in the file, from 1
} vectors_line;

typedef struct vectors_case {
    const char *name;
    const vectors_line *lines;
    size_t count;
    size_t number; ///< line of its name
    const char *file;
} vectors_case;

typedef struct vectors_file {
    vectors_case *cases;
    size_t count;
    const vectors_line *head; ///< the comments before the first case, `# key: value`
    size_t head_count;
    char error[200]; ///< "" when the file is whole; one sentence otherwise
    void *memory[3]; ///< released by vectors_close
} vectors_file;

/// Splits `text` (its bytes are copied) into cases; says in `error` what is wrong with it. `name` is for the sentences.
void vectors_parse(vectors_file *file, const char *name, const char *text, size_t length);

/// Reads tests/vectors/`name` under the root given to test_open, or ends the program.
vectors_file vectors_open(const char *name);
void vectors_close(vectors_file *file);

/// The value of a key of the head, or NULL.
const char *vectors_head(const vectors_file *file, const char *key);

/// The n-th line with a key, or NULL.
const vectors_line *vectors_find(const vectors_case *item, const char *key, size_t nth);

/// The value of a key that must be there.
const char *vectors_text(const vectors_case *item, const char *key);
double vectors_real(const vectors_case *item, const char *key);
uint64_t vectors_size(const vectors_case *item, const char *key);
int64_t vectors_integer(const vectors_case *item, const char *key);
bool vectors_is(const vectors_case *item, const char *key, const char *value);

/// All numbers of a key, at most `capacity`; returns how many. An absent value is an empty list.
size_t vectors_reals(const vectors_case *item, const char *key, double *values, size_t capacity);
size_t vectors_sizes(const vectors_case *item, const char *key, uint64_t *values, size_t capacity);

/// Undoes the escapes \n \t \\ \s \uXXXX (surrogate pairs too) into UTF-8; returns the length. Ends the program when
/// the text is longer than `capacity` - 1 or an escape is broken.
size_t vectors_unescape(char *out, size_t capacity, const vectors_line *line, const vectors_case *item);

#endif
