# ringside_precompile(TARGET header...): the compiler reads these headers of libraries once for the whole target. It shortens the
# build and changes nothing else: every file includes what it uses, which clang-tidy sees, as it gets the command without this.
# ringside_precompile(TARGET REUSE_FROM OTHER): what was read for another target with the same flags will do.
function(ringside_precompile target)
  if(NOT RINGSIDE_PRECOMPILE)
    return()
  endif()
  if("${ARGV1}" STREQUAL REUSE_FROM)
    target_precompile_headers(${target} REUSE_FROM ${ARGV2})
  else()
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()
