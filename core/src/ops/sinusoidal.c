// The sinusoidal table of the first positions.
#include "clockhand/sinusoidal.h"

#include <math.h>

#include "labs/sinusoid_parts.h"
#include "registry.h"
#include "rotary.h"

enum { POSITIONS, WIDTH, BASE, LAYOUT };
enum { PE };

static const ch_named LAYOUTS[] = {
    [CH_SINUSOIDAL_INTERLEAVED] = {.id = "interleaved", .label = "sine and cosine of a pair side by side"},
    [CH_SINUSOIDAL_HALVES] = {.id = "halves", .label = "all sines, then all cosines"},
};

static const ch_parameter PARAMETERS[] = {
    [POSITIONS] = {.id = "positions",
                   .label = "positions N",
                   .help = "rows, from position 0",
                   .type = CH_INTEGER,
                   .least = 0,
                   .most = INT32_MAX},
    [WIDTH] = {.id = "width",
               .label = "width d",
               .help = "features; the last sine of an odd width has no cosine",
               .type = CH_INTEGER,
               .least = 0,
               .most = INT32_MAX},
    [BASE] = ROTARY_BASE_PARAMETER,
    [LAYOUT] = {.id = "layout",
                .label = "layout",
                .help = "where the cosines stand: each behind its sine, or all behind all sines",
                .type = CH_CHOICE,
                .standard = "interleaved",
                .choices = LAYOUTS,
                .choice_count = CH_COUNT(LAYOUTS)},
};

static const ch_op_output OUTPUTS[] = {
    [PE] = {.id = "pe", .help = "(N, d)"},
};

static const ch_mistake MISTAKES[] = {SINUSOID_MISTAKES, CH_ANGLES_IN_16_BIT};

static ch_status plan(ch_op_call *call) {
    uint64_t positions = call->values[POSITIONS].integer;
    uint64_t width = call->values[WIDTH].integer;
    ch_op_shape(call, PE, (const uint64_t[]){positions, width}, 2);
    if (call->outputs[PE].count == 0) return CH_OK;
    // Frequencies; a mistake has one a feature, and angles.
    call->scratch_count = ch_sinusoidal_pairs((size_t)width) + (call->mistake == CH_NO_MISTAKE ? 0 : width);
    return CH_OK;
}

static ch_status run(ch_op_call *call) {
    size_t positions = (size_t)call->values[POSITIONS].integer;
    size_t width = (size_t)call->values[WIDTH].integer;
    if (call->outputs[PE].count == 0) return CH_OK;
    size_t pairs = ch_sinusoidal_pairs(width);
    ch_sinusoidal_frequencies(call->scratch, width, call->values[BASE].real);
    for (size_t pair = 0; pair < pairs; pair++) {
        if (isfinite((double)(positions - 1) * call->scratch[pair])) continue;
        return ch_fail_counts(&call->failure, CH_NON_FINITE_TABLE_VALUE, positions - 1, pair, 0);
    }
    call->angle = (double)(positions - 1) * fmax(call->scratch[0], call->scratch[pairs - 1]);
    ch_sinusoidal_layout layout = (ch_sinusoidal_layout)call->values[LAYOUT].integer;
    if (call->mistake != CH_NO_MISTAKE) {
        sinusoid faulty;
        sinusoid_set(&faulty, call->scratch, call->scratch + width, width, call->values[BASE].real, layout,
                     call->mistake);
        for (size_t p = 0; p < positions; p++) {
            sinusoid_row(call->outputs[PE].cells + p * width, &faulty, (double)p);
        }
        return CH_OK;
    }
    ch_sinusoidal_table(call->outputs[PE].cells, call->scratch, 0, positions, width, layout);
    return CH_OK;
}

const ch_op ch_op_sinusoidal = {
    .id = "sinusoidal",
    .summary = "the sinusoidal position encoding of the first positions",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .outputs = OUTPUTS,
    .output_count = CH_COUNT(OUTPUTS),
    .mistakes = MISTAKES,
    .mistake_count = CH_COUNT(MISTAKES),
    .plan = plan,
    .run = run,
};
