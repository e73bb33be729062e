/// The labs by name, declared from the registry. Private to core/src.
#ifndef CLOCKHAND_LABS_REGISTRY_H
#define CLOCKHAND_LABS_REGISTRY_H

#include "clockhand/lab.h"

#if defined(CLOCKHAND_WORKER)
#define CH_LAB(name)
#else
#define CH_LAB(name) CH_LONG_LAB(name)
#endif

#define CH_LONG_LAB(name) extern const ch_lab name;
#include "registry.def"
#undef CH_LONG_LAB

#endif
