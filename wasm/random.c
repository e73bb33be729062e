#include "random.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "clockhand/decimal.h"
#include "clockhand/numpy_random.h"
#include "clockhand/torch_random.h"

enum { MOST_SEED_WORDS = 128, MOST_ARGUMENTS = 3, REFUSED = 2 };

static ch_torch torch;
static ch_numpy numpy;

typedef struct request request;

/// A kind of call: its name, how many numbers follow it, and how it draws.
typedef struct kind {
    const char *name;
    bool of_torch;
    int arguments;
    void (*draw)(const request *call);
    const char *form;
} kind;

/// One call with its numbers read. `count` is how many values it draws at once.
struct request {
    const kind *kind;
    int64_t numbers[MOST_ARGUMENTS];
    size_t count;
    bool nobias;
    void *memory;
};

// Output --------------------------------------------------------------------------------------------------------------

static bool first_array;

static void put_number(size_t index, double value) {
    char bytes[40];
    ch_text text;
    ch_text_open(&text, bytes, sizeof bytes);
    if (index > 0) ch_text_put(&text, ",");
    ch_text_put_number(&text, value, -1);
    fwrite(bytes, 1, text.length, stdout);
}

static void open_array(void) {
    fputs(first_array ? "[" : ",[", stdout);
    first_array = false;
}

static void put_floats(const float *values, size_t count) {
    open_array();
    for (size_t i = 0; i < count; i++) put_number(i, (double)values[i]);
    fputs("]", stdout);
}

static void put_doubles(const double *values, size_t count) {
    open_array();
    for (size_t i = 0; i < count; i++) put_number(i, values[i]);
    fputs("]", stdout);
}

static void put_integers(const int64_t *values, size_t count) {
    open_array();
    for (size_t i = 0; i < count; i++) {
        char bytes[24];
        ch_text text;
        ch_text_open(&text, bytes, sizeof bytes);
        if (i > 0) ch_text_put(&text, ",");
        ch_text_put_i64(&text, values[i]);
        fwrite(bytes, 1, text.length, stdout);
    }
    fputs("]", stdout);
}

// Calls ---------------------------------------------------------------------------------------------------------------

static void draw_rand(const request *call) {
    ch_torch_rand(call->memory, &torch, call->count);
    put_floats(call->memory, call->count);
}

static void draw_randn(const request *call) {
    ch_torch_randn(call->memory, &torch, call->count);
    put_floats(call->memory, call->count);
}

static void draw_randint(const request *call) {
    ch_torch_randint(call->memory, &torch, call->count, call->numbers[0], call->numbers[1]);
    put_integers(call->memory, call->count);
}

static void draw_linear(const request *call) {
    size_t in = (size_t)call->numbers[0];
    size_t out = (size_t)call->numbers[1];
    float *weight = call->memory;
    ch_torch_linear(weight, call->nobias ? NULL : weight + in * out, &torch, in, out);
    put_floats(weight, in * out);
    if (!call->nobias) put_floats(weight + in * out, out);
}

static void draw_attention(const request *call) {
    size_t width = (size_t)call->numbers[0];
    float *out_weight = call->memory;
    float *in_weight = out_weight + width * width;
    ch_torch_attention(out_weight, in_weight, in_weight + 3 * width * width, &torch, width);
    put_floats(out_weight, width * width);
    put_floats(in_weight, 3 * width * width);
}

static void draw_random(const request *call) {
    ch_numpy_random(call->memory, &numpy, call->count);
    put_doubles(call->memory, call->count);
}

static void draw_normal(const request *call) {
    ch_numpy_normal(call->memory, &numpy, call->count);
    put_doubles(call->memory, call->count);
}

static void draw_integers(const request *call) {
    ch_numpy_integers(call->memory, &numpy, call->count, call->numbers[0], call->numbers[1]);
    put_integers(call->memory, call->count);
}

static const kind KINDS[] = {
    {"rand", true, 1, draw_rand, "rand N"},
    {"randn", true, 1, draw_randn, "randn N or randn AxB"},
    {"randint", true, 3, draw_randint, "randint LOW HIGH N with LOW below HIGH, less than 2^32 apart"},
    {"linear", true, 2, draw_linear, "linear IN OUT [nobias]"},
    {"mha", true, 2, draw_attention, "mha E H with H dividing E"},
    {"embedding", true, 2, draw_randn, "embedding N D"},
    {"random", false, 1, draw_random, "random N"},
    {"normal", false, 1, draw_normal, "normal N"},
    {"integers", false, 3, draw_integers, "integers LOW HIGH N with LOW below HIGH, both of 64 bits"},
};

// Arguments -----------------------------------------------------------------------------------------------------------

/// A signed whole number of 64 bits.
static bool read_number(int64_t *number, const char *text) {
    bool negative = text[0] == '-';
    const uint64_t most = (uint64_t)INT64_MAX + (negative ? 1 : 0);
    uint64_t value = 0;
    size_t start = negative ? 1 : 0;
    if (text[start] == '\0') return false;
    for (size_t i = start; text[i] != '\0'; i++) {
        if (text[i] < '0' || text[i] > '9') return false;
        uint64_t digit = (uint64_t)(text[i] - '0');
        if (value > (most - digit) / 10) return false;
        value = value * 10 + digit;
    }
    *number = (int64_t)(negative ? 0 - value : value);
    return true;
}

/// A size, or a shape such as 2x3 whose sizes multiply to it.
static bool read_shape(int64_t *count, const char *text) {
    *count = 1;
    for (const char *part = text;; part++) {
        int64_t size = 0;
        if (*part < '0' || *part > '9') return false;
        for (; *part >= '0' && *part <= '9'; part++) {
            if (size > INT32_MAX) return false;
            size = size * 10 + (*part - '0');
        }
        if (size != 0 && *count > INT32_MAX / size) return false;
        *count *= size;
        if (*part == '\0') return true;
        if (*part != 'x') return false;
    }
}

/// Bytes that a call's numbers take, 0 when its numbers do not fit the call.
static uint64_t bytes_of(request *call) {
    const int64_t *n = call->numbers;
    const char *name = call->kind->name;
    bool ranged = call->kind->arguments == 3;
    for (int i = ranged ? 2 : 0; i < call->kind->arguments; i++) {
        if (n[i] < 0 || n[i] > INT32_MAX) return 0;
    }
    if (ranged) {
        uint64_t apart = (uint64_t)n[1] - (uint64_t)n[0];
        if (n[0] >= n[1] || (call->kind->of_torch && apart > UINT32_MAX)) return 0;
        call->count = (size_t)n[2];
    } else if (call->kind->arguments == 1) {
        call->count = (size_t)n[0];
    } else if (strcmp(name, "mha") == 0) {
        if (n[0] == 0 || n[1] == 0 || n[0] % n[1] != 0 || n[0] > 16384) return 0;
        return 4 * sizeof(float) * (uint64_t)n[0] * (uint64_t)(n[0] + 1);
    } else if (strcmp(name, "linear") == 0) {
        if (n[0] == 0) return 0;
        return sizeof(float) * (uint64_t)n[1] * (uint64_t)(n[0] + 1) + 8;
    } else {
        if (n[1] != 0 && n[0] > INT32_MAX / n[1]) return 0;
        call->count = (size_t)(n[0] * n[1]);
    }
    return (ranged || !call->kind->of_torch ? sizeof(double) : sizeof(float)) * (uint64_t)call->count + 8;
}

static int refuse(ch_failure *failure, const char *argument, const char *value, const char *accepted) {
    ch_fail_texts(failure, CH_BAD_REQUEST, argument, value, accepted);
    return REFUSED;
}

static int refuse_size(ch_failure *failure, const char *name, const char *value, size_t bytes) {
    char accepted[CH_ACCEPTED_SIZE];
    ch_text text;
    ch_text_open(&text, accepted, sizeof accepted);
    ch_text_put(&text, "at most ");
    ch_text_put_u64(&text, bytes >> 20);
    ch_text_put(&text, " MiB a call");
    return refuse(failure, name, value, accepted);
}

/// Reads the call at *at and moves behind it.
static int read_call(request *call, ch_failure *failure, bool of_torch, int *at, int count, char **arguments) {
    const char *name = arguments[*at];
    call->kind = NULL;
    for (size_t i = 0; i < sizeof KINDS / sizeof KINDS[0]; i++) {
        if (KINDS[i].of_torch == of_torch && strcmp(KINDS[i].name, name) == 0) call->kind = &KINDS[i];
    }
    if (call->kind == NULL) {
        return refuse(failure, "call", name,
                      of_torch ? "rand, randn, randint, linear, mha or embedding" : "random, normal or integers");
    }
    *at += 1;
    for (int i = 0; i < call->kind->arguments; i++, *at += 1) {
        const char *text = *at < count ? arguments[*at] : "";
        bool shaped = strcmp(name, "randn") == 0 || strcmp(name, "rand") == 0;
        bool read = shaped ? read_shape(&call->numbers[i], text) : read_number(&call->numbers[i], text);
        if (!read) return refuse(failure, name, text, call->kind->form);
    }
    call->nobias = strcmp(name, "linear") == 0 && *at < count && strcmp(arguments[*at], "nobias") == 0;
    *at += call->nobias ? 1 : 0;
    return 0;
}

/// Multiplies a number of 32-bit words by ten and adds a digit; false when it grows out of them.
static bool push_digit(uint32_t words[MOST_SEED_WORDS], uint32_t digit) {
    uint64_t carry = digit;
    for (size_t i = 0; i < MOST_SEED_WORDS; i++) {
        carry += (uint64_t)words[i] * 10;
        words[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return carry == 0;
}

static bool read_seed(uint32_t words[MOST_SEED_WORDS], const char *text, bool may_be_negative) {
    bool negative = may_be_negative && text[0] == '-';
    memset(words, 0, MOST_SEED_WORDS * sizeof words[0]);
    if (text[negative ? 1 : 0] == '\0') return false;
    for (size_t i = negative ? 1 : 0; text[i] != '\0'; i++) {
        if (text[i] < '0' || text[i] > '9' || !push_digit(words, (uint32_t)(text[i] - '0'))) return false;
    }
    uint64_t low = (uint64_t)words[1] << 32 | words[0];
    if (may_be_negative) {
        for (size_t i = 2; i < MOST_SEED_WORDS; i++) {
            if (words[i] != 0) return false;
        }
        if (negative && low > (uint64_t)1 << 63) return false;
    }
    if (negative) {
        words[0] = (uint32_t)(0 - low);
        words[1] = (uint32_t)((0 - low) >> 32);
    }
    return true;
}

static void seed_generator(const uint32_t words[MOST_SEED_WORDS], bool of_torch) {
    size_t used = MOST_SEED_WORDS;
    while (used > 1 && words[used - 1] == 0) used--;
    if (of_torch) {
        ch_torch_seed(&torch, (uint64_t)words[1] << 32 | words[0]);
    } else {
        ch_numpy_seed(&numpy, words, used);
    }
}

/// Goes through the calls: once to check them, once to draw.
static int go_through(ch_failure *failure, bool of_torch, bool draws, int at, int count, char **arguments, void *memory,
                      size_t bytes) {
    request call = {.memory = memory};
    while (at < count) {
        int start = at;
        int status = read_call(&call, failure, of_torch, &at, count, arguments);
        if (status != 0) return status;
        uint64_t needed = bytes_of(&call);
        if (needed == 0) return refuse(failure, call.kind->name, arguments[start + 1], call.kind->form);
        if (needed > bytes) return refuse_size(failure, call.kind->name, arguments[start + 1], bytes);
        if (draws) call.kind->draw(&call);
    }
    return 0;
}

int random_run(ch_failure *failure, int count, char **arguments, void *memory, size_t bytes) {
    uint32_t words[MOST_SEED_WORDS] = {0};
    const char *generator = NULL;
    const char *seed = NULL;
    int at = 0;
    for (; at + 1 < count && strncmp(arguments[at], "--", 2) == 0; at += 2) {
        bool generates = strcmp(arguments[at], "--generator") == 0;
        if (!generates && strcmp(arguments[at], "--seed") != 0) {
            return refuse(failure, "argument", arguments[at], "--generator or --seed");
        }
        const char **option = generates ? &generator : &seed;
        if (*option != NULL) return refuse(failure, arguments[at], arguments[at + 1], "each name once");
        *option = arguments[at + 1];
    }
    bool of_torch = generator != NULL && strcmp(generator, "torch") == 0;
    if (!of_torch && (generator == NULL || strcmp(generator, "numpy") != 0)) {
        return refuse(failure, "--generator", generator, "torch or numpy");
    }
    if (seed == NULL || !read_seed(words, seed, of_torch)) {
        return refuse(failure, "--seed", seed,
                      of_torch ? "a whole number of 64 bits" : "a whole number from 0 to 2^4096 - 1");
    }
    if (at == count) return refuse(failure, "call", "", "a call such as rand 3 or normal 3");
    int status = go_through(failure, of_torch, false, at, count, arguments, memory, bytes);
    if (status != 0) return status;
    seed_generator(words, of_torch);
    first_array = true;
    fputs("[", stdout);
    go_through(failure, of_torch, true, at, count, arguments, memory, bytes);
    fputs("]\n", stdout);
    return 0;
}
