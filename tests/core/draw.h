/// A small stream of random numbers for property tests; the seed is printed with each failure, so it can be repeated.
#ifndef CLOCKHAND_TESTS_DRAW_H
#define CLOCKHAND_TESTS_DRAW_H

#include <stdint.h>

typedef struct draw_stream {
    uint64_t state;
} draw_stream;

draw_stream draw_open(uint64_t seed);

/// 64 random bits (splitmix64: Steele, Lea, Flood 2014).
uint64_t draw_bits(draw_stream *stream);

/// A whole number in [low, high], high - low < 2^32.
uint64_t draw_between(draw_stream *stream, uint64_t low, uint64_t high);

/// A double in [low, high).
double draw_real(draw_stream *stream, double low, double high);

#endif
