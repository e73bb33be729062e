// Generation with cached keys: each new token is turned by the position that continues where the cache ends.
#include <math.h>
#include <string.h>

#include "causal_parts.h"
#include "clockhand/attention.h"
#include "clockhand/gradcheck.h"
#include "clockhand/linear.h"
#include "registry.h"

enum { SEED, PROMPT, NEW, WIDTH, HEADS };
enum { TIMELINE, SLOTS, WAYS };
enum { CONTINUED, RESTART_CONTROL, DOUBLE_CONTROL };

enum { MOST_PROMPT = 12, MOST_NEW = 4 };

static const ch_parameter PARAMETERS[] = {
    [SEED] = CAUSAL_SEED_PARAMETER,
    [PROMPT] = {.id = "prompt",
                .label = "tokens of the prompt",
                .help = "they come in one call, into an empty cache",
                .type = CH_INTEGER,
                .least = 2,
                .most = MOST_PROMPT,
                .standard = "6"},
    [NEW] = {.id = "new",
             .label = "new tokens",
             .help = "one a call",
             .type = CH_INTEGER,
             .least = 2,
             .most = MOST_NEW,
             .standard = "3"},
    [WIDTH] = CAUSAL_WIDTH_PARAMETER("8"),
    [HEADS] = CAUSAL_HEADS_PARAMETER("2"),
};

enum { T_CALL, T_TOKENS, T_CACHED, T_POSITION, T_KEYS, T_DIFFERENCE, T_COUNT };
static const ch_column TIMELINE_COLUMNS[T_COUNT] = {
    [T_CALL] = {.id = "call", .label = "call", .type = CH_INTEGER},
    [T_TOKENS] = {.id = "tokens", .label = "tokens that come in", .type = CH_INTEGER},
    [T_CACHED] = {.id = "cached", .label = "keys in the cache before", .type = CH_INTEGER},
    [T_POSITION] = {.id = "position", .label = "position of the first that comes in", .type = CH_INTEGER},
    [T_KEYS] = {.id = "keys", .label = "keys that the last one meets", .type = CH_INTEGER},
    [T_DIFFERENCE] = {.id = "difference",
                      .label = "largest difference from the whole text in one call",
                      .type = CH_REAL,
                      .digits = 6},
};

enum { S_CALL, S_POSITION, S_NEW, S_COUNT };
static const ch_column SLOT_COLUMNS[S_COUNT] = {
    [S_CALL] = {.id = "call", .label = "call", .type = CH_INTEGER},
    [S_POSITION] = {.id = "position", .label = "position", .type = CH_INTEGER},
    [S_NEW] = {.id = "new", .label = "comes in (1) or cached (0)", .type = CH_INTEGER},
};

enum { W_WAY, W_POSITIONS, W_DIFFERENCE, W_AGREES, W_COUNT };
static const ch_column WAY_COLUMNS[W_COUNT] = {
    [W_WAY] = {.id = "way", .label = "positions of the new tokens", .type = CH_TEXT},
    [W_POSITIONS] = {.id = "positions", .label = "here", .type = CH_TEXT},
    [W_DIFFERENCE] = {.id = "difference", .label = "largest difference of an output", .type = CH_REAL, .digits = 6},
    [W_AGREES] = {.id = "agrees", .label = "agrees (1) or not (0)", .type = CH_INTEGER},
};

static const ch_table TABLES[] = {
    [TIMELINE] = {.id = "timeline",
                  .caption = "Call by call: the prompt, then one token at a time",
                  .keys = 1,
                  .columns = TIMELINE_COLUMNS,
                  .column_count = T_COUNT},
    [SLOTS] = {.id = "slots",
               .caption = "The keys that each call has, by position",
               .keys = 2,
               .columns = SLOT_COLUMNS,
               .column_count = S_COUNT},
    [WAYS] = {.id = "ways",
              .caption = "Three ways to count, each against the whole text in one call",
              .keys = 1,
              .columns = WAY_COLUMNS,
              .column_count = W_COUNT},
};

static const ch_check CHECKS[] = {
    [CONTINUED] = {.id = "continued", .label = "positions that continue the cache: difference of an output"},
    [RESTART_CONTROL] = {.id = "restart", .label = "positions from zero at each call: the same", .above = true},
    [DOUBLE_CONTROL] = {.id = "double", .label = "positions that count the cache twice: the same", .above = true},
};

static const ch_mistake MISTAKES[] = {CH_CACHE_RESTART, CH_CACHE_DOUBLE};

/// Position of new token i behind a prompt of P tokens, as a way of counting has it.
static uint64_t position_of(uint64_t P, uint64_t i, ch_mistake way) {
    if (way == CH_CACHE_RESTART) return 0;
    // The first token is placed by the cache. From then on the running position counts the cache, which is added again.
    if (way == CH_CACHE_DOUBLE && i > 0) return P + (P + i - 1);
    return P + i;
}

/// A model, a text of P + N tokens, and what it gives when it comes in one call.
typedef struct setting {
    ch_causal_rope block; ///< over the whole text, with a table for every position that occurs
    uint64_t P, N;
    const double *x;     ///< (T, D)
    const double *whole; ///< (T, D), outputs of the one call
    double differences[1 + MOST_NEW];
} setting;

static bool prepare(ch_run *run, setting *s) {
    ch_causal_rope *block = &s->block;
    s->P = run->values[PROMPT].integer;
    s->N = run->values[NEW].integer;
    *block = (ch_causal_rope){.B = 1, .T = (size_t)(s->P + s->N)};
    block->D = (size_t)run->values[WIDTH].integer;
    block->H = (size_t)run->values[HEADS].integer;
    if (causal_check_width(run, block->D, block->H) != CH_OK) return false;
    ch_torch state;
    ch_torch_seed(&state, run->values[SEED].integer);
    if (!causal_draw_weights(run, block, &state)) return false;
    size_t cells = block->T * block->D;
    ch_causal_steps steps;
    s->x = causal_draw_normals(run, &state, cells);
    double *whole = s->x == NULL ? NULL : ch_run_doubles(run, cells);
    if (whole == NULL || !causal_set(run, block, block->D, 0, 2 * block->T, CH_NO_MISTAKE)) return false;
    if (!causal_take_steps(run, &steps, block)) return false;
    ch_causal_rope_forward(whole, &steps, s->x, block);
    s->whole = whole;
    return true;
}

/// Keys, already turned, and values of the tokens processed so far: (H, T, Dh) each.
typedef struct cache {
    double *keys, *values;
    size_t count;
} cache;

/// One call with `count` tokens from `first` on, placed from `position` on: y (count, D) from what comes in and the cache,
/// which takes up the new keys and values.
static bool call(ch_run *run, double *y, cache *kept, const setting *s, size_t first, size_t count, uint64_t position) {
    size_t H = s->block.H;
    size_t width = s->block.D / H;
    size_t seen = kept->count + count;
    ch_causal_rope now = s->block;
    now.T = count;
    now.cosines += position * (width / 2);
    now.sines += position * (width / 2);
    ch_causal_steps steps;
    double *scores = ch_run_doubles(run, 2 * count * seen);
    uint8_t *mask = scores == NULL ? NULL : ch_arena_take(run->arena, count, seen);
    if (mask == NULL || !causal_take_steps(run, &steps, &now)) {
        ch_fail_texts(&run->failure, CH_ARENA_FULL, NULL, NULL, NULL);
        return false;
    }
    ch_causal_mask(mask, CH_BOTTOM_RIGHT, count, seen);
    ch_causal_project(&steps, s->x + first * s->block.D, &now);
    causal_turn(&steps, &now, CH_NO_MISTAKE);
    ch_head head = {.Tq = count, .Tk = seen, .width = width, .value = width, .scale = now.scale};
    for (size_t h = 0; h < H; h++) {
        double *keys = kept->keys + h * s->block.T * width;
        double *values = kept->values + h * s->block.T * width;
        size_t at = h * count * width;
        memcpy(keys + kept->count * width, steps.turned[1] + at, count * width * sizeof *keys);
        memcpy(values + kept->count * width, steps.split[2] + at, count * width * sizeof *values);
        ch_attention(scores, scores + count * seen, steps.heads + at, steps.turned[0] + at, keys, values, mask, NULL,
                     &head);
    }
    kept->count = seen;
    ch_causal_join(y, &steps, &now);
    return true;
}

/// Prompt, then token by token; fills s->differences, each call's from the whole text in one call.
static bool generate(ch_run *run, setting *s, ch_mistake way) {
    size_t D = s->block.D;
    size_t cells = s->block.T * D;
    double *memory = ch_run_doubles(run, 3 * cells);
    if (memory == NULL) return false;
    double *y = memory;
    cache kept = {.keys = memory + cells, .values = memory + 2 * cells};
    for (uint64_t i = 0; i <= s->N; i++) {
        size_t first = kept.count;
        size_t count = i == 0 ? (size_t)s->P : 1;
        uint64_t position = i == 0 ? 0 : position_of(s->P, i - 1, way);
        if (!call(run, y, &kept, s, first, count, position)) return false;
        s->differences[i] = ch_largest_difference(y, s->whole + first * D, count * D);
    }
    return true;
}

static bool fill_timeline(ch_run *run, setting *s) {
    double *row = ch_table_open(run, TIMELINE, (size_t)s->N + 1, T_COUNT);
    if (row == NULL || !generate(run, s, run->mistake)) return false;
    for (uint64_t i = 0; i <= s->N; i++, row += T_COUNT) {
        uint64_t cached = i == 0 ? 0 : s->P + i - 1;
        uint64_t tokens = i == 0 ? s->P : 1;
        row[T_CALL] = (double)i;
        row[T_TOKENS] = (double)tokens;
        row[T_CACHED] = (double)cached;
        row[T_POSITION] = (double)(i == 0 ? 0 : position_of(s->P, i - 1, run->mistake));
        row[T_KEYS] = (double)(cached + tokens);
        row[T_DIFFERENCE] = s->differences[i];
    }
    return true;
}

/// The prompt's positions, then those of the new tokens: in each call a key for every token so far.
static bool fill_slots(ch_run *run, const setting *s) {
    uint64_t P = s->P;
    uint64_t N = s->N;
    double *row = ch_table_open(run, SLOTS, (size_t)((N + 1) * P + N * (N + 1) / 2), S_COUNT);
    for (uint64_t i = 0; row != NULL && i <= N; i++) {
        for (uint64_t t = 0; t < P + i; t++, row += S_COUNT) {
            row[S_CALL] = (double)i;
            row[S_POSITION] = (double)(t < P ? t : position_of(P, t - P, run->mistake));
            row[S_NEW] = i == 0 || t + 1 == P + i ? 1.0 : 0.0;
        }
    }
    return row != NULL;
}

static double put_positions(ch_run *run, const setting *s, ch_mistake way) {
    char list[64];
    ch_text text;
    ch_text_open(&text, list, sizeof list);
    for (uint64_t i = 0; i < s->N; i++) {
        if (i > 0) ch_text_put(&text, ", ");
        ch_text_put_u64(&text, position_of(s->P, i, way));
    }
    return ch_text_cell(run, list);
}

static bool fill_ways(ch_run *run, setting *s) {
    static const struct {
        const char *name;
        ch_mistake way;
    } ways[] = {[CONTINUED] = {"continue where the cache ends", CH_NO_MISTAKE},
                [RESTART_CONTROL] = {"start from zero at each call", CH_CACHE_RESTART},
                [DOUBLE_CONTROL] = {"count the cache twice", CH_CACHE_DOUBLE}};
    double *row = ch_table_open(run, WAYS, CH_COUNT(ways), W_COUNT);
    for (size_t i = 0; row != NULL && i < CH_COUNT(ways); i++, row += W_COUNT) {
        if (!generate(run, s, ways[i].way)) return false;
        double largest = 0.0;
        for (uint64_t n = 0; n <= s->N; n++) largest = ch_larger(largest, s->differences[n]);
        row[W_WAY] = ch_text_cell(run, ways[i].name);
        row[W_POSITIONS] = put_positions(run, s, ways[i].way);
        row[W_DIFFERENCE] = largest;
        row[W_AGREES] = largest <= CAUSAL_TOLERANCE ? 1.0 : 0.0;
        ch_check_set(run, i, largest, CAUSAL_TOLERANCE);
    }
    return row != NULL;
}

static ch_status run_cache(ch_run *run) {
    setting s;
    bool done = prepare(run, &s) && fill_timeline(run, &s) && fill_slots(run, &s) && fill_ways(run, &s);
    return done ? CH_OK : run->failure.status;
}

const ch_lab ch_lab_cache_positions = {
    .id = "cache-positions",
    .summary = "generation with cached keys, where each new token takes the next position",
    .parameters = PARAMETERS,
    .parameter_count = CH_COUNT(PARAMETERS),
    .tables = TABLES,
    .table_count = CH_COUNT(TABLES),
    .checks = CHECKS,
    .check_count = CH_COUNT(CHECKS),
    .mistakes = MISTAKES,
    .mistake_count = CH_COUNT(MISTAKES),
    .run = run_cache,
};
