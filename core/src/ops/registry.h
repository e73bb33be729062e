/// The ops by name, declared from the registry. Private to core/src.
#ifndef CLOCKHAND_OPS_REGISTRY_H
#define CLOCKHAND_OPS_REGISTRY_H

#include "clockhand/op.h"

#define CH_OP(name) extern const ch_op name;
#include "registry.def"
#undef CH_OP

#endif
