# What run.sh checks besides the tests proper, as tests of their own: formatting (label lint), clang-tidy (lint), and every
# test program once more under the sanitizers (sanitizer), whose builds are tests that the others wait for.
cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)

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
  set_tests_properties(tidy.${source} PROPERTIES LABELS lint TIMEOUT 300)
endforeach()

get_property(programs GLOBAL PROPERTY RINGSIDE_TEST_PROGRAMS)
foreach(sanitizer asan tsan)
  add_test(NAME ${sanitizer}.build
           COMMAND sh -c "cmake --preset ${sanitizer} && cmake --build --preset ${sanitizer} --target \"$@\"" sh ${programs}
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${sanitizer}.build PROPERTIES LABELS sanitizer FIXTURES_SETUP ${sanitizer}
                       PROCESSORS ${cores} TIMEOUT 1200)
  foreach(program ${programs})
    add_test(NAME ${sanitizer}.${program}
             COMMAND ${CMAKE_COMMAND} -E env ${RINGSIDE_TEST_ENVIRONMENT}
                     ${PROJECT_SOURCE_DIR}/build/${sanitizer}/tests/${program} --gtest_brief=1)
    set_tests_properties(${sanitizer}.${program} PROPERTIES LABELS sanitizer FIXTURES_REQUIRED ${sanitizer} TIMEOUT 600)
  endforeach()
endforeach()
