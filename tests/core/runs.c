#include "runs.h"

#include <string.h>

static _Alignas(8) unsigned char memory[1 << 22];
static ch_arena arena;

bool runs_open(ch_run *run, const char *lab) {
    const ch_lab *found = ch_lab_find(lab, strlen(lab));
    if (found == NULL) return false;
    arena = (ch_arena){.data = memory, .capacity = sizeof memory};
    return ch_run_open(run, found, &arena) == CH_OK;
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
