/// The labs by name, declared from the registry. Private to core/src.
#ifndef CLOCKHAND_LABS_REGISTRY_H
#define CLOCKHAND_LABS_REGISTRY_H

#include "clockhand/lab.h"

#define CH_LAB(name) extern const ch_lab name;
#include "registry.def"
#undef CH_LAB

#endif
