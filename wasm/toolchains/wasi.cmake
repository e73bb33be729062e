# clang + lld + wasi-libc, as Debian or Homebrew install them.
# WASI_SYSROOT (cache variable or environment) points elsewhere.

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

set(llvm_hints /opt/homebrew/opt/llvm/bin /usr/local/opt/llvm/bin)
find_program(CMAKE_C_COMPILER NAMES clang clang-19 clang-14 HINTS ${llvm_hints} REQUIRED)
find_program(CMAKE_AR NAMES llvm-ar llvm-ar-19 llvm-ar-14 HINTS ${llvm_hints} REQUIRED)
find_program(CMAKE_RANLIB NAMES llvm-ranlib llvm-ranlib-19 llvm-ranlib-14 HINTS ${llvm_hints} REQUIRED)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)

if(NOT WASI_SYSROOT AND DEFINED ENV{WASI_SYSROOT})
  set(WASI_SYSROOT "$ENV{WASI_SYSROOT}")
elseif(NOT WASI_SYSROOT AND EXISTS /usr/include/wasm32-wasi)
  set(WASI_SYSROOT /usr)
endif()
if(WASI_SYSROOT)
  set(CMAKE_SYSROOT "${WASI_SYSROOT}")
endif()

set(CMAKE_EXECUTABLE_SUFFIX_C .wasm)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)

find_program(NODE node REQUIRED)
set(CMAKE_CROSSCOMPILING_EMULATOR
    ${NODE};--no-warnings;${CMAKE_CURRENT_LIST_DIR}/run-wasi.mjs)
