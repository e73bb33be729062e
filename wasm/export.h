/// How a function is exported from a module, in each toolchain.
#ifndef CLOCKHAND_EXPORT_H
#define CLOCKHAND_EXPORT_H

#if defined(__EMSCRIPTEN__)
#include <emscripten/emscripten.h>
#define EXPORT(name) EMSCRIPTEN_KEEPALIVE
#elif defined(__wasm__)
#define EXPORT(name) __attribute__((export_name(#name)))
#else
#define EXPORT(name) // a native build: fuzzers call the shims
#endif

#endif
