// Any texts as the parameters of any lab: a run succeeds with whole tables, or is refused in one sentence.
#include <math.h>
#include <string.h>

#include "clockhand/lab.h"
#include "clockhand/target.h"
#include "fuzz.h"

static _Alignas(8) unsigned char memory[8 << 20];

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    fuzz_open("lab_fuzz");
    return 0;
}

static void check_refusal(const ch_run *run, ch_status status) {
    char sentence[1024];
    ch_text text;
    ch_text_open(&text, sentence, sizeof sentence);
    FUZZ_TRUE(status > CH_OK && status < CH_STATUS_COUNT && run->failure.status == status);
    ch_failure_put(&text, &run->failure);
    FUZZ_TRUE(text.length > 0 && !text.full);
}

/// Every cell can be read, and every text cell is a text of the run's.
static void check_tables(const ch_run *run) {
    for (size_t t = 0; t < run->lab->table_count; t++) {
        const ch_filled *filled = &run->tables[t];
        const ch_table *table = &run->lab->tables[t];
        for (size_t i = 0; i < (size_t)filled->rows * filled->columns; i++) {
            double cell = filled->cells[i];
            if (table->layout == CH_RECORDS && table->columns[i % filled->columns].type == CH_TEXT) {
                FUZZ_TRUE(cell >= 0.0 && cell <= (double)run->texts.length);
                FUZZ_TRUE(memchr(run->texts.data + (size_t)cell, '\0', run->texts.capacity - (size_t)cell) != NULL);
            }
            if (filled->cues != NULL) FUZZ_TRUE(filled->cues[i] <= table->cue_count);
        }
    }
}

/// One line: `target` alone picks cells of the finished run, `name=value` sets a parameter, `!id` a mistake.
static ch_status take_line(ch_run *run, const char *line, size_t length) {
    if (length > 0 && line[0] == '!') return ch_run_set_mistake(run, line + 1, length - 1);
    const char *equals = memchr(line, '=', length);
    if (equals == NULL) return CH_OK;
    size_t name = (size_t)(equals - line);
    return ch_run_set(run, line, name, equals + 1, length - name - 1);
}

static void pick_targets(ch_run *run, const char *text, size_t length) {
    for (size_t at = 0; at < length;) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t size = end == NULL ? length - at : (size_t)(end - text) - at;
        if (memchr(text + at, '=', size) == NULL) {
            ch_picked picked;
            ch_status status = ch_target_pick(&picked, run, text + at, size);
            if (status == CH_OK) {
                volatile double last = picked.cells[(size_t)picked.rows * picked.columns - 1];
                (void)last;
            } else {
                check_refusal(run, status);
            }
        }
        at += size + 1;
    }
}

static void run_lab(const ch_lab *lab, size_t capacity, const char *text, size_t length) {
    ch_arena arena = {.data = memory, .capacity = capacity};
    ch_run run;
    ch_status status = ch_run_open(&run, lab, &arena);
    for (size_t at = 0; at < length && status == CH_OK;) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t size = end == NULL ? length - at : (size_t)(end - text) - at;
        status = take_line(&run, text + at, size);
        at += size + 1;
    }
    if (status == CH_OK) status = ch_run_finish(&run);
    if (status != CH_OK) {
        check_refusal(&run, status);
        return;
    }
    FUZZ_TRUE(arena.used <= capacity);
    check_tables(&run);
    for (size_t p = 0; p < lab->parameter_count; p++) {
        char value[1 << 15];
        ch_text said;
        ch_text_open(&said, value, sizeof value);
        ch_run_put_value(&said, &run, p);
        FUZZ_TRUE(!said.full);
    }
    pick_targets(&run, text, length);
}

/// The lab of an id; a changed id stands for some lab, too, so that no input is lost.
static const ch_lab *named_lab(const char *id, size_t length) {
    const ch_lab *lab = ch_lab_find(id, length);
    size_t sum = 0;
    for (size_t i = 0; i < length; i++) sum += (unsigned char)id[i];
    return lab != NULL ? lab : ch_lab_at(sum % ch_lab_count());
}

/// A byte for the memory of the second run, the lab's id on the rest of the first line, then lines as take_line has them.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    const uint8_t *end = memchr(data + 1, '\n', size - 1);
    size_t name = end == NULL ? size - 1 : (size_t)(end - data) - 1;
    const ch_lab *lab = named_lab((const char *)data + 1, name);
    size_t length = end == NULL ? 0 : size - name - 2;
    char *text = malloc(length + (length == 0)); // of its own size, so that a byte too many is seen
    if (text == NULL) return 0;
    if (length > 0) memcpy(text, end + 1, length);
    run_lab(lab, sizeof memory, text, length);
    run_lab(lab, (size_t)data[0] * 512, text, length); // the same in little memory
    free(text);
    return 0;
}
