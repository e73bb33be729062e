/// The labs by name, declared from the registry. Private to core/src.
#ifndef CLOCKHAND_LABS_REGISTRY_H
#define CLOCKHAND_LABS_REGISTRY_H

#include "clockhand/lab.h"

// What a module holds, chosen by CLOCKHAND_PART (CMakeLists.txt): everything, or the labs of some chapters, so that a reader
// loads what a chapter needs; or what workers compute.
#define CH_PART_EVERY 0
#define CH_PART_ATTENTION 1 ///< attention
#define CH_PART_NORMS 2     ///< residual paths and norms
#define CH_PART_POSITION 3  ///< sinusoids and other ways to give position
#define CH_PART_ROTARY 4    ///< rotations
#define CH_PART_CAUSAL 5    ///< the causal block, its caches and costs
#define CH_PART_LONG 6      ///< long labs

#ifndef CLOCKHAND_PART
#define CLOCKHAND_PART CH_PART_EVERY
#endif

#define CH_HOLDS(part) (CLOCKHAND_PART == CH_PART_EVERY || CLOCKHAND_PART == (part))

#define CH_LAB(name) extern const ch_lab name;
#include "registry.def"
#undef CH_LAB

#endif
