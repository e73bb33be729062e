/// What the ops of positions share. Private to core/src.
#ifndef CLOCKHAND_OPS_ROTARY_H
#define CLOCKHAND_OPS_ROTARY_H

#include "clockhand/op.h"

#define ROTARY_BASE_PARAMETER                                                                                  \
    {                                                                                                          \
        .id = "base", .label = "base", .help = "pair k turns by base^(-2k/width) a position", .type = CH_REAL, \
        .least = 1e-300, .most = 1e300, .standard = "10000"                                                    \
    }

#endif
