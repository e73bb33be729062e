# Emscripten, as Debian or Homebrew install it.
#
# Debian's package carries every system library ready built and frozen. Where there is no such
# cache, emcc builds what it needs below build/, which takes minutes the first time.
# Debian keeps acorn, which emcc needs when it writes JavaScript (the tests), in a place of its own.

find_program(EMCC emcc REQUIRED)
find_program(NODE node REQUIRED)

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_C_COMPILER ${EMCC})
find_program(CMAKE_AR emar REQUIRED)
find_program(CMAKE_RANLIB emranlib REQUIRED)

set(em_env "")
if(NOT EXISTS /usr/share/emscripten/cache/sysroot/lib/wasm32-emscripten/libc.a)
  get_filename_component(root "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
  list(APPEND em_env EM_CACHE=${root}/build/emscripten-cache EM_FROZEN_CACHE=)
endif()
if(EXISTS /usr/share/nodejs/acorn)
  list(APPEND em_env NODE_PATH=/usr/share/nodejs)
endif()
if(em_env)
  set(CMAKE_C_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env ${em_env})
  set(CMAKE_C_LINKER_LAUNCHER ${CMAKE_COMMAND} -E env ${em_env})
endif()

set(EMSCRIPTEN TRUE)
set(CMAKE_EXECUTABLE_SUFFIX_C .js)
# Emscripten 3.1.6 takes any global fetch for a browser's.
set(CMAKE_CROSSCOMPILING_EMULATOR ${NODE} --no-experimental-fetch)
