# Everything that is built to try the program: tests, fakes, fuzzers, benchmarks.
#
#   src/<module>/**/*_test.cc            <module>_test, with that module and those below it
#   test/{flows,agency,crash,e2e,house}/*.cc   <folder>_test, with the whole program
#   test/support/*.cc, test/fakes/*.cc   fm_testing, for all of these
#   test/fakes/<x>_main.cc               program <x>, a fake of something outside
#   test/tools/<x>/*.cc                  program folkmoot-<x>, a tool for developers; *_test.cc
#                                        there are <x>_test
#   fuzz/*_fuzz.cc, src/**/*_fuzz.cc     one libFuzzer program each, corpus in fuzz/corpus/<name>
#   bench/*_bench.cc, src/**/*_bench.cc  folkmoot_bench (Google Benchmark)
#   bench/<x>_main.cc, bench/<x>/*.cc    program <x>, a benchmark of its own
#
# Test sources include "test/support/x.h" and "test/fakes/x.h". Test programs and fakes land in
# build/<preset>/test, fuzzers in fuzz, benchmarks in bench. CTest has one entry a program.

find_package(doctest 2.4 REQUIRED)
find_package(benchmark QUIET)
enable_testing()

# fm_testing links no module itself: each test brings its own, so that the tests of a low module
# do not wait for the high ones. It may use every module below the doors.
file(GLOB testing CONFIGURE_DEPENDS test/support/*.cc test/fakes/*.cc)
list(FILTER testing EXCLUDE REGEX "_main\\.cc$")
add_library(fm_testing_headers INTERFACE)
target_include_directories(fm_testing_headers INTERFACE
  ${CMAKE_SOURCE_DIR} src ${CMAKE_BINARY_DIR}/generated)
target_link_libraries(fm_testing_headers INTERFACE doctest::doctest)
set(FM_TESTING fm_testing_headers)
if(testing)
  add_library(fm_testing STATIC ${testing})
  target_link_libraries(fm_testing PUBLIC fm_testing_headers)
  set(FM_TESTING fm_testing)
endif()

add_library(fm_test_main OBJECT test/support/test_main.cc)
target_link_libraries(fm_test_main PRIVATE fm_testing_headers)
target_compile_definitions(fm_test_main PRIVATE
  FM_SOURCE_DIR="${CMAKE_SOURCE_DIR}" FM_BINARY_DIR="${CMAKE_BINARY_DIR}")

function(fm_program name folder)  # sources and libraries follow
  add_executable(${name})
  foreach(part IN LISTS ARGN)
    if(part MATCHES "\\.cc$")
      target_sources(${name} PRIVATE ${part})
    else()
      target_link_libraries(${name} PRIVATE ${part})
    endif()
  endforeach()
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/${folder})
endfunction()

set(FM_LONGEST_LAST fuzz unit agency e2e flows crash)
function(fm_register name label)  # the command's arguments follow
  add_test(NAME ${name} COMMAND ${name} ${ARGN} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  # What takes longest begins first, so that no core waits for it at the end.
  list(FIND FM_LONGEST_LAST ${label} cost)
  set_tests_properties(${name} PROPERTIES LABELS ${label} TIMEOUT 1800 COST ${cost} ENVIRONMENT
    "FM_SOURCE_DIR=${CMAKE_SOURCE_DIR};FM_BINARY_DIR=${CMAKE_BINARY_DIR};FOLKMOOT_BINARY=${CMAKE_BINARY_DIR}/folkmoot")
endfunction()

foreach(library IN LISTS FM_LIBRARIES)
  string(REPLACE fm_ "" module ${library})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS src/${module}/*_test.cc)
  if(sources)
    fm_program(${module}_test test ${sources} fm_test_main ${FM_TESTING} ${library})
    fm_register(${module}_test unit)
  endif()
endforeach()

set(beside "")  # what whole-program tests start
if(TARGET folkmoot)
  list(APPEND beside folkmoot)
endif()
file(GLOB fakes CONFIGURE_DEPENDS test/fakes/*_main.cc)
foreach(source IN LISTS fakes)
  string(REGEX REPLACE ".*/(.*)_main\\.cc$" "\\1" name ${source})
  fm_program(${name} test ${source} ${FM_TESTING} ${FM_LIBRARIES})
  list(APPEND beside ${name})
endforeach()

foreach(folder flows agency crash e2e house)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS test/${folder}/*.cc)
  if(sources)
    if(folder STREQUAL "house")  # reads the repository, does not run the program: quick to build
      fm_program(house_test test ${sources} fm_test_main fm_testing_headers fm_embedded PkgConfig::re2)
    else()
      fm_program(${folder}_test test ${sources} fm_test_main ${FM_TESTING} ${FM_LIBRARIES})
      if(beside)
        add_dependencies(${folder}_test ${beside})
      endif()
    endif()
    fm_register(${folder}_test ${folder})
  endif()
endforeach()

file(GLOB tools CONFIGURE_DEPENDS test/tools/*)
foreach(folder IN LISTS tools)
  get_filename_component(tool ${folder} NAME)
  file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cc)
  set(tests ${sources})
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  fm_program(folkmoot-${tool} test ${sources} ${FM_TESTING} ${FM_LIBRARIES})
  if(tests)
    fm_program(${tool}_test test ${tests} fm_test_main ${FM_TESTING} ${FM_LIBRARIES})
    add_dependencies(${tool}_test folkmoot-${tool})
    fm_register(${tool}_test ${tool})
  endif()
endforeach()

# In every preset a fuzzer replays its corpus as a test; in preset fuzz, ./dev fuzz lets it search.
add_custom_target(fuzzers)
file(GLOB_RECURSE fuzzers CONFIGURE_DEPENDS fuzz/*_fuzz.cc src/*_fuzz.cc)
foreach(source IN LISTS fuzzers)
  string(REGEX REPLACE ".*/(.*)\\.cc$" "\\1" name ${source})
  fm_program(${name} fuzz ${source} fm_testing_headers ${FM_LIBRARIES})
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  add_dependencies(fuzzers ${name})
  fm_register(${name} fuzz -runs=0 fuzz/corpus/${name})
endforeach()

add_custom_target(bench)
file(GLOB_RECURSE sources CONFIGURE_DEPENDS bench/*_bench.cc src/*_bench.cc)
if(sources AND benchmark_FOUND)
  fm_program(folkmoot_bench bench
    ${sources} benchmark::benchmark benchmark::benchmark_main ${FM_TESTING} ${FM_LIBRARIES})
  add_dependencies(bench folkmoot_bench)
endif()
file(GLOB mains CONFIGURE_DEPENDS bench/*_main.cc)
foreach(source IN LISTS mains)
  string(REGEX REPLACE ".*/(.*)_main\\.cc$" "\\1" name ${source})
  file(GLOB parts CONFIGURE_DEPENDS bench/${name}/*.cc)
  fm_program(${name} bench ${source} ${parts} ${FM_TESTING} ${FM_LIBRARIES})
  if(beside)
    add_dependencies(${name} ${beside})
  endif()
  add_dependencies(bench ${name})
endforeach()
