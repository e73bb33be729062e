#include "clockhand/mistake.h"

typedef struct mistake_text {
    const char *id;
    const char *summary;
} mistake_text;

static const mistake_text TEXTS[] = {
#define CH_MISTAKE_TEXT(name, id, summary) {id, summary},
    CH_MISTAKE_LIST(CH_MISTAKE_TEXT)
#undef CH_MISTAKE_TEXT
};

const char *ch_mistake_id(ch_mistake mistake) {
    return TEXTS[mistake].id;
}

const char *ch_mistake_summary(ch_mistake mistake) {
    return TEXTS[mistake].summary;
}
