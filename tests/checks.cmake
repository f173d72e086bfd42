# What run.sh checks besides the tests proper, as tests of their own: formatting and clang-tidy (label lint), and test programs
# once more under the sanitizers (label sanitizer), whose builds are tests that the others wait for. What would take a clean
# checkout beyond a quarter of an hour is labelled thorough as well.
file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
     ${PROJECT_SOURCE_DIR}/core/*.cpp ${PROJECT_SOURCE_DIR}/strategies/*.cpp ${PROJECT_SOURCE_DIR}/bench/*.cpp
     ${PROJECT_SOURCE_DIR}/tests/*.cpp)
file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
     ${PROJECT_SOURCE_DIR}/core/*.h ${PROJECT_SOURCE_DIR}/strategies/*.h ${PROJECT_SOURCE_DIR}/bench/*.h
     ${PROJECT_SOURCE_DIR}/tests/*.h)

find_program(CLANG_FORMAT clang-format REQUIRED)
find_program(CLANG_TIDY clang-tidy REQUIRED)
add_test(NAME format COMMAND ${CLANG_FORMAT} --dry-run --Werror ${sources} ${headers}
         WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
set_tests_properties(format PROPERTIES LABELS lint)
foreach(source ${sources})
  add_test(NAME tidy.${source}
           COMMAND ${Python3_EXECUTABLE} tests/lint/tidy.py ${PROJECT_BINARY_DIR} ${source}
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(tidy.${source} PROPERTIES LABELS "lint;thorough" TIMEOUT 300)
endforeach()

# ringside_sanitized(SANITIZER NAME LABELS label... PROGRAMS program...): builds the programs, then runs each.
function(ringside_sanitized sanitizer name)
  cmake_parse_arguments(ARG "" "" "LABELS;PROGRAMS" ${ARGN})
  add_test(NAME ${name}.build
           COMMAND sh -c "cmake --preset ${sanitizer} && cmake --build --preset ${sanitizer} --target \"$@\"" sh
                   ${ARG_PROGRAMS}
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name}.build PROPERTIES LABELS "${ARG_LABELS}" FIXTURES_SETUP ${name} RUN_SERIAL ON TIMEOUT 1800)
  foreach(program ${ARG_PROGRAMS})
    add_test(NAME ${sanitizer}.${program}
             COMMAND ${CMAKE_COMMAND} -E env ${RINGSIDE_TEST_ENVIRONMENT}
                     ${PROJECT_SOURCE_DIR}/build/${sanitizer}/tests/${program} --gtest_brief=1)
    set_tests_properties(${sanitizer}.${program} PROPERTIES LABELS "${ARG_LABELS}" FIXTURES_REQUIRED ${name} TIMEOUT 900)
  endforeach()
endfunction()

get_property(programs GLOBAL PROPERTY RINGSIDE_TEST_PROGRAMS)
set(memory_programs test_core_backend test_core_data test_core_exec)  # those that handle memory by hand or bad input
list(REMOVE_ITEM programs ${memory_programs})
ringside_sanitized(asan asan LABELS sanitizer PROGRAMS ${memory_programs})
ringside_sanitized(asan asan_rest LABELS sanitizer thorough PROGRAMS ${programs})
ringside_sanitized(tsan tsan LABELS sanitizer PROGRAMS test_core_backend test_core_exec)  # those that have threads
# The kernels' arithmetic has one thread: it would take minutes and show nothing.
set_property(TEST tsan.test_core_backend PROPERTY ENVIRONMENT "GTEST_FILTER=-*Conformance*:*Example*:*Gradient*:Onednn*:Slices*")
