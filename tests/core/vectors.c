#include "vectors.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

static _Noreturn void broken(const char *file, size_t line, const char *reason) {
    printf("%s:%zu: %s\n", file, line, reason);
    exit(1);
}

static void complain(vectors_file *file, const char *name, size_t line, const char *reason) {
    if (file->error[0] == '\0') {
        snprintf(file->error, sizeof file->error, "%s:%zu: %s", name, line, reason);
    }
}

static size_t count_lines(const char *text) {
    size_t lines = 1;
    for (; *text != '\0'; text++) {
        lines += *text == '\n';
    }
    return lines;
}

/// One line that is neither blank nor a comment: opens a case or adds to the open one.
static void take_line(vectors_file *file, vectors_line *lines, size_t *used, bool *open, const char *name, char *line,
                      size_t number) {
    char *space = strchr(line, ' ');
    const char *value = "";
    if (space != NULL) {
        *space = '\0';
        value = space + 1;
    }
    if (!*open) {
        if (strcmp(line, "case") != 0 || value[0] == '\0') {
            complain(file, name, number, "a line stands outside any case: `case NAME` comes first");
            return;
        }
        for (size_t i = 0; i < file->count; i++) {
            if (strcmp(file->cases[i].name, value) == 0) {
                complain(file, name, number, "this case's name stands in the file already");
            }
        }
        file->cases[file->count++] = (vectors_case){value, &lines[*used], 0, number, name};
        *open = true;
        return;
    }
    if (line[0] == '\0' || strcmp(line, "case") == 0) {
        complain(file, name, number, "a key is expected: a blank line ends a case");
        return;
    }
    lines[(*used)++] = (vectors_line){line, value, number};
    file->cases[file->count - 1].count++;
}

/// A comment of the head, `# key: value`; others are left out.
static void take_head(vectors_file *file, vectors_line *lines, size_t *used, char *line, size_t number) {
    char *colon = strstr(line, ": ");
    if (file->count > 0 || strncmp(line, "# ", 2) != 0 || colon == NULL) return;
    *colon = '\0';
    lines[(*used)++] = (vectors_line){line + 2, colon + 2, number};
    file->head_count++;
}

void vectors_parse(vectors_file *file, const char *name, const char *text, size_t length) {
    *file = (vectors_file){0};
    char *copy = malloc(length + 1);
    if (copy == NULL) {
        complain(file, name, 0, "no memory");
        return;
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    size_t most = count_lines(copy);
    vectors_line *lines = calloc(most, sizeof *lines);
    file->cases = calloc(most, sizeof *file->cases);
    file->head = lines;
    file->memory[0] = copy;
    file->memory[1] = lines;
    file->memory[2] = file->cases;
    if (lines == NULL || file->cases == NULL) {
        complain(file, name, 0, "no memory");
        return;
    }
    if (strlen(copy) != length) {
        complain(file, name, 0, "the file holds a zero byte");
    }
    size_t used = 0;
    size_t number = 0;
    bool open = false;
    for (char *line = copy; line != NULL;) {
        char *end = strchr(line, '\n');
        if (end != NULL) {
            *end = '\0';
        } else if (*line != '\0') {
            complain(file, name, number + 1, "the last line is cut: it has no line end");
        }
        number++;
        if (*line == '\0') {
            open = false;
        } else if (*line == '#') {
            take_head(file, lines, &used, line, number);
        } else {
            take_line(file, lines, &used, &open, name, line, number);
        }
        line = end == NULL ? NULL : end + 1;
    }
    for (size_t i = 0; i < file->count; i++) {
        if (file->cases[i].count == 0) {
            complain(file, name, file->cases[i].number, "this case is empty");
        }
    }
    if (file->count == 0) {
        complain(file, name, number, "the file holds no case");
    }
}

vectors_file vectors_open(const char *name) {
    FILE *stream = test_vectors(name);
    if (stream == NULL) {
        printf("tests/vectors/%s cannot be opened: the first argument is the repository's root\n", name);
        exit(1);
    }
    size_t length = 0;
    size_t capacity = 1 << 16;
    char *text = malloc(capacity);
    while (text != NULL) {
        length += fread(text + length, 1, capacity - length, stream);
        if (length < capacity) {
            break;
        }
        capacity *= 2;
        char *larger = realloc(text, capacity);
        if (larger == NULL) {
            free(text);
        }
        text = larger;
    }
    fclose(stream);
    if (text == NULL) {
        printf("%s needs more memory than there is\n", name);
        exit(1);
    }
    vectors_file file;
    vectors_parse(&file, name, text, length);
    free(text);
    if (file.error[0] != '\0') {
        printf("%s\n", file.error);
        exit(1);
    }
    return file;
}

void vectors_close(vectors_file *file) {
    for (size_t i = 0; i < sizeof file->memory / sizeof file->memory[0]; i++) {
        free(file->memory[i]);
    }
    *file = (vectors_file){0};
}

const char *vectors_head(const vectors_file *file, const char *key) {
    for (size_t i = 0; i < file->head_count; i++) {
        if (strcmp(file->head[i].key, key) == 0) return file->head[i].value;
    }
    return NULL;
}

const vectors_line *vectors_find(const vectors_case *item, const char *key, size_t nth) {
    for (size_t i = 0; i < item->count; i++) {
        if (strcmp(item->lines[i].key, key) == 0 && nth-- == 0) {
            return &item->lines[i];
        }
    }
    return NULL;
}

static const vectors_line *required(const vectors_case *item, const char *key) {
    const vectors_line *line = vectors_find(item, key, 0);
    if (line == NULL) {
        char reason[160];
        snprintf(reason, sizeof reason, "case %.80s has no %.40s", item->name, key);
        broken(item->file, item->number, reason);
    }
    return line;
}

const char *vectors_text(const vectors_case *item, const char *key) {
    return required(item, key)->value;
}

bool vectors_is(const vectors_case *item, const char *key, const char *value) {
    return strcmp(vectors_text(item, key), value) == 0;
}

static _Noreturn void no_number(const vectors_case *item, const vectors_line *line, const char *wanted) {
    char reason[160];
    snprintf(reason, sizeof reason, "%.40s of case %.80s is no %s", line->key, item->name, wanted);
    broken(item->file, line->number, reason);
}

/// One double at `*at`, which moves past it and the space after it.
static double take_real(const vectors_case *item, const vectors_line *line, const char **at) {
    char *end;
    double value = strtod(*at, &end);
    if (end == *at || (*end != ' ' && *end != '\0')) {
        no_number(item, line, "list of numbers");
    }
    *at = *end == ' ' ? end + 1 : end;
    return value;
}

static uint64_t take_size(const vectors_case *item, const vectors_line *line, const char **at) {
    char *end;
    errno = 0;
    uint64_t value = strtoull(*at, &end, 10);
    if (**at < '0' || **at > '9' || errno != 0 || (*end != ' ' && *end != '\0')) {
        no_number(item, line, "list of sizes");
    }
    *at = *end == ' ' ? end + 1 : end;
    return value;
}

size_t vectors_reals(const vectors_case *item, const char *key, double *values, size_t capacity) {
    const vectors_line *line = required(item, key);
    size_t count = 0;
    for (const char *at = line->value; *at != '\0'; count++) {
        if (count == capacity) {
            no_number(item, line, "list that short");
        }
        values[count] = take_real(item, line, &at);
    }
    return count;
}

size_t vectors_sizes(const vectors_case *item, const char *key, uint64_t *values, size_t capacity) {
    const vectors_line *line = required(item, key);
    size_t count = 0;
    for (const char *at = line->value; *at != '\0'; count++) {
        if (count == capacity) {
            no_number(item, line, "list that short");
        }
        values[count] = take_size(item, line, &at);
    }
    return count;
}

double vectors_real(const vectors_case *item, const char *key) {
    double value = 0.0;
    if (vectors_reals(item, key, &value, 1) != 1) {
        no_number(item, required(item, key), "number");
    }
    return value;
}

uint64_t vectors_size(const vectors_case *item, const char *key) {
    uint64_t value = 0;
    if (vectors_sizes(item, key, &value, 1) != 1) {
        no_number(item, required(item, key), "size");
    }
    return value;
}

int64_t vectors_integer(const vectors_case *item, const char *key) {
    const vectors_line *line = required(item, key);
    char *end;
    errno = 0;
    int64_t value = strtoll(line->value, &end, 10);
    if (end == line->value || *end != '\0' || errno != 0) {
        no_number(item, line, "whole number");
    }
    return value;
}

static bool hex4(uint32_t *code, const char *at) {
    *code = 0;
    for (int i = 0; i < 4; i++) {
        const char *digits = "0123456789abcdef";
        const char *found = at[i] == '\0' ? NULL : strchr(digits, at[i]);
        if (found == NULL) {
            return false;
        }
        *code = *code * 16 + (uint32_t)(found - digits);
    }
    return true;
}

static size_t put_utf8(char *out, uint32_t code) {
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (char)(0xC0 | code >> 6);
        out[1] = (char)(0x80 | (code & 0x3F));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (char)(0xE0 | code >> 12);
        out[1] = (char)(0x80 | (code >> 6 & 0x3F));
        out[2] = (char)(0x80 | (code & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | code >> 18);
    out[1] = (char)(0x80 | (code >> 12 & 0x3F));
    out[2] = (char)(0x80 | (code >> 6 & 0x3F));
    out[3] = (char)(0x80 | (code & 0x3F));
    return 4;
}

size_t vectors_unescape(char *out, size_t capacity, const vectors_line *line, const vectors_case *item) {
    size_t length = 0;
    for (const char *at = line->value; *at != '\0';) {
        if (length + 5 > capacity) {
            no_number(item, line, "text that short");
        }
        if (*at != '\\') {
            out[length++] = *at++;
            continue;
        }
        uint32_t code;
        uint32_t low;
        const char *kinds = "n\nt\t\\\\s ";
        if (at[1] == 'u' && hex4(&code, at + 2)) {
            at += 6;
            if (code >= 0xD800 && code < 0xDC00 && at[0] == '\\' && at[1] == 'u' && hex4(&low, at + 2)) {
                code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
                at += 6;
            }
            length += put_utf8(out + length, code);
            continue;
        }
        const char *kind = kinds;
        while (*kind != '\0' && *kind != at[1]) {
            kind += 2;
        }
        if (*kind == '\0') {
            no_number(item, line, "text with known escapes");
        }
        out[length++] = kind[1];
        at += 2;
    }
    out[length] = '\0';
    return length;
}
