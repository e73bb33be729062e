// The caller's own outputs held against an op's, and against what it gives when it goes another way.
#include <math.h>
#include <string.h>

#include "clockhand/op.h"

/// Parts of the largest value. Up to here rounding in float32 alone explains a difference.
static const double ROUNDING = 1e-6;
/// What float32 leaves of an angle, as a part of it: the power, the frequency and the product are rounded.
static const double ANGLE_ROUNDING = 3.0 / (1 << 24);
/// Parts of the largest value. What is further off is not put down to float32.
static const double MOST_FLOAT32 = 0.1;
/// What explains an output that agrees must be nearer to it than the right way by this factor.
static const double NEARER = 10.0;

static bool compares(const ch_op_call *call) {
    for (size_t i = 0; i < call->op->output_count; i++) {
        if (call->yours[i].given) return true;
    }
    return false;
}

static ch_status refuse_nothing(ch_op_call *call) {
    const ch_op *op = call->op;
    char accepted[CH_ACCEPTED_SIZE];
    ch_text text;
    ch_text_open(&text, accepted, sizeof accepted);
    for (size_t i = 0; i < op->output_count; i++) {
        ch_text_put_or(&text, i, op->output_count);
        ch_text_put(&text, op->outputs[i].id);
    }
    return ch_fail_texts(&call->failure, CH_BAD_REQUEST, "compared tensor", "(none)", accepted);
}

/// How many values of a parameter are tried, and the one that the call has.
static uint64_t count_choices(uint64_t *own, const ch_op_call *call, size_t index) {
    const ch_parameter *p = &call->op->parameters[index];
    const ch_value *value = &call->values[index];
    size_t rank = call->inputs[0].rank;
    *own = value->integer;
    if (p->type == CH_AXIS) *own = (uint64_t)(value->real < 0.0 ? value->real + (double)rank : value->real);
    return p->type == CH_AXIS ? rank : p->type == CH_CHOICE ? p->choice_count : 0;
}

/// The `index`-th other choice: 0 when it is found, else one more than what is left of the index.
static size_t find_choice(ch_op_way *way, const ch_op_call *call, size_t index) {
    for (size_t i = 0; i < call->op->parameter_count; i++) {
        uint64_t own;
        uint64_t count = count_choices(&own, call, i);
        for (uint64_t choice = 0; choice < count; choice++) {
            if (choice == own || index-- > 0) continue;
            *way = (ch_op_way){.change = CH_OP_CHOICE, .index = i, .choice = choice};
            return 0;
        }
    }
    return index + 1;
}

/// Whether leaving a parameter out may change something that no choice does.
static bool has_default(const ch_op_call *call, size_t index) {
    const ch_parameter *p = &call->op->parameters[index];
    return call->values[index].given && p->standard != NULL && p->type != CH_CHOICE && p->type != CH_AXIS;
}

bool ch_op_way_at(ch_op_way *way, const ch_op_call *call, size_t index) {
    const ch_op *op = call->op;
    if (index < op->mistake_count) {
        *way = (ch_op_way){.change = CH_OP_MISTAKE, .index = index};
        return true;
    }
    size_t left = find_choice(way, call, index - op->mistake_count);
    if (left == 0) return true;
    left--;
    for (size_t i = 0; i < op->parameter_count; i++) {
        if (!has_default(call, i) || left-- > 0) continue;
        *way = (ch_op_way){.change = CH_OP_DEFAULT, .index = i};
        return true;
    }
    for (size_t i = 0; i < op->input_count; i++) {
        if (!op->inputs[i].optional || !call->inputs[i].given || left-- > 0) continue;
        *way = (ch_op_way){.change = CH_OP_WITHOUT, .index = i};
        return true;
    }
    return false;
}

/// Whether two ways can be gone at once: no two mistakes, and no two choices of one parameter.
static bool go_together(const ch_op_way *one, const ch_op_way *two) {
    if (one->change == CH_OP_MISTAKE && two->change == CH_OP_MISTAKE) return false;
    return one->change != CH_OP_CHOICE || two->change != CH_OP_CHOICE || one->index != two->index;
}

/// The next two ways that can be gone at once, and moves `at` behind them; it begins as {0, 1}. False at the end.
static bool next_pair(ch_op_way pair[2], const ch_op_call *call, size_t at[2]) {
    for (; ch_op_way_at(&pair[0], call, at[0]); at[0]++) {
        while (ch_op_way_at(&pair[1], call, at[1])) {
            at[1]++;
            if (go_together(&pair[0], &pair[1])) return true;
        }
        at[1] = at[0] + 2;
    }
    return false;
}

bool ch_op_pairs(const ch_op_call *call) {
    ch_op_call tensors = *call;
    tensors.scratch_count = 0;
    return ch_op_bytes(&tensors) <= CH_OP_PAIR_CELLS * sizeof(double);
}

static void change(ch_op_call *other, const ch_op_call *call, const ch_op_way *way) {
    if (way->change == CH_OP_MISTAKE) other->mistake = call->op->mistakes[way->index];
    if (way->change == CH_OP_CHOICE) {
        other->values[way->index].integer = way->choice;
        other->values[way->index].real = (double)way->choice;
    }
    if (way->change == CH_OP_WITHOUT) other->inputs[way->index] = (ch_tensor){.given = false};
    if (way->change == CH_OP_DEFAULT) {
        const ch_parameter *p = &call->op->parameters[way->index];
        ch_span text = {p->standard, strlen(p->standard)};
        other->values[way->index] = (ch_value){.given = false};
        if (text.length > 0) ch_parameter_read(&other->values[way->index], &other->failure, p, text);
    }
}

/// Plans the call as `count` ways at once have it; false when the op refuses that.
static bool plan_ways(ch_op_call *other, const ch_op_call *call, const ch_op_way *ways, size_t count) {
    *other = *call;
    other->scratch_count = 0;
    other->note[0] = '\0';
    for (size_t i = 0; i < count; i++) change(other, call, &ways[i]);
    return call->op->plan(other) == CH_OK;
}

/// Outputs and scratch of a call, in doubles.
static uint64_t room_of(const ch_op_call *call) {
    uint64_t bytes = ch_op_bytes(call);
    if (bytes == UINT64_MAX) return bytes;
    uint64_t room = bytes / sizeof(double);
    for (size_t i = 0; i < call->op->input_count; i++) room -= call->inputs[i].count;
    for (size_t i = 0; i < call->op->output_count; i++) room -= call->yours[i].count;
    return room;
}

static void grow(uint64_t *most, const ch_op_call *call, const ch_op_way *ways, size_t count) {
    ch_op_call other;
    if (plan_ways(&other, call, ways, count) && room_of(&other) > *most) *most = room_of(&other);
}

void ch_op_widen(ch_op_call *call) {
    if (!compares(call)) return;
    uint64_t own = room_of(call);
    uint64_t most = own;
    ch_op_way ways[2];
    for (size_t i = 0; i < CH_OP_WAYS && ch_op_way_at(&ways[0], call, i); i++) grow(&most, call, ways, 1);
    size_t at[] = {0, 1};
    while (ch_op_pairs(call) && next_pair(ways, call, at)) grow(&most, call, ways, 2);
    if (most == UINT64_MAX) call->scratch_count = UINT64_MAX;
    if (most > own && most != UINT64_MAX) call->scratch_count += most - own;
}

/// Runs a planned way where the outputs and the scratch of the call lie.
static bool run_way(ch_op_call *other, const ch_op_call *call) {
    double *at = call->outputs[0].cells;
    for (size_t i = 0; i < other->op->output_count; i++) {
        ch_tensor *output = &other->outputs[i];
        output->cells = at;
        memset(at, 0, (size_t)output->count * sizeof *at);
        at += output->count;
    }
    other->scratch = at;
    return other->op->run(other) == CH_OK;
}

static double difference(double yours, double right) {
    if (yours == right || (isnan(yours) && isnan(right))) return 0.0;
    double size = fabs(yours - right);
    return isnan(size) ? (double)INFINITY : size;
}

/// `least`: what the tolerance is a part of, at least.
static ch_op_gap gap_between(const ch_tensor *yours, const ch_tensor *right, double tolerance, double least) {
    ch_op_gap gap = {.absolute = -1.0, .largest = least};
    size_t count = (size_t)right->count;
    for (size_t i = 0; i < count; i++) {
        double size = fabs(right->cells[i]);
        if (isfinite(size) && size > gap.largest) gap.largest = size;
    }
    if (gap.largest == 0.0) gap.largest = 1.0;
    for (size_t i = 0; i < count; i++) {
        double size = difference(yours->cells[i], right->cells[i]);
        if (size > tolerance * gap.largest) gap.differing++;
        if (size <= gap.absolute) continue;
        gap.absolute = size;
        gap.at = i;
    }
    if (count == 0) return (ch_op_gap){.differing = 0};
    gap.yours = yours->cells[gap.at];
    gap.right = right->cells[gap.at];
    return gap;
}

/// Whether a way that is `found` away from an output explains it, which is `right` away from the right one.
static bool explains(const ch_op_gap *found, const ch_op_gap *right) {
    if (found->differing > 0) return false;
    return right->differing > 0 || found->absolute * NEARER < right->absolute;
}

/// How far an output is from what explains it; -1 when that does not.
static double explained_by(const ch_op_comparison *c, const ch_op_call *call, const ch_op_call *other, size_t output) {
    const ch_tensor *yours = &call->yours[output];
    const ch_tensor *found = &other->outputs[output];
    const ch_op_gap *right = &c->gaps[output];
    if (!yours->given || !ch_op_has_shape(yours, found->shape, found->rank)) return -1.0;
    if (right->absolute <= ROUNDING * right->largest) return -1.0;
    ch_op_gap gap = gap_between(yours, found, call->tolerance, right->largest);
    return explains(&gap, right) ? gap.absolute : -1.0;
}

static void try_ways(ch_op_comparison *c, const ch_op_call *call) {
    ch_op_way way;
    for (size_t w = 0; w < CH_OP_WAYS && ch_op_way_at(&way, call, w); w++) {
        ch_op_call other;
        if (!plan_ways(&other, call, &way, 1) || !run_way(&other, call)) continue;
        for (size_t i = 0; i < call->op->output_count; i++) c->explained[i][w] = explained_by(c, call, &other, i);
    }
}

/// Whether an output differs and nothing explains it.
static bool is_open(const ch_op_comparison *c, size_t output) {
    bool open = c->gaps[output].differing > 0;
    for (size_t w = 0; w < CH_OP_WAYS; w++) open = open && c->explained[output][w] < 0.0;
    return open;
}

static void try_pairs(ch_op_comparison *c, const ch_op_call *call) {
    bool open[CH_OP_OUTPUTS];
    bool any = false;
    for (size_t i = 0; i < CH_OP_OUTPUTS; i++) any |= open[i] = is_open(c, i);
    ch_op_way ways[2];
    size_t at[] = {0, 1};
    while (any && next_pair(ways, call, at)) {
        ch_op_call other;
        if (!plan_ways(&other, call, ways, 2) || !run_way(&other, call)) continue;
        for (size_t i = 0; i < call->op->output_count; i++) {
            double absolute = open[i] ? explained_by(c, call, &other, i) : -1.0;
            if (absolute < 0.0 || c->pair_counts[i] == CH_OP_PAIRS) continue;
            c->pairs[i][c->pair_counts[i]++] = (ch_op_pair){.ways = {ways[0], ways[1]}, .absolute = absolute};
        }
    }
}

ch_status ch_op_compare(ch_op_comparison *comparison, ch_op_call *call) {
    ch_status status = compares(call) ? ch_op_run(call) : refuse_nothing(call);
    if (status != CH_OK) return status;
    *comparison = (ch_op_comparison){.float32 = fmin(call->angle * ANGLE_ROUNDING, MOST_FLOAT32)};
    for (size_t i = 0; i < call->op->output_count; i++) {
        ch_op_gap *gap = &comparison->gaps[i];
        for (size_t w = 0; w < CH_OP_WAYS; w++) comparison->explained[i][w] = -1.0;
        if (!call->yours[i].given) continue;
        *gap = gap_between(&call->yours[i], &call->outputs[i], call->tolerance, 0.0);
        if (gap->absolute > ROUNDING * gap->largest) comparison->tried = true;
    }
    if (comparison->tried) try_ways(comparison, call);
    if (comparison->tried && ch_op_pairs(call)) try_pairs(comparison, call);
    return CH_OK;
}
