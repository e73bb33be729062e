/// What the labs on ways to give position share: grids of offsets, diagonals, torch's draws as doubles. Private to core/src.
#ifndef CLOCKHAND_LABS_POSITION_PARTS_H
#define CLOCKHAND_LABS_POSITION_PARTS_H

#include "clockhand/lab.h"
#include "clockhand/torch_random.h"

/// The seeds that these labs take: all that torch tells apart.
#define POSITION_SEED_PARAMETER(help_text)                                                                      \
    {                                                                                                           \
        .id = "seed", .label = "seed", .help = (help_text), .type = CH_INTEGER, .least = 0, .most = UINT32_MAX, \
        .standard = "0"                                                                                         \
    }

#define POSITION_TOKENS_PARAMETER                                                                                    \
    {                                                                                                                \
        .id = "tokens", .label = "tokens", .help = "how many tokens stand in a row", .type = CH_INTEGER, .least = 2, \
        .most = 12, .standard = "6"                                                                                  \
    }

/// A grid with a row a query and a column a key.
#define POSITION_GRID_COLUMNS(value_id, value_label, value_digits)                                 \
    {                                                                                              \
        {.id = "i", .label = "query position i", .type = CH_INTEGER},                              \
            {.id = "j", .label = "key position j", .type = CH_INTEGER},                            \
            {.id = (value_id), .label = (value_label), .type = CH_REAL, .digits = (value_digits)}, \
    }

/// A grid (T, T) of the offsets j - i.
extern const ch_column POSITION_OFFSET_COLUMNS[3];
bool position_fill_offsets(ch_run *run, size_t table, size_t T);

/// Cues of a grid (T, T) by the sign of the offset.
extern const ch_named POSITION_OFFSET_CUES[3];
void position_put_cues(ch_run *run, size_t table, size_t T);

/// Least and largest value along the diagonal of cells (i, i + offset) of a (T, T) matrix, |offset| < T.
void position_diagonal(double *least, double *largest, const double *matrix, int64_t offset, size_t T);

/// The largest spread (largest minus least) along the diagonals with |offset| <= reach < T.
double position_spread(const double *matrix, size_t reach, size_t T);

/// Whether the offset of key j from query i lies beyond a table of 2k + 1 biases.
bool position_beyond(size_t i, size_t j, size_t k);

/// The entry of such a table that a mistake uses; false when it uses none.
bool position_faulty_entry(size_t *entry, size_t i, size_t j, size_t k, ch_mistake mistake);

/// y = x W, the weight as these programs write it: a column an output. y, x: (T, D); weight: (D, D).
void position_project(double *y, const double *x, const double *weight, size_t T, size_t D);

/// `count` normals from torch's generator times `factor`, in float32 as torch holds them, as doubles. NULL when the arena is
/// full.
double *position_draw(ch_run *run, ch_torch *state, size_t count, float factor);

#endif
