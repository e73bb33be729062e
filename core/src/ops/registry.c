#include "registry.h"

static const ch_op *const OPS[] = {
#define CH_OP(name) &name,
#include "registry.def"
#undef CH_OP
};

size_t ch_op_count(void) {
    return CH_COUNT(OPS);
}

const ch_op *ch_op_at(size_t index) {
    return OPS[index];
}
