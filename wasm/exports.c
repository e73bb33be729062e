// What the module exports: shims of at most five lines over the core, and the memory that requests and results lie in. The
// module of a worker (CLOCKHAND_WORKER) has long labs alone, and of them only begin and step.
#include <stdint.h>

#include "abi.h"
#include "clockhand/decimal.h"
#include "clockhand/request.h"
#include "export.h"

#if defined(CLOCKHAND_WORKER)
enum { REQUEST_BYTES = 1 << 16, CELL_BYTES = 62 << 20 };
#else
enum { REQUEST_BYTES = 1 << 20, CELL_BYTES = 12 << 20 };
#endif
enum { REPLY_BYTES = 1 << 18 };

static char request[REQUEST_BYTES];
static char reply[REPLY_BYTES];
static _Alignas(8) unsigned char cells[CELL_BYTES];

/// The run that was begun in parts, over its own arena in the same cells; without a lab when there is none.
static ch_run begun;
static ch_arena begun_arena;

_Static_assert(sizeof(double) == 8, "cells are 8 bytes wide");

/// A reply over an empty arena: the cells of the reply before are gone.
typedef void (*command)(ch_text *text, const ch_request *asked, ch_arena *arena);

/// Bytes of a finished reply, 0 when it did not fit.
static uint32_t finished(const ch_text *text) {
    return text->full ? 0 : (uint32_t)text->length;
}

static uint32_t answer(command run, uint32_t length) {
    ch_text text;
    ch_arena arena = {.data = cells, .capacity = CELL_BYTES};
    ch_request asked = {.data = request, .length = length < REQUEST_BYTES ? length : REQUEST_BYTES - 1};
    request[asked.length] = '\0';
    ch_text_open(&text, reply, REPLY_BYTES);
    begun.lab = NULL;
    run(&text, &asked, &arena);
    return finished(&text);
}

static void begin(ch_text *text, const ch_request *asked, ch_arena *arena) {
    begun_arena = *arena;
    ch_reply_begin(text, &begun, asked, &begun_arena);
}

uint32_t clockhand_abi(void);
char *clockhand_request(void);
uint32_t clockhand_request_bytes(void);
char *clockhand_reply(void);
unsigned char *clockhand_cells(void);
uint32_t clockhand_describe(void);
uint32_t clockhand_begin(uint32_t length);
uint32_t clockhand_step(uint32_t unit, uint32_t step);
uint32_t clockhand_run(uint32_t length);
uint32_t clockhand_finish(void);
uint32_t clockhand_read(uint32_t length);
uint32_t clockhand_judge(uint32_t length);
uint32_t clockhand_instance(uint32_t length);
uint32_t clockhand_format(double value, int32_t digits);

EXPORT(clockhand_abi) uint32_t clockhand_abi(void) {
    return CLOCKHAND_ABI;
}

/// Where a request is written: entries `key=value`, each ended by a NUL (clockhand/request.h).
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

/// Where a run's cells lie; its reply gives byte offsets from here.
EXPORT(clockhand_cells) unsigned char *clockhand_cells(void) {
    return cells;
}

EXPORT(clockhand_describe) uint32_t clockhand_describe(void) {
    ch_text text;
    ch_text_open(&text, reply, REPLY_BYTES);
    ch_reply_description(&text, CLOCKHAND_ABI);
    return finished(&text);
}

/// Begins a run in parts; any other request but step, finish, format and describe ends it.
EXPORT(clockhand_begin) uint32_t clockhand_begin(uint32_t length) {
    return answer(begin, length);
}

EXPORT(clockhand_step) uint32_t clockhand_step(uint32_t unit, uint32_t step) {
    ch_text text;
    ch_text_open(&text, reply, REPLY_BYTES);
    ch_reply_step(&text, &begun, unit, step);
    return finished(&text);
}

#if !defined(CLOCKHAND_WORKER)
EXPORT(clockhand_run) uint32_t clockhand_run(uint32_t length) {
    return answer(ch_reply_run, length);
}

/// A run's reply from the units that are done; more may be done afterwards.
EXPORT(clockhand_finish) uint32_t clockhand_finish(void) {
    ch_text text;
    ch_text_open(&text, reply, REPLY_BYTES);
    ch_reply_finish(&text, &begun);
    return finished(&text);
}

EXPORT(clockhand_read) uint32_t clockhand_read(uint32_t length) {
    return answer(ch_reply_reading, length);
}

EXPORT(clockhand_judge) uint32_t clockhand_judge(uint32_t length) {
    return answer(ch_reply_judgement, length);
}

EXPORT(clockhand_instance) uint32_t clockhand_instance(uint32_t length) {
    return answer(ch_reply_instance, length);
}

EXPORT(clockhand_format) uint32_t clockhand_format(double value, int32_t digits) {
    ch_text text;
    ch_text_open(&text, reply, REPLY_BYTES);
    ch_text_put_number(&text, value, digits > 100 ? 100 : digits);
    return (uint32_t)text.length;
}
#endif
