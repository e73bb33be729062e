#include "clockhand/exercise.h"

#include <string.h>

#include "clockhand/target.h"

/// Runs the request's lab with one mistake and picks the target's cells.
static ch_status pick(ch_exercise *exercise, ch_picked *picked, const ch_request *request, ch_mistake mistake,
                      ch_arena *arena) {
    const char *target;
    size_t length;
    ch_run run;
    ch_status status = ch_request_open(&run, request, false, arena);
    run.mistake = mistake;
    if (status == CH_OK) status = ch_run_finish(&run);
    ch_request_find(request, "target", &target, &length);
    if (status == CH_OK) status = ch_target_pick(picked, &run, target, length);
    if (status != CH_OK) exercise->failure = run.failure;
    return status;
}

static ch_status read_form(ch_exercise *exercise, const ch_request *request, int32_t digits) {
    ch_question *q = &exercise->question;
    const char *value;
    size_t length;
    ch_number number;
    ch_reading reading;
    q->places = digits < 0 ? 6 : digits;
    if (ch_request_find(request, "places", &value, &length)) {
        bool read = ch_read_number(&number, &reading, value, length);
        if (!read || number.value < 0.0 || number.value > 15.0 || number.value != (double)(int32_t)number.value) {
            return ch_fail_span(&exercise->failure, CH_BAD_REQUEST, "places", (ch_span){value, length},
                                "a whole number from 0 to 15");
        }
        q->places = (int32_t)number.value;
    }
    if (ch_request_find(request, "tolerance", &value, &length)) {
        if (!ch_read_number(&number, &reading, value, length) || number.value < 0.0) {
            return ch_fail_span(&exercise->failure, CH_BAD_REQUEST, "tolerance", (ch_span){value, length},
                                "a number of at least 0");
        }
        q->form = CH_BY_TOLERANCE;
        q->tolerance = number.value;
    }
    if (ch_request_find(request, "form", &value, &length)) {
        if (ch_text_equal("integer", value, length)) {
            q->form = CH_BY_INTEGER;
        } else if (ch_text_equal("fraction", value, length)) {
            q->form = CH_BY_FRACTION;
        } else {
            return ch_fail_span(&exercise->failure, CH_BAD_REQUEST, "form", (ch_span){value, length},
                                "integer or fraction");
        }
    }
    return CH_OK;
}

/// True when the request's list of mistakes is absent or has this one.
static bool is_asked(const ch_request *request, ch_mistake mistake) {
    const char *list;
    size_t length;
    if (!ch_request_find(request, "mistakes", &list, &length)) return true;
    size_t start = 0;
    for (size_t i = 0; i <= length; i++) {
        if (i < length && list[i] != ',') continue;
        if (ch_text_equal(ch_mistake_id(mistake), list + start, i - start)) return true;
        start = i + 1;
    }
    return false;
}

/// Refuses a list of mistakes that names one the lab does not have.
static ch_status check_list(ch_exercise *exercise, const ch_request *request, const ch_lab *lab, ch_arena *arena) {
    const char *list;
    size_t length;
    if (!ch_request_find(request, "mistakes", &list, &length) || length == 0) return CH_OK;
    ch_arena scratch = *arena;
    ch_run run;
    ch_status status = ch_run_open(&run, lab, &scratch);
    size_t start = 0;
    for (size_t i = 0; i <= length && status == CH_OK; i++) {
        if (i < length && list[i] != ',') continue;
        status = ch_run_set_mistake(&run, list + start, i - start);
        start = i + 1;
    }
    if (status != CH_OK) exercise->failure = run.failure;
    return status;
}

/// Adds the cells of one mistake behind those already kept; what cannot be compared is left out.
static void add_mistake(ch_exercise *exercise, double *kept, const ch_request *request, ch_mistake mistake,
                        ch_arena arena) {
    ch_question *q = &exercise->question;
    ch_picked picked;
    ch_failure before = exercise->failure;
    if (q->mistake_count == CH_MOST_MISTAKES) return;
    if (pick(exercise, &picked, request, mistake, &arena) != CH_OK) {
        exercise->failure = before;
        return;
    }
    if (picked.rows != q->rows || picked.columns != q->columns) return;
    size_t count = (size_t)q->rows * q->columns;
    memcpy(kept + q->mistake_count * count, picked.cells, count * sizeof(double));
    const char *id = ch_mistake_id(mistake);
    exercise->mistakes[q->mistake_count++] = (ch_span){.text = id, .length = strlen(id)};
}

/// Reads given cells; a comma always separates them.
static ch_status read_given(ch_exercise *exercise, ch_picked *picked, const char *key, ch_span text, ch_arena *arena) {
    ch_reading reading;
    ch_number *numbers = ch_arena_take(arena, CH_ANSWER_CELLS, sizeof *numbers);
    double *cells = ch_arena_doubles(arena, CH_ANSWER_CELLS);
    if (numbers == NULL || cells == NULL) return ch_fail_texts(&exercise->failure, CH_ARENA_FULL, NULL, NULL, NULL);
    ch_field any = {.point_only = true};
    if (!ch_read_cells(numbers, &reading, CH_ANSWER_CELLS, any, text.text, text.length)) {
        return ch_fail_span(&exercise->failure, CH_UNREADABLE_VALUE, key, text,
                            "numbers with commas, rows with semicolons");
    }
    for (size_t i = 0; i < (size_t)reading.rows * reading.columns; i++) cells[i] = numbers[i].value;
    *picked = (ch_picked){.rows = reading.rows, .columns = reading.columns, .digits = 4, .cells = cells};
    return CH_OK;
}

/// An exercise whose cells stand in the request.
static ch_status open_given(ch_exercise *exercise, const ch_request *request, ch_arena *arena) {
    ch_question *q = &exercise->question;
    ch_span text;
    ch_picked picked;
    ch_request_find(request, "right", &text.text, &text.length);
    ch_status status = read_given(exercise, &picked, "right", text, arena);
    if (status == CH_OK) status = read_form(exercise, request, picked.digits);
    if (status != CH_OK) return status;
    q->rows = picked.rows;
    q->columns = picked.columns;
    q->right = picked.cells;
    q->paired = ch_request_find(request, "paired", &text.text, &text.length);
    size_t count = (size_t)q->rows * q->columns;
    double *kept = ch_arena_doubles(arena, count * CH_MOST_MISTAKES);
    if (kept == NULL) return ch_fail_texts(&exercise->failure, CH_ARENA_FULL, NULL, NULL, NULL);
    q->mistaken = kept;
    for (size_t i = 0; i < CH_MOST_MISTAKES; i++) {
        ch_span id;
        ch_arena scratch = *arena;
        if (!ch_request_nth(request, "wrong.", i, &id.text, &id.length, &text.text, &text.length)) break;
        status = read_given(exercise, &picked, "wrong", text, &scratch);
        if (status != CH_OK) return status;
        if (picked.rows != q->rows || picked.columns != q->columns) {
            return ch_fail_span(&exercise->failure, CH_SHAPE_MISMATCH, "wrong", text, "the shape of right");
        }
        memcpy(kept + i * count, picked.cells, count * sizeof(double));
        exercise->mistakes[q->mistake_count++] = id;
    }
    return CH_OK;
}

ch_status ch_exercise_open(ch_exercise *exercise, const ch_request *request, ch_arena *arena) {
    const char *value;
    size_t length;
    ch_picked picked;
    *exercise = (ch_exercise){.question = {.rows = 0}};
    if (ch_request_find(request, "right", &value, &length)) return open_given(exercise, request, arena);
    ch_status status = pick(exercise, &picked, request, CH_NO_MISTAKE, arena);
    if (status == CH_OK) status = read_form(exercise, request, picked.digits);
    if (status != CH_OK) return status;
    ch_request_find(request, "lab", &value, &length);
    const ch_lab *lab = ch_lab_find(value, length);
    status = check_list(exercise, request, lab, arena);
    if (status != CH_OK) return status;
    exercise->question.rows = picked.rows;
    exercise->question.columns = picked.columns;
    exercise->question.right = picked.cells;
    exercise->question.paired = picked.paired;
    double *kept = ch_arena_doubles(arena, (size_t)picked.rows * picked.columns * CH_MOST_MISTAKES);
    if (kept == NULL) return ch_fail_texts(&exercise->failure, CH_ARENA_FULL, NULL, NULL, NULL);
    exercise->question.mistaken = kept;
    for (size_t i = 0; i < lab->mistake_count; i++) {
        if (is_asked(request, lab->mistakes[i])) add_mistake(exercise, kept, request, lab->mistakes[i], *arena);
    }
    return CH_OK;
}

void ch_exercise_put_mistake(ch_text *text, const ch_exercise *exercise, size_t mistake) {
    ch_text_put_json_bytes(text, exercise->mistakes[mistake].text, exercise->mistakes[mistake].length);
}

bool ch_exercise_separated(const ch_exercise *exercise, int left, int right) {
    const ch_question *q = &exercise->question;
    size_t count = (size_t)q->rows * q->columns;
    const double *a = left < 0 ? q->right : q->mistaken + (size_t)left * count;
    const double *b = right < 0 ? q->right : q->mistaken + (size_t)right * count;
    for (size_t i = 0; i < count; i++) {
        if (ch_separated(q, a[i], b[i])) return true;
    }
    return false;
}
