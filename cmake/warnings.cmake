# Flags of our own code.
add_library(ringside_flags INTERFACE)
target_compile_options(ringside_flags INTERFACE
                       "$<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wnon-virtual-dtor>")
option(RINGSIDE_WERROR "Warnings are errors" OFF)
if(RINGSIDE_WERROR)
  target_compile_options(ringside_flags INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:-Werror>")
endif()
