// What the module of ops exports: a request is planned, which takes its memory, then its inputs are written there and it is
// run. The page does without it; engineers' tensors are larger than what the page's module can hold.
#include <stdbool.h>
#include <stdint.h>

#include "abi.h"
#include "clockhand/op.h"
#include "export.h"

enum { REQUEST_BYTES = 1 << 16, REPLY_BYTES = 1 << 16, PAGE_BYTES = 1 << 16 };

static char request[REQUEST_BYTES];
static char reply[REPLY_BYTES];

#if defined(__wasm__)
/// Tensors lie from the end of the module's own data on, in memory that grows to what a call takes.
enum { MOST_BYTES = 512 << 20 };
extern unsigned char __heap_base;

static unsigned char *cells_start(void) {
    return (unsigned char *)(((uintptr_t)&__heap_base + 7) & ~(uintptr_t)7);
}

static size_t cells_bytes(void) {
    return __builtin_wasm_memory_size(0) * PAGE_BYTES - (size_t)(uintptr_t)cells_start();
}

static bool reserve(uint64_t bytes) {
    size_t have = cells_bytes();
    if (bytes <= have) return true;
    return __builtin_wasm_memory_grow(0, (size_t)((bytes - have + PAGE_BYTES - 1) / PAGE_BYTES)) != SIZE_MAX;
}
#else
/// A native build, for fuzzers: less memory, all of it at hand.
enum { MOST_BYTES = 1 << 20 };
static _Alignas(8) unsigned char cells[MOST_BYTES];

static unsigned char *cells_start(void) {
    return cells;
}

static size_t cells_bytes(void) {
    return MOST_BYTES;
}

static bool reserve(uint64_t bytes) {
    return bytes <= MOST_BYTES;
}
#endif

static ch_request asked(uint32_t length) {
    ch_request given = {.data = request, .length = length < REQUEST_BYTES ? length : REQUEST_BYTES - 1};
    request[given.length] = '\0';
    return given;
}

/// Bytes of a finished reply, 0 when it did not fit.
static uint32_t finished(const ch_text *text) {
    return text->full ? 0 : (uint32_t)text->length;
}

uint32_t clockhand_abi(void);
char *clockhand_request(void);
uint32_t clockhand_request_bytes(void);
char *clockhand_reply(void);
unsigned char *clockhand_cells(void);
uint32_t clockhand_ops(void);
uint32_t clockhand_plan(uint32_t length);
uint32_t clockhand_op(uint32_t length);
uint32_t clockhand_compare(uint32_t length);

EXPORT(clockhand_abi) uint32_t clockhand_abi(void) {
    return CLOCKHAND_OP_ABI;
}

/// Where a request is written: entries `key=value`, each ended by a NUL (clockhand/op.h).
EXPORT(clockhand_request) char *clockhand_request(void) {
    return request;
}

/// Room for a request; the last byte is the module's.
EXPORT(clockhand_request_bytes) uint32_t clockhand_request_bytes(void) {
    return REQUEST_BYTES - 1;
}

/// Where a reply is read: as many bytes of UTF-8 as the call returned; 0 bytes mean that it did not fit.
EXPORT(clockhand_reply) char *clockhand_reply(void) {
    return reply;
}

/// Where the tensors lie; a plan gives byte offsets from here.
EXPORT(clockhand_cells) unsigned char *clockhand_cells(void) {
    return cells_start();
}

EXPORT(clockhand_ops) uint32_t clockhand_ops(void) {
    ch_text text;
    ch_text_open(&text, reply, REPLY_BYTES);
    ch_reply_ops(&text, CLOCKHAND_OP_ABI);
    return finished(&text);
}

/// Plans a request and takes its memory.
EXPORT(clockhand_plan) uint32_t clockhand_plan(uint32_t length) {
    ch_request given = asked(length);
    ch_text text;
    ch_text_open(&text, reply, REPLY_BYTES);
    if (reserve(ch_reply_op_plan(&text, &given, MOST_BYTES))) return finished(&text);
    ch_failure failure;
    ch_fail_texts(&failure, CH_ARENA_FULL, NULL, NULL, NULL);
    ch_text_open(&text, reply, REPLY_BYTES);
    ch_reply_failure(&text, &failure);
    return finished(&text);
}

/// Answers the request that was planned, whose tensors the caller has written.
static uint32_t answered(uint32_t length, void (*answer)(ch_text *, const ch_request *, ch_arena *)) {
    ch_request given = asked(length);
    ch_text text;
    ch_text_open(&text, reply, REPLY_BYTES);
    ch_arena arena = {.data = cells_start(), .capacity = cells_bytes()};
    answer(&text, &given, &arena);
    return finished(&text);
}

/// Runs the request that was planned, once its inputs are written.
EXPORT(clockhand_op) uint32_t clockhand_op(uint32_t length) {
    return answered(length, ch_reply_op);
}

/// Compares the caller's own outputs of a planned request, whose inputs the caller has written with them.
EXPORT(clockhand_compare) uint32_t clockhand_compare(uint32_t length) {
    return answered(length, ch_reply_op_compare);
}
