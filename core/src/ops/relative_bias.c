// One bias for each offset between key and query, clamped to the table.
#include "clockhand/relative_bias.h"

#include "labs/position_parts.h"
#include "registry.h"

enum { TABLE };
enum { TOKENS };
enum { BIAS };

static const ch_op_input INPUTS[] = {
    [TABLE] = {.id = "table",
               .help = "(2k + 1), the biases of the offsets -k .. k of key from query",
               .least_rank = 1,
               .most_rank = 1},
};

static const ch_parameter PARAMETERS[] = {
    [TOKENS] = {.id = "tokens",
                .label = "tokens n",
                .help = "queries and keys",
                .type = CH_INTEGER,
                .least = 0,
                .most = INT32_MAX},
};

static const ch_op_output OUTPUTS[] = {
    [BIAS] = {.id = "bias", .help = "(n, n), a row for each query"},
};

static const ch_mistake MISTAKES[] = {CH_OFFSET_SIGN, CH_UNSIGNED_OFFSET, CH_NOT_CLAMPED, CH_CLAMPED_TO_WRONG_END};

static ch_status plan(ch_op_call *call) {
    uint64_t tokens = call->values[TOKENS].integer;
    if (call->inputs[TABLE].count % 2 == 0) return ch_op_refuse_shape(call, TABLE, "an odd number of values, 2k + 1,");
    ch_op_shape(call, BIAS, (const uint64_t[]){tokens, tokens}, 2);
    return CH_OK;
}

/// The biases as a mistake has them.
static void fill_faulty(double *bias, const double *table, size_t k, size_t tokens, ch_mistake mistake) {
    for (size_t i = 0; i < tokens; i++) {
        for (size_t j = 0; j < tokens; j++) {
            // The distance is the offset of the later from the earlier one.
            bool turned = mistake == CH_UNSIGNED_OFFSET && j < i;
            size_t entry;
            bool used = position_faulty_entry(&entry, turned ? j : i, turned ? i : j, k, mistake);
            bias[i * tokens + j] = used ? table[entry] : 0.0;
        }
    }
}

static ch_status run(ch_op_call *call) {
    const ch_tensor *table = &call->inputs[TABLE];
    size_t k = (size_t)table->count / 2;
    size_t tokens = (size_t)call->values[TOKENS].integer;
    if (call->mistake == CH_NO_MISTAKE) {
        ch_relative_bias(call->outputs[BIAS].cells, table->cells, k, tokens);
    } else {
        fill_faulty(call->outputs[BIAS].cells, table->cells, k, tokens, call->mistake);
    }
    return CH_OK;
}

const ch_op ch_op_relative_bias = {
    .id = "relative-bias",
    .summary = "what is added to each score for the offset of its key from its query",
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
