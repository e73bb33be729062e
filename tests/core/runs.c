#include "runs.h"

#include <string.h>

#include "test.h"

static _Alignas(8) unsigned char memory[48 << 20];
static ch_arena arena;

bool runs_open(ch_run *run, const char *lab) {
    const ch_lab *found = ch_lab_find(lab, strlen(lab));
    if (found == NULL) return false;
    arena = (ch_arena){.data = memory, .capacity = sizeof memory};
    return ch_run_open(run, found, &arena) == CH_OK;
}

bool runs_open_small(ch_run *run, const ch_lab *lab, ch_arena *taken) {
    static const char *const small[][2] = {{"depth", "2"}, {"width", "8"}, {"heads", "2"}, {"ff", "16"}};
    bool opened = ch_run_open(run, lab, taken) == CH_OK;
    for (size_t i = 0; opened && lab->units != NULL && i < sizeof small / sizeof small[0]; i++) {
        opened = runs_set(run, small[i][0], small[i][1]) == CH_OK;
    }
    return opened;
}

ch_status runs_set(ch_run *run, const char *parameter, const char *text) {
    return ch_run_set(run, parameter, strlen(parameter), text, strlen(text));
}

ch_status runs_set_mistake(ch_run *run, const char *id) {
    return ch_run_set_mistake(run, id, strlen(id));
}

const ch_checked *runs_check(const ch_run *run, const char *id) {
    for (size_t i = 0; i < run->lab->check_count; i++) {
        if (strcmp(run->lab->checks[i].id, id) == 0) return &run->checks[i];
    }
    return NULL;
}

bool runs_case(ch_run *run, const vectors_case *item) {
    if (!TEST_TRUE(runs_open(run, vectors_text(item, "lab")))) return false;
    const vectors_line *line;
    for (size_t i = 0; (line = vectors_find(item, "param", i)) != NULL; i++) {
        char name[32];
        const char *space = strchr(line->value, ' ');
        if (!TEST_TRUE(space != NULL && (size_t)(space - line->value) < sizeof name)) return false;
        memcpy(name, line->value, (size_t)(space - line->value));
        name[space - line->value] = '\0';
        if (!TEST_TEXT(ch_status_id(runs_set(run, name, space + 1)), "ok")) return false;
    }
    if (vectors_find(item, "mistake", 0) != NULL) {
        if (!TEST_TEXT(ch_status_id(runs_set_mistake(run, vectors_text(item, "mistake"))), "ok")) return false;
    }
    return TEST_TEXT(ch_status_id(ch_run_finish(run)), "ok");
}

bool runs_cell(ch_picked *cell, ch_run *run, const char *target) {
    return TEST_TRUE(ch_target_pick(cell, run, target, strlen(target)) == CH_OK) && TEST_SIZE(cell->rows, 1) &&
           TEST_SIZE(cell->columns, 1);
}
