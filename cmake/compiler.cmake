# Refuses compilers that would miscompile or cannot compile the program, and sets the flags.

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 14)
  message(FATAL_ERROR
    "g++ ${CMAKE_CXX_COMPILER_VERSION} is refused: before version 14 it miscompiles co_await with "
    "aggregate or lambda temporaries (the object is copied bit by bit into the coroutine's frame "
    "and destroyed twice). Use clang 19: cmake --preset release, or ./dev build release.")
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(minimum 15)  # the first with #embed
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  set(minimum 19)  # the first with #embed, and with std::expected from libstdc++
else()
  message(FATAL_ERROR "Folkmoot needs clang 19 or g++ 15, not ${CMAKE_CXX_COMPILER_ID}.")
endif()
if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS minimum)
  message(FATAL_ERROR "${CMAKE_CXX_COMPILER} is version ${CMAKE_CXX_COMPILER_VERSION}; Folkmoot "
    "needs ${minimum} or later (#embed and std::expected).")
endif()

set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

# -Wpedantic stays off: TRY is a statement expression. A designated initializer may leave members
# at their defaults. The stable_sort of libstdc++ 12 uses what it calls deprecated itself.
add_compile_options(-Wall -Wextra -Wconversion -Wshadow -fno-omit-frame-pointer
  -Wno-missing-designated-field-initializers -Wno-deprecated-declarations)
# __FILE__ is relative to the repository's root, wherever it was built.
add_compile_options(-fmacro-prefix-map=${CMAKE_SOURCE_DIR}/= -fmacro-prefix-map=../../=)
add_compile_definitions($<$<NOT:$<CONFIG:Release>>:_GLIBCXX_ASSERTIONS>)
# Asio and Boost.JSON are compiled once each: src/loop/boost_asio.cc, src/base/boost_json.cc.
add_compile_definitions(BOOST_ALL_NO_LIB BOOST_ASIO_SEPARATE_COMPILATION BOOST_ASIO_NO_DEPRECATED)

set(FM_SANITIZE "" CACHE STRING "Sanitizers, as -fsanitize= takes them")
if(FM_SANITIZE)
  add_compile_options(-fsanitize=${FM_SANITIZE} -fno-sanitize-recover=all)
  string(REPLACE "fuzzer-no-link," "" at_link "${FM_SANITIZE}")
  add_link_options(-fsanitize=${at_link})
endif()

include(CheckLinkerFlag)
check_linker_flag(CXX -fuse-ld=lld FM_HAS_LLD)
if(FM_HAS_LLD)
  add_link_options(-fuse-ld=lld)
endif()

# What people run is optimised across sources when it is linked. What the linker made of a source is
# kept, since several programs are linked from the same ones. Not where tests run: it would only
# make their builds slower.
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND FM_HAS_LLD
    AND NOT FM_SANITIZE)
  add_compile_options(-flto=thin)
  add_link_options(-flto=thin -Wl,--thinlto-cache-dir=${CMAKE_BINARY_DIR}/thinlto
    -Wl,--thinlto-cache-policy=cache_size_bytes=1g)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
  # An object may come from a checkout in another folder: no absolute paths in debug information.
  add_compile_options(-fdebug-prefix-map=${CMAKE_SOURCE_DIR}/=)
endif()
