#include "rope_formula.h"

#include "clockhand/elementary.h"
#include "clockhand/gradcheck.h"
#include "rope_parts.h"

formula_head formula_make(size_t F, size_t pairs, const double *angles, ch_mistake mistake) {
    formula_head h = {.F = F, .pairs = pairs, .mistake = mistake};
    bool swapped = mistake == CH_SINE_COSINE_SWAPPED;
    for (size_t k = 0; k < pairs; k++) {
        h.angles[k] = mistake == CH_DEGREES ? angles[k] * CH_PI / 180.0 : angles[k];
        ch_sine_cosine(swapped ? &h.cosines[k] : &h.sines[k], swapped ? &h.sines[k] : &h.cosines[k], h.angles[k]);
    }
    return h;
}

void formula_spread_pairs(formula_spread *s, const formula_head *h, ch_pairing pairing) {
    for (size_t i = 0; i < h->F; i++) {
        s->partner[i] = i;
        s->cosine[i] = 1.0;
        s->sign[i] = s->angle[i] = s->sine[i] = 0.0;
    }
    bool adjacent = rope_faulty_pairing(pairing, h->mistake) == CH_INTERLEAVED;
    size_t half = h->mistake == CH_PARTIAL_WRONG_WIDTH ? h->F / 2 : h->pairs;
    for (size_t k = 0; k < h->pairs; k++) {
        size_t first = adjacent ? 2 * k : k;
        size_t second = adjacent ? 2 * k + 1 : k + half;
        s->partner[first] = second;
        s->partner[second] = first;
        s->sign[second] = h->mistake == CH_CLOCKWISE ? -1.0 : 1.0;
        s->sign[first] = -s->sign[second];
        s->angle[first] = s->angle[second] = h->angles[k];
        s->cosine[first] = s->cosine[second] = h->cosines[k];
        s->sine[first] = s->sine[second] = h->sines[k];
    }
}

double formula_half(const formula_spread *s, const double *x, size_t i) {
    return s->sign[i] * x[s->partner[i]] + 0.0;
}

void formula_turn(double *y, const double *x, const formula_head *h, ch_pairing pairing) {
    formula_spread s;
    formula_spread_pairs(&s, h, pairing);
    for (size_t i = 0; i < h->F; i++) y[i] = x[i] * s.cosine[i] + formula_half(&s, x, i) * s.sine[i] + 0.0;
}

double formula_difference(const double *got, const double *x, const double *angles, size_t F, size_t pairs,
                          ch_pairing pairing) {
    formula_head right = formula_make(F, pairs, angles, CH_NO_MISTAKE);
    double y[FORMULA_FEATURES];
    ch_rope_rotate(y, x, right.cosines, right.sines, NULL, 1, 1, F, 2 * pairs, pairing, CH_FORWARD);
    return ch_largest_difference(got, y, F);
}
