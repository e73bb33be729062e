#include "registry.h"

static const ch_lab *const LABS[] = {
#define CH_LAB(name) &name,
#include "registry.def"
#undef CH_LAB
};

size_t ch_lab_count(void) {
    return CH_COUNT(LABS);
}

const ch_lab *ch_lab_at(size_t index) {
    return LABS[index];
}

const ch_lab *ch_lab_find(const char *id, size_t length) {
    for (size_t i = 0; i < ch_lab_count(); i++) {
        if (ch_text_equal(LABS[i]->id, id, length)) return LABS[i];
    }
    return NULL;
}
