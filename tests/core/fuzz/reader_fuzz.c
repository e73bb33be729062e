// Any bytes as a typed answer: reading and judging end, keep to their memory and keep their promises.
#include <math.h>
#include <string.h>

#include "clockhand/judge.h"
#include "fuzz.h"

enum { SIDE = 4, CELLS = SIDE * SIDE };

static _Alignas(8) unsigned char memory[1 << 18];

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    fuzz_open("reader_fuzz");
    return 0;
}

static void check_reading(const ch_reading *reading, bool readable, size_t length) {
    FUZZ_TRUE(reading->readable == readable);
    if (readable) return;
    FUZZ_TRUE(reading->message[0] != '\0');
    FUZZ_TRUE(memchr(reading->message, '\0', CH_MESSAGE_SIZE) != NULL);
    FUZZ_TRUE(reading->position <= length);
}

static void check_number(const ch_number *number, const char *text, size_t length) {
    FUZZ_TRUE(isfinite(number->value));
    FUZZ_TRUE(number->start <= length && number->length <= length - number->start);
    FUZZ_TRUE(!number->fraction || number->denominator > 0);
    ch_decimal digits;
    ch_number_decimal(&digits, number, text);
    FUZZ_TRUE(digits.count >= 0 && digits.count <= CH_DECIMAL_DIGITS);
    FUZZ_TRUE(ch_decimal_value(&digits) == number->value);
}

static void read_one(const char *text, size_t length) {
    ch_number number;
    ch_reading reading;
    bool readable = ch_read_number(&number, &reading, text, length);
    check_reading(&reading, readable, length);
    if (readable) check_number(&number, text, length);
}

static void read_many(ch_field field, const char *text, size_t length) {
    ch_number numbers[CELLS];
    ch_reading reading;
    bool readable = ch_read_cells(numbers, &reading, CELLS, field, text, length);
    check_reading(&reading, readable, length);
    if (!readable) return;
    FUZZ_TRUE((uint64_t)reading.rows * reading.columns >= 1 && (uint64_t)reading.rows * reading.columns <= CELLS);
    for (size_t i = 0; i < (size_t)reading.rows * reading.columns; i++) check_number(&numbers[i], text, length);
}

/// A verdict for any text, and one that agrees with what was read.
static void judge_many(ch_field field, ch_form form, const char *text, size_t length) {
    static const double right[CELLS] = {0.8414709848, 0.5403023059, 0.0, -1.5, 1044.2678408785, 0.125, 1e-9, 3};
    double mistaken[2 * CELLS];
    for (size_t i = 0; i < 2 * CELLS; i++) mistaken[i] = i < CELLS ? -right[i] : 2.0 * right[i - CELLS];
    ch_question question = {.rows = field.rows == 0 ? 1 : field.rows,
                            .columns = field.columns == 0 ? 1 : field.columns,
                            .right = right,
                            .mistake_count = 2,
                            .mistaken = mistaken,
                            .form = form,
                            .places = (int32_t)(length % 8),
                            .tolerance = 0.01};
    ch_arena arena = {.data = memory, .capacity = sizeof memory};
    ch_judgement judged;
    FUZZ_TRUE(ch_judge(&judged, &question, text, length, &arena));
    FUZZ_TRUE((judged.verdict == CH_UNREADABLE) == !judged.reading.readable);
    FUZZ_TRUE(judged.verdict < CH_VERDICT_COUNT && judged.verdict != CH_CARRIED);
    FUZZ_TRUE((judged.verdict == CH_MISTAKEN) == (judged.mistakes != 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    // The first byte says which field the text is typed into; the text is copied so that a read past its end is seen.
    ch_field field = {.rows = data[0] % (SIDE + 1), .columns = data[0] / 8 % (SIDE + 1), .point_only = data[0] >= 192};
    size_t length = size - 1;
    char *text = malloc(length + (length == 0));
    if (text == NULL) return 0;
    memcpy(text, data + 1, length);
    read_one(text, length);
    read_many(field, text, length);
    judge_many(field, (ch_form)(data[0] / 64), text, length);
    free(text);
    return 0;
}
