#include "clockhand/units.h"

#include <string.h>

/// Doubles that a unit takes up in progress.results: whether it is done, and its cells.
static size_t stride(const ch_plan *plan) {
    return plan->cells + 1;
}

ch_status ch_run_begin(ch_run *run) {
    ch_progress *progress = &run->progress;
    *progress = (ch_progress){.begun = true};
    if (run->lab->units != NULL) {
        ch_status status = run->lab->units->plan(run, &progress->plan);
        if (status != CH_OK) return status;
    }
    size_t count = progress->plan.units * stride(&progress->plan);
    progress->results = ch_run_doubles(run, count);
    if (progress->results == NULL) return run->failure.status;
    memset(progress->results, 0, count * sizeof(double));
    progress->kept = run->arena->used;
    progress->texts = run->texts.length;
    return CH_OK;
}

const double *ch_run_unit(const ch_run *run, size_t unit) {
    const double *result = run->progress.results + unit * stride(&run->progress.plan);
    return result[0] != 0.0 ? result + 1 : NULL;
}

size_t ch_run_units_done(const ch_run *run) {
    size_t done = 0;
    for (size_t i = 0; i < run->progress.plan.units; i++) done += ch_run_unit(run, i) != NULL;
    return done;
}

bool ch_run_is_whole(const ch_run *run) {
    return ch_run_units_done(run) == run->progress.plan.units;
}

ch_status ch_run_step(ch_run *run, size_t unit, size_t step) {
    ch_progress *progress = &run->progress;
    const ch_plan *plan = &progress->plan;
    if (plan->units == 0) {
        return ch_fail_texts(&run->failure, CH_BAD_REQUEST, "lab", run->lab->id, "one that is computed in units");
    }
    if (unit >= plan->units) {
        return ch_fail_number(&run->failure, CH_BAD_REQUEST, "unit", unit, "a unit below ", plan->units);
    }
    if (step == 0) {
        run->arena->used = progress->kept;
        run->work = NULL;
        progress->unit = unit;
        progress->due = 0;
    }
    size_t due = unit == progress->unit ? progress->due : 0;
    if (step != due || step >= plan->steps) {
        return ch_fail_number(&run->failure, CH_BAD_REQUEST, "step", step, "step ", due);
    }
    double *result = progress->results + unit * stride(plan);
    ch_status status = run->lab->units->step(run, unit, step, result + 1);
    if (status == CH_OK) progress->due = step + 1 < plan->steps ? step + 1 : 0;
    if (status == CH_OK && step + 1 == plan->steps) result[0] = 1.0;
    return status;
}

ch_status ch_run_fill(ch_run *run) {
    ch_progress *progress = &run->progress;
    if (progress->plan.units > 0 && ch_run_units_done(run) == 0) {
        return ch_fail_texts(&run->failure, CH_BAD_REQUEST, "run", run->lab->id, "one of which a unit is done");
    }
    run->arena->used = progress->kept;
    run->texts.length = progress->texts;
    run->work = NULL;
    progress->due = 0;
    ch_status status = run->lab->run(run);
    if (status == CH_OK && run->texts.full) {
        return ch_fail_texts(&run->failure, CH_ARENA_FULL, NULL, NULL, NULL);
    }
    return status;
}

ch_status ch_run_complete(ch_run *run) {
    ch_status status = CH_OK;
    for (size_t unit = 0; unit < run->progress.plan.units; unit++) {
        if (ch_run_unit(run, unit) != NULL) continue;
        for (size_t step = 0; status == CH_OK && step < run->progress.plan.steps; step++) {
            status = ch_run_step(run, unit, step);
        }
    }
    return status;
}
