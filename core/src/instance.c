// Draws the parameters of an exercise from a seed and keeps only instances whose mistakes can be told from the right value.
#include <math.h>
#include <string.h>

#include "clockhand/decimal.h"
#include "clockhand/elementary.h"
#include "clockhand/exercise.h"
#include "clockhand/reader.h"

/// DRAWN_BYTES: room for the drawn values, a matrix of 32 x 32 among them.
enum { ATTEMPTS = 500, DRAWN_BYTES = 32768, MOST_WORDS = 16 };

/// SplitMix64 (Steele, Lea, Flood 2014): the next 64 bits of a state.
static uint64_t next_bits(uint64_t *state) {
    *state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/// A whole number in [0, count), count >= 1. The bias of the remainder is below count / 2^64.
static uint64_t draw_below(uint64_t *state, uint64_t count) {
    return next_bits(state) % count;
}

typedef struct word {
    const char *text;
    size_t length;
} word;

static size_t split_words(word words[MOST_WORDS], const char *text, size_t length) {
    size_t count = 0;
    for (size_t i = 0; i < length && count < MOST_WORDS;) {
        while (i < length && text[i] == ' ') i++;
        size_t start = i;
        while (i < length && text[i] != ' ') i++;
        if (i > start) words[count++] = (word){.text = text + start, .length = i - start};
    }
    return count;
}

static bool read_word(double *value, word w) {
    ch_number number;
    ch_reading reading;
    if (!ch_read_number(&number, &reading, w.text, w.length)) return false;
    *value = number.value;
    return true;
}

/// Draws one number of `integer LO HI` or `real LO HI PLACES`; false when the words are not of that form.
static bool draw_number(ch_text *out, uint64_t *state, const word *words, size_t count) {
    double low;
    double high;
    double places = 0.0;
    bool real = count == 4 && ch_text_equal("real", words[0].text, words[0].length);
    bool integer = count == 3 && ch_text_equal("integer", words[0].text, words[0].length);
    if (!real && !integer) return false;
    if (!read_word(&low, words[1]) || !read_word(&high, words[2]) || high < low) return false;
    if (real && (!read_word(&places, words[3]) || places < 0.0 || places > 9.0)) return false;
    double unit = ch_pow(10.0, places);
    double steps = floor((high - low) * unit + 0.5);
    if (!(steps < 1e15)) return false;
    double drawn = low + (double)draw_below(state, (uint64_t)steps + 1) / unit;
    ch_text_put_number(out, drawn, (int32_t)places);
    return true;
}

static bool draw_matrix(ch_text *out, uint64_t *state, const word *words, size_t count) {
    double rows;
    double columns;
    if (count < 4 || !read_word(&rows, words[1]) || !read_word(&columns, words[2])) return false;
    if (rows < 1.0 || columns < 1.0 || rows > 32.0 || columns > 32.0) return false;
    for (size_t r = 0; r < (size_t)rows; r++) {
        for (size_t c = 0; c < (size_t)columns; c++) {
            if (r + c > 0) ch_text_put(out, c == 0 ? ";" : ",");
            if (!draw_number(out, state, words + 3, count - 3)) return false;
        }
    }
    return true;
}

static bool draw(ch_text *out, uint64_t *state, const char *spec, size_t length) {
    word words[MOST_WORDS];
    size_t count = split_words(words, spec, length);
    if (count >= 2 && ch_text_equal("choice", words[0].text, words[0].length)) {
        word chosen = words[1 + draw_below(state, count - 1)];
        ch_text_put_bytes(out, chosen.text, chosen.length);
        return true;
    }
    if (count >= 1 && ch_text_equal("matrix", words[0].text, words[0].length)) {
        return draw_matrix(out, state, words, count);
    }
    return draw_number(out, state, words, count);
}

static ch_status refuse_spec(ch_failure *failure, const char *name, size_t name_length, const char *spec,
                             size_t length) {
    char argument[CH_ARGUMENT_SIZE];
    ch_text text;
    ch_text_open(&text, argument, sizeof argument);
    ch_text_put(&text, "draw.");
    ch_text_put_bytes(&text, name, name_length);
    return ch_fail_span(failure, CH_BAD_REQUEST, argument, (ch_span){spec, length},
                        "integer LO HI, real LO HI PLACES, choice A B .., or matrix ROWS COLUMNS and one of these");
}

/// Writes the request again with every drawn parameter behind the given ones.
static ch_status draw_all(ch_text *drawn, const ch_request *request, uint64_t *state, ch_failure *failure) {
    const char *name;
    const char *spec;
    size_t name_length;
    size_t length;
    ch_text_put_bytes(drawn, request->data, request->length);
    for (size_t i = 0; ch_request_nth(request, "draw.", i, &name, &name_length, &spec, &length); i++) {
        ch_text_put(drawn, "param.");
        ch_text_put_bytes(drawn, name, name_length);
        ch_text_put(drawn, "=");
        if (!draw(drawn, state, spec, length)) return refuse_spec(failure, name, name_length, spec, length);
        ch_text_put_bytes(drawn, "", 1);
    }
    return drawn->full ? ch_fail_texts(failure, CH_ARENA_FULL, NULL, NULL, NULL) : CH_OK;
}

/// True when a value lies within 1e-9 of where rounding to `places` changes.
static bool near_boundary(double value, int32_t places) {
    double unit = ch_pow(10.0, (double)places);
    double scaled = fabs(value) * unit;
    double rest = scaled - floor(scaled);
    return fabs(rest - 0.5) < 1e-9 * unit;
}

/// True when every mistake can be told from the right answer and no cell lies on a rounding boundary.
static bool usable(const ch_exercise *exercise) {
    const ch_question *q = &exercise->question;
    for (size_t i = 0; i < q->mistake_count; i++) {
        if (!ch_exercise_separated(exercise, -1, (int)i)) return false;
    }
    for (size_t i = 0; i < (size_t)q->rows * q->columns; i++) {
        if (!isfinite(q->right[i])) return false;
        if (q->form == CH_BY_PLACES && near_boundary(q->right[i], q->places)) return false;
    }
    return true;
}

/// Groups of mistakes that give the same answer here: they are offered as `one of`.
static void put_groups(ch_text *reply, const ch_exercise *exercise) {
    uint32_t done = 0;
    int count = (int)exercise->question.mistake_count;
    ch_text_put_key(reply, "one_of");
    ch_text_put(reply, "[");
    for (int i = 0; i < count; i++) {
        bool alone = true;
        if ((done >> i & 1) != 0) continue;
        for (int k = i + 1; k < count; k++) {
            if (ch_exercise_separated(exercise, i, k)) continue;
            if (alone) {
                ch_text_put_comma(reply);
                ch_text_put(reply, "[");
                ch_exercise_put_mistake(reply, exercise, (size_t)i);
            }
            alone = false;
            done |= UINT32_C(1) << k;
            ch_text_put_comma(reply);
            ch_exercise_put_mistake(reply, exercise, (size_t)k);
        }
        if (!alone) ch_text_put(reply, "]");
    }
    ch_text_put(reply, "]");
}

/// Mistakes that give the right answer here; empty for every drawn instance.
static void put_inseparable(ch_text *reply, const ch_exercise *exercise) {
    ch_text_put_key(reply, "inseparable");
    ch_text_put(reply, "[");
    for (size_t i = 0; i < exercise->question.mistake_count; i++) {
        if (ch_exercise_separated(exercise, -1, (int)i)) continue;
        ch_text_put_comma(reply);
        ch_exercise_put_mistake(reply, exercise, (size_t)i);
    }
    ch_text_put(reply, "]");
}

/// The parameters that an instance sets: those drawn, in the order of the request.
static void put_drawn(ch_text *reply, const ch_request *drawn, size_t given) {
    const char *name;
    const char *value;
    size_t name_length;
    size_t length;
    ch_text_put_key(reply, "params");
    ch_text_put(reply, "{");
    for (size_t i = given; ch_request_nth(drawn, "param.", i, &name, &name_length, &value, &length); i++) {
        char key[CH_ARGUMENT_SIZE];
        ch_text text;
        ch_text_open(&text, key, sizeof key);
        ch_text_put_bytes(&text, name, name_length);
        ch_text_put_field(reply, key, value);
    }
    ch_text_put(reply, "}");
}

static void put_instance(ch_text *reply, const ch_exercise *exercise, const ch_request *drawn, size_t given,
                         int attempts) {
    ch_text_put(reply, "{\"ok\":true");
    put_drawn(reply, drawn, given);
    put_groups(reply, exercise);
    put_inseparable(reply, exercise);
    ch_text_put_key(reply, "attempts");
    ch_text_put_i64(reply, attempts);
    ch_text_put(reply, "}");
}

static bool read_seed(uint64_t *seed, const ch_request *request) {
    const char *value;
    size_t length;
    *seed = 0;
    if (!ch_request_find(request, "seed", &value, &length)) return true;
    for (size_t i = 0; i < length; i++) {
        uint64_t digit = (uint64_t)(unsigned char)value[i] - '0';
        if (digit > 9 || *seed > (UINT64_MAX - digit) / 10) return false;
        *seed = *seed * 10 + digit;
    }
    return length > 0;
}

static size_t count_given(const ch_request *request) {
    const char *name;
    const char *value;
    size_t name_length;
    size_t length;
    size_t count = 0;
    while (ch_request_nth(request, "param.", count, &name, &name_length, &value, &length)) count++;
    return count;
}

void ch_reply_instance(ch_text *reply, const ch_request *request, ch_arena *arena) {
    uint64_t seed;
    ch_failure failure = {.status = CH_OK};
    size_t room = request->length + DRAWN_BYTES;
    char *data = ch_arena_take(arena, room, 1);
    if (data == NULL) {
        ch_fail_texts(&failure, CH_ARENA_FULL, NULL, NULL, NULL);
    } else if (!read_seed(&seed, request)) {
        ch_span value;
        ch_request_find(request, "seed", &value.text, &value.length);
        ch_fail_span(&failure, CH_BAD_REQUEST, "seed", value, "a whole number below 2^64");
    }
    size_t given = count_given(request);
    uint64_t state = failure.status == CH_OK ? seed : 0;
    for (int attempt = 1; failure.status == CH_OK && attempt <= ATTEMPTS; attempt++) {
        ch_exercise exercise;
        ch_text drawn;
        ch_arena scratch = *arena;
        ch_text_open(&drawn, data, room);
        // Seed 0 is the sources' own instance: nothing is drawn and nothing refused.
        if (seed != 0 && draw_all(&drawn, request, &state, &failure) != CH_OK) break;
        ch_request instance = seed == 0 ? *request : (ch_request){.data = data, .length = drawn.length};
        if (ch_exercise_open(&exercise, &instance, &scratch) != CH_OK) {
            failure = exercise.failure;
        } else if (seed == 0 || usable(&exercise)) {
            put_instance(reply, &exercise, &instance, given, attempt);
            return;
        }
    }
    if (failure.status == CH_OK) {
        ch_span value;
        ch_request_find(request, "seed", &value.text, &value.length);
        ch_fail_span(&failure, CH_NOT_SEPARABLE, "seed", value, "a wider draw or fewer mistakes");
    }
    ch_reply_failure(reply, &failure);
}
