#include "row_tally.h"

#include <math.h>
#include <string.h>

/// Rows that agree at six decimals are the same row.
static const double STEPS = 1e6;

bool row_tally_open(row_tally *tally, ch_run *run, size_t rows, size_t width) {
    *tally = (row_tally){.width = width, .slots = 2};
    while (tally->slots < 2 * rows) tally->slots *= 2; // at most half full, so that a search soon meets a free slot
    tally->earlier = ch_run_doubles(run, width);
    tally->hashes = ch_arena_take(run->arena, tally->slots, sizeof *tally->hashes);
    tally->rows = ch_arena_take(run->arena, tally->slots, sizeof *tally->rows);
    if (tally->earlier == NULL) return false;
    if (tally->hashes == NULL || tally->rows == NULL) {
        ch_fail_texts(&run->failure, CH_ARENA_FULL, NULL, NULL, NULL);
        return false;
    }
    memset(tally->rows, 0, tally->slots * sizeof *tally->rows);
    return true;
}

static int64_t rounded(double value) {
    return (int64_t)floor(value * STEPS + 0.5);
}

/// FNV-1a over whole cells, its high half folded in for the slot.
static uint64_t hash_of(const double *row, size_t width) {
    static const uint64_t offset = UINT64_C(0xcbf29ce484222325);
    static const uint64_t prime = UINT64_C(0x100000001b3);
    uint64_t hash = offset;
    for (size_t i = 0; i < width; i++) {
        hash = (hash ^ (uint64_t)rounded(row[i])) * prime;
        hash ^= hash >> 32;
    }
    return hash;
}

static bool same(const double *left, const double *right, size_t width) {
    for (size_t i = 0; i < width; i++) {
        if (rounded(left[i]) != rounded(right[i])) return false;
    }
    return true;
}

void row_tally_add(row_tally *tally, const double *row, size_t index, row_maker make, const void *context) {
    uint64_t hash = hash_of(row, tally->width);
    size_t slot = (size_t)hash & (tally->slots - 1);
    for (; tally->rows[slot] != 0; slot = (slot + 1) & (tally->slots - 1)) {
        if (tally->hashes[slot] != hash) continue;
        make(tally->earlier, context, tally->rows[slot] - 1);
        if (same(row, tally->earlier, tally->width)) return;
    }
    tally->hashes[slot] = hash;
    tally->rows[slot] = (uint32_t)(index + 1);
    tally->distinct++;
}
