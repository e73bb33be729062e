#include "clockhand/status.h"

#include <string.h>

#include "clockhand/decimal.h"

typedef struct status_text {
    const char *id;
    const char *sentence;
} status_text;

static const status_text TEXTS[] = {
#define CH_STATUS_TEXT(name, id, sentence) {id, sentence},
    CH_STATUS_LIST(CH_STATUS_TEXT)
#undef CH_STATUS_TEXT
};

const char *ch_status_id(ch_status status) {
    return TEXTS[status].id;
}

ch_status ch_fail_counts(ch_failure *failure, ch_status status, uint64_t first, uint64_t second, uint64_t third) {
    if (failure == NULL) return status;
    *failure = (ch_failure){.status = status, .count = {first, second, third}};
    return status;
}

/// Copies as much of a text as fits and says that it was cut; control characters become spaces.
static void copy(char *to, size_t size, const char *from, size_t length) {
    ch_text text;
    ch_text_open(&text, to, size);
    ch_text_put_bytes(&text, from, length);
    ch_text_mark_cut(&text);
    for (size_t i = 0; i < text.length; i++) {
        unsigned char byte = (unsigned char)to[i];
        if (byte < 0x20 || byte == 0x7f) to[i] = ' ';
    }
}

ch_status ch_fail_span(ch_failure *failure, ch_status status, const char *argument, ch_span value,
                       const char *accepted) {
    if (failure == NULL) return status;
    *failure = (ch_failure){.status = status};
    if (argument != NULL) copy(failure->argument, CH_ARGUMENT_SIZE, argument, strlen(argument));
    if (value.length == 0) value = (ch_span){.text = "(blank)", .length = 7};
    copy(failure->value, CH_VALUE_SIZE, value.text, value.length);
    if (accepted != NULL) copy(failure->accepted, CH_ACCEPTED_SIZE, accepted, strlen(accepted));
    return status;
}

ch_status ch_fail_texts(ch_failure *failure, ch_status status, const char *argument, const char *value,
                        const char *accepted) {
    ch_span span = {.text = value, .length = value == NULL ? 0 : strlen(value)};
    return ch_fail_span(failure, status, argument, span, accepted);
}

ch_status ch_fail_number(ch_failure *failure, ch_status status, const char *argument, uint64_t value,
                         const char *accepted, uint64_t number) {
    char given[CH_VALUE_SIZE];
    char taken[CH_ACCEPTED_SIZE];
    ch_text text;
    ch_text_open(&text, given, sizeof given);
    ch_text_put_u64(&text, value);
    ch_text_open(&text, taken, sizeof taken);
    ch_text_put(&text, accepted);
    ch_text_put_u64(&text, number);
    return ch_fail_texts(failure, status, argument, given, taken);
}

/// Appends what a placeholder `{name}` stands for; false when the name is none.
static bool put_placeholder(ch_text *text, const ch_failure *failure, const char *name, size_t length) {
    if (length == 1 && name[0] >= '0' && name[0] <= '2') {
        ch_text_put_u64(text, failure->count[name[0] - '0']);
    } else if (ch_text_equal("real", name, length)) {
        ch_text_put_number(text, failure->real, -1);
    } else if (ch_text_equal("argument", name, length)) {
        ch_text_put(text, failure->argument);
    } else if (ch_text_equal("value", name, length)) {
        ch_text_put(text, failure->value);
    } else if (ch_text_equal("accepted", name, length)) {
        ch_text_put(text, failure->accepted);
    } else {
        return false;
    }
    return true;
}

void ch_failure_put(ch_text *text, const ch_failure *failure) {
    const char *rest = TEXTS[failure->status].sentence;
    while (*rest != '\0') {
        const char *end = *rest == '{' ? strchr(rest, '}') : NULL;
        if (end != NULL && put_placeholder(text, failure, rest + 1, (size_t)(end - rest - 1))) {
            rest = end + 1;
        } else {
            ch_text_put_bytes(text, rest, 1);
            rest++;
        }
    }
}
