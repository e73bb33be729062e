// Rotary embedding of a tensor (.., T, d): at consecutive positions, at given ones, or by a given table.
#include "clockhand/rope.h"

#include <math.h>
#include <string.h>

#include "clockhand/elementary.h"
#include "clockhand/half.h"
#include "labs/rope_parts.h"
#include "registry.h"
#include "rotary.h"

enum { X, POSITIONS, COSINES, SINES };
enum { PAIRING, BASE, OFFSET, ROTARY, ADJOINT };
enum { Y };

static const uint64_t MOST_POSITION = (uint64_t)1 << 40;
static const char ACCEPTED_POSITION[] = "a whole number from 0 to 1099511627776";

static const ch_op_input INPUTS[] = {
    [X] = {.id = "x", .help = "(.., T, d)", .least_rank = 2, .most_rank = CH_OP_RANK},
    [POSITIONS] = {.id = "positions",
                   .help = "(T) or (B, T), whole numbers; B is 1 or the first axis of x",
                   .least_rank = 1,
                   .most_rank = 2,
                   .optional = true},
    [COSINES] = {.id = "cos",
                 .help = "(T, r/2) or (B, T, r/2), with sin, instead of a table made from base and positions",
                 .least_rank = 2,
                 .most_rank = 3,
                 .optional = true},
    [SINES] = {.id = "sin", .help = "shaped as cos", .least_rank = 2, .most_rank = 3, .optional = true},
};

static const ch_named PAIRINGS[] = {
    [CH_INTERLEAVED] = {.id = "interleaved", .label = "features 2k and 2k + 1"},
    [CH_HALF] = {.id = "half", .label = "features k and k + r/2"},
};

static const ch_parameter PARAMETERS[] = {
    [PAIRING] = {.id = "pairing",
                 .label = "pairing",
                 .help = "which two features turn together: 2k with 2k + 1, or k with k + r/2",
                 .type = CH_CHOICE,
                 .choices = PAIRINGS,
                 .choice_count = CH_COUNT(PAIRINGS)},
    [BASE] = ROTARY_BASE_PARAMETER,
    [OFFSET] = {.id = "offset",
                .label = "offset",
                .help = "position of the first token",
                .type = CH_INTEGER,
                .least = 0,
                .most = 1099511627776.0,
                .standard = "0"},
    [ROTARY] = {.id = "rotary-dim",
                .label = "rotary width r",
                .help = "how many of the first features turn, an even number; d when not given",
                .type = CH_INTEGER,
                .least = 2,
                .most = INT32_MAX,
                .standard = ""},
    [ADJOINT] = {.id = "adjoint",
                 .label = "adjoint",
                 .help = "turns the other way, as a backward pass does with output adjoints",
                 .type = CH_CHOICE,
                 .standard = "no",
                 .choices = CH_NO_YES,
                 .choice_count = 2},
};

static const ch_op_output OUTPUTS[] = {
    [Y] = {.id = "y", .help = "shaped as x"},
};

static const ch_mistake MISTAKES[] = {
    CH_OTHER_PAIRING,        CH_CLOCKWISE,           CH_FORWARD_AS_ADJOINT, ROPE_TABLE_MISTAKES, CH_EXPONENT_DOUBLED,
    CH_MULTIPLIED_FREQUENCY, CH_CACHE_RESTART,       CH_CACHE_DOUBLE,       CH_PADDING_COUNTED,  CH_ANGLES_IN_16_BIT,
    CH_WIDTH_OF_MODEL,       CH_PARTIAL_WRONG_WIDTH, CH_ONE_TURNED,
};

/// The tensor as lanes of (tokens, features), and the table's rows for them.
typedef struct extent {
    size_t lanes, tokens, features;
    size_t pairs;
    size_t lead; ///< groups of lanes that have table rows of their own
} extent;

static ch_status find_width(uint64_t *rotary, ch_op_call *call) {
    const ch_tensor *x = &call->inputs[X];
    uint64_t features = x->shape[x->rank - 1];
    if (!call->values[ROTARY].given) {
        *rotary = features;
        if (features >= 2 && features % 2 == 0) return CH_OK;
        return ch_op_refuse_shape(call, X, "an even last axis of at least 2, or of at least 3 with rotary-dim,");
    }
    *rotary = call->values[ROTARY].integer;
    if (*rotary <= features && *rotary % 2 == 0) return CH_OK;
    char accepted[CH_ACCEPTED_SIZE];
    ch_text text;
    ch_text_open(&text, accepted, sizeof accepted);
    ch_text_put(&text, "an even number from 2 to the last axis of x, ");
    ch_text_put_u64(&text, features);
    ch_text_put(&text, ",");
    return ch_op_refuse_parameter(call, ROTARY, accepted);
}

/// Refuses an input that is neither (T, rest) nor (B, T, rest), B being 1 or the first axis; `rest` 0 stands for none.
static ch_status check_lead(size_t *lead, ch_op_call *call, size_t input, uint64_t rest) {
    const ch_tensor *x = &call->inputs[X];
    const ch_tensor *given = &call->inputs[input];
    uint64_t tokens = x->shape[x->rank - 2];
    size_t flat = rest == 0 ? 1 : 2; // its rank without a leading axis
    bool leads = given->rank == flat + 1;
    const uint64_t *own = given->shape + (leads ? 1 : 0);
    uint64_t first = x->rank > 2 ? x->shape[0] : 1;
    *lead = leads ? (size_t)given->shape[0] : 1;
    if (own[0] == tokens && (rest == 0 || own[1] == rest) && (*lead == 1 || *lead == first)) return CH_OK;
    const uint64_t wanted[] = {first, tokens, rest};
    char accepted[CH_ACCEPTED_SIZE];
    ch_text text;
    ch_text_open(&text, accepted, sizeof accepted);
    ch_op_put_shape(&text, wanted + 1, flat);
    if (x->rank > 2) {
        ch_text_put(&text, " or ");
        ch_op_put_shape(&text, wanted, flat + 1);
    }
    return ch_op_refuse_shape(call, input, accepted);
}

/// A given table leaves nothing to be said of positions, given positions nothing of an offset.
static ch_status check_sources(ch_op_call *call) {
    const char *beside_table = "no such value beside cos and sin";
    const ch_op *op = call->op;
    bool table = call->inputs[COSINES].given;
    if (table != call->inputs[SINES].given) {
        return ch_fail_texts(&call->failure, CH_BAD_REQUEST, op->inputs[table ? SINES : COSINES].id, "(missing)",
                             "cos with sin, or neither,");
    }
    if (table && call->inputs[POSITIONS].given) {
        return ch_fail_texts(&call->failure, CH_BAD_REQUEST, "tensor", op->inputs[POSITIONS].id,
                             "none of that name beside cos and sin");
    }
    if (table && call->values[BASE].given) return ch_op_refuse_parameter(call, BASE, beside_table);
    if (table && call->values[OFFSET].given) return ch_op_refuse_parameter(call, OFFSET, beside_table);
    if (call->inputs[POSITIONS].given && call->values[OFFSET].given) {
        return ch_op_refuse_parameter(call, OFFSET, "no such value beside positions");
    }
    return CH_OK;
}

static ch_status find_extent(extent *found, ch_op_call *call) {
    const ch_tensor *x = &call->inputs[X];
    uint64_t rotary;
    ch_status status = check_sources(call);
    if (status == CH_OK) status = find_width(&rotary, call);
    if (status != CH_OK) return status;
    *found = (extent){.lanes = (size_t)ch_op_axes(x, 0, x->rank - 2),
                      .tokens = (size_t)x->shape[x->rank - 2],
                      .features = (size_t)x->shape[x->rank - 1],
                      .pairs = (size_t)rotary / 2,
                      .lead = 1};
    if (call->inputs[POSITIONS].given) return check_lead(&found->lead, call, POSITIONS, 0);
    if (!call->inputs[COSINES].given) return CH_OK;
    size_t lead;
    status = check_lead(&found->lead, call, COSINES, found->pairs);
    if (status == CH_OK) status = check_lead(&lead, call, SINES, found->pairs);
    if (status == CH_OK && lead != found->lead) status = ch_op_refuse_shape(call, SINES, "the shape of cos");
    return status;
}

static ch_status check_angles(ch_op_call *call, const extent *e, uint64_t last) {
    const ch_rope_config config = {
        .width = 2 * (uint64_t)e->pairs, .capacity = last + 1, .base = call->values[BASE].real};
    return ch_rope_check(&config, NULL, &call->failure);
}

static ch_status plan(ch_op_call *call) {
    const ch_tensor *x = &call->inputs[X];
    extent e;
    ch_status status = find_extent(&e, call);
    if (status != CH_OK) return status;
    ch_op_shape(call, Y, x->shape, x->rank);
    if (x->count == 0 || call->inputs[COSINES].given) return CH_OK;
    // Frequencies, cosines and sines.
    uint64_t rows = ch_op_product(e.lead, e.tokens);
    call->scratch_count = ch_op_product(e.pairs, 2 * rows + 1);
    if (call->inputs[POSITIONS].given) return CH_OK;
    return check_angles(call, &e, call->values[OFFSET].integer + e.tokens - 1);
}

static ch_status check_positions(ch_op_call *call, const extent *e) {
    const ch_tensor *positions = &call->inputs[POSITIONS];
    double last = 0.0;
    for (size_t i = 0; i < positions->count; i++) {
        double p = positions->cells[i];
        // Written so that NaN is refused.
        if (!(p >= 0.0 && p <= (double)MOST_POSITION && p == floor(p))) {
            return ch_op_refuse_cell(call, POSITIONS, i, ACCEPTED_POSITION);
        }
        if (p > last) last = p;
    }
    return check_angles(call, e, (uint64_t)last);
}

/// Notes the largest angle; a base below 1 makes the last pair the fastest.
static void note_angle(ch_op_call *call, const double *frequencies, const extent *e) {
    const ch_tensor *positions = &call->inputs[POSITIONS];
    double last = (double)call->values[OFFSET].integer + (double)e->tokens - 1.0;
    for (size_t i = 0; i < positions->count; i++) last = fmax(i == 0 ? 0.0 : last, positions->cells[i]);
    call->angle = last * fmax(frequencies[0], frequencies[e->pairs - 1]);
}

/// Fills the scratch with the table of the call's positions.
static void make_table(double **cosines, double **sines, ch_op_call *call, const extent *e) {
    const ch_tensor *positions = &call->inputs[POSITIONS];
    double *frequencies = call->scratch;
    size_t rows = e->lead * e->tokens;
    *cosines = frequencies + e->pairs;
    *sines = *cosines + rows * e->pairs;
    ch_rope_frequencies(frequencies, 2 * (uint64_t)e->pairs, call->values[BASE].real);
    note_angle(call, frequencies, e);
    if (!positions->given) {
        ch_rope_table(*cosines, *sines, frequencies, e->pairs, call->values[OFFSET].integer, rows);
        return;
    }
    for (size_t row = 0; row < rows; row++) {
        size_t at = row * e->pairs;
        double position = positions->cells[row];
        // Batches mostly stand at the same positions: what the batch before has is copied.
        size_t same =
            row >= e->tokens && position == positions->cells[row - e->tokens] ? at - e->tokens * e->pairs : at;
        if (same == at) {
            ch_rope_table(*cosines + at, *sines + at, frequencies, e->pairs, (uint64_t)position, 1);
        } else {
            memcpy(*cosines + at, *cosines + same, e->pairs * sizeof **cosines);
            memcpy(*sines + at, *sines + same, e->pairs * sizeof **sines);
        }
    }
}

// Mistakes ------------------------------------------------------------------------------------------------------------

/// Halves of the whole head are paired, where only the rotary part has halves.
static bool pairs_whole_head(const ch_op_call *call, const extent *e) {
    return call->mistake == CH_PARTIAL_WRONG_WIDTH && call->values[PAIRING].integer == CH_HALF &&
           2 * e->pairs < e->features;
}

static void make_faulty_frequencies(double *frequencies, const ch_op_call *call, const extent *e) {
    const ch_tensor *x = &call->inputs[X];
    double base = call->values[BASE].real;
    double width = 2.0 * (double)e->pairs;
    double exponent = -2.0;
    rope_faulty_frequencies(frequencies, 2 * e->pairs, base, call->mistake);
    if (call->mistake == CH_EXPONENT_DOUBLED) exponent = -4.0;
    if (call->mistake == CH_MULTIPLIED_FREQUENCY) exponent = 2.0;
    if (pairs_whole_head(call, e)) width = (double)e->features;
    // The heads stand before the tokens.
    bool model = call->mistake == CH_WIDTH_OF_MODEL && x->rank > 2;
    if (model) width = (double)e->features * (double)x->shape[x->rank - 3];
    if (exponent == -2.0 && width == 2.0 * (double)e->pairs) return;
    for (size_t k = 0; k < e->pairs; k++) frequencies[k] = ch_pow(base, exponent * (double)k / width);
}

/// The position that a mistake gives to a token; `least` is the first position of its row.
static uint64_t faulty_position(const ch_op_call *call, uint64_t position, uint64_t least, uint64_t token) {
    if (call->mistake == CH_CACHE_RESTART) return position - least;
    if (call->mistake == CH_CACHE_DOUBLE) return position + least;
    return call->mistake == CH_PADDING_COUNTED ? least + token : position;
}

static void round_angles(double *cosines, double *sines, const double *frequencies, size_t pairs, uint64_t position) {
    double rounded = ch_round_to_half((double)position);
    for (size_t k = 0; k < pairs; k++) {
        double angle = ch_round_to_half(rounded * ch_round_to_half(frequencies[k]));
        ch_sine_cosine(sines + k, cosines + k, angle);
    }
}

/// Fills the scratch with the table that a mistake makes.
static void make_faulty_table(double **cosines, double **sines, ch_op_call *call, const extent *e) {
    const double *positions = call->inputs[POSITIONS].given ? call->inputs[POSITIONS].cells : NULL;
    double *frequencies = call->scratch;
    size_t rows = e->lead * e->tokens;
    *cosines = frequencies + e->pairs;
    *sines = *cosines + rows * e->pairs;
    make_faulty_frequencies(frequencies, call, e);
    double least = 0.0;
    for (size_t row = 0; row < rows; row++) {
        size_t token = row % e->tokens;
        size_t at = row * e->pairs;
        for (size_t i = 0; token == 0 && positions != NULL && i < e->tokens; i++) {
            if (i == 0 || positions[row + i] < least) least = positions[row + i];
        }
        uint64_t offset = positions == NULL ? call->values[OFFSET].integer : (uint64_t)least;
        uint64_t position = positions == NULL ? offset + token : (uint64_t)positions[row];
        position = faulty_position(call, position, offset, token);
        if (call->mistake == CH_ANGLES_IN_16_BIT) {
            round_angles(*cosines + at, *sines + at, frequencies, e->pairs, position);
        } else {
            rope_faulty_table(*cosines + at, *sines + at, frequencies, e->pairs, position, 1, call->mistake);
        }
    }
}

/// Turns features k and k + d/2 of each row, as many of them as the rotary part has pairs.
static void turn_whole_head(double *y, const double *x, const double *cosines, const double *sines, const extent *e,
                            ch_direction direction) {
    size_t half = e->features / 2;
    memcpy(y, x, e->tokens * e->features * sizeof *y);
    for (size_t t = 0; t < e->tokens; t++) {
        for (size_t k = 0; k < e->pairs; k++) {
            size_t at = t * e->features + k;
            double c = cosines[t * e->pairs + k];
            double s = direction == CH_ADJOINT ? -sines[t * e->pairs + k] : sines[t * e->pairs + k];
            y[at] = x[at] * c - x[at + half] * s;
            y[at + half] = x[at] * s + x[at + half] * c;
        }
    }
}

static ch_direction direction_of(const ch_op_call *call) {
    ch_direction asked = call->values[ADJOINT].integer == 0 ? CH_FORWARD : CH_ADJOINT;
    if (call->mistake == CH_CLOCKWISE) return CH_ADJOINT;
    return call->mistake == CH_FORWARD_AS_ADJOINT ? CH_FORWARD : asked;
}

// Running -------------------------------------------------------------------------------------------------------------

static void find_table(double **cosines, double **sines, ch_op_call *call, const extent *e) {
    *cosines = call->inputs[COSINES].cells;
    *sines = call->inputs[SINES].cells;
    if (!call->inputs[COSINES].given) {
        if (call->mistake == CH_NO_MISTAKE) make_table(cosines, sines, call, e);
        if (call->mistake != CH_NO_MISTAKE) make_faulty_table(cosines, sines, call, e);
    } else if (call->mistake == CH_SINE_COSINE_SWAPPED) {
        *cosines = call->inputs[SINES].cells;
        *sines = call->inputs[COSINES].cells;
    }
}

static ch_status run(ch_op_call *call) {
    const ch_tensor *x = &call->inputs[X];
    extent e;
    ch_status status = find_extent(&e, call);
    if (status == CH_OK && call->inputs[POSITIONS].given) status = check_positions(call, &e);
    if (status != CH_OK || x->count == 0) return status;
    double *cosines;
    double *sines;
    find_table(&cosines, &sines, call, &e);
    ch_pairing pairing = rope_faulty_pairing((ch_pairing)call->values[PAIRING].integer, call->mistake);
    ch_direction direction = direction_of(call);
    bool whole = pairs_whole_head(call, &e);
    for (size_t lane = 0; lane < e.lanes; lane++) {
        size_t at = lane * e.tokens * e.features;
        size_t table = lane / (e.lanes / e.lead) * e.tokens * e.pairs;
        double *y = call->outputs[Y].cells + at;
        if (whole) {
            turn_whole_head(y, x->cells + at, cosines + table, sines + table, &e, direction);
        } else {
            ch_rope_rotate(y, x->cells + at, cosines + table, sines + table, NULL, e.tokens, e.tokens, e.features,
                           2 * e.pairs, pairing, direction);
        }
    }
    if (call->mistake == CH_ONE_TURNED) memcpy(call->outputs[Y].cells, x->cells, (size_t)x->count * sizeof(double));
    return CH_OK;
}

const ch_op ch_op_rope = {
    .id = "rope",
    .summary = "rotary position embedding",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .inputs = INPUTS,
    .input_count = CH_COUNT(INPUTS),
    .outputs = OUTPUTS,
    .output_count = CH_COUNT(OUTPUTS),
    .mistakes = MISTAKES,
    .mistake_count = CH_COUNT(MISTAKES),
    .plan = plan,
    .run = run,
};
