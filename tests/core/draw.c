#include "draw.h"

draw_stream draw_open(uint64_t seed) {
    return (draw_stream){seed};
}

uint64_t draw_bits(draw_stream *stream) {
    uint64_t z = stream->state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

uint64_t draw_between(draw_stream *stream, uint64_t low, uint64_t high) {
    return low + (draw_bits(stream) >> 32) % (high - low + 1);
}

double draw_real(draw_stream *stream, double low, double high) {
    return low + (high - low) * ((double)(draw_bits(stream) >> 11) * 0x1p-53);
}
