# RINGSIDE_SANITIZE: empty, "address" (with undefined behaviour) or "thread".
set(RINGSIDE_SANITIZE "" CACHE STRING "Sanitizer of the whole build")
set_property(CACHE RINGSIDE_SANITIZE PROPERTY STRINGS "" address thread)

# Build type of the sanitizer presets: quick enough to compile and to run, assertions on.
set(CMAKE_CXX_FLAGS_SANITIZE "-O1 -g1")

# What a test program of any build wants in its environment.
set(RINGSIDE_TEST_ENVIRONMENT "TSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/cmake/tsan_suppressions.txt")

if(RINGSIDE_SANITIZE STREQUAL "address")
  # The undefined behaviour left out costs the most to compile, and the address sanitizer sees most of it.
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:-fsanitize=address,undefined;-fno-sanitize=null,alignment,object-size,vptr;-fno-sanitize-recover=all;-fno-omit-frame-pointer>")
  add_link_options(-fsanitize=address,undefined)
elseif(RINGSIDE_SANITIZE STREQUAL "thread")
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:-fsanitize=thread;-fno-omit-frame-pointer>")
  add_link_options(-fsanitize=thread)
elseif(NOT RINGSIDE_SANITIZE STREQUAL "")
  message(FATAL_ERROR "RINGSIDE_SANITIZE is \"${RINGSIDE_SANITIZE}\"; expected \"address\", \"thread\" or nothing")
endif()
