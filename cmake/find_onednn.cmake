# oneDNN. Debian's package has a CMake file, which asks for OpenCL headers that nothing here needs: look for it by hand.
find_path(ONEDNN_INCLUDE dnnl.hpp REQUIRED)
find_library(ONEDNN_LIBRARY dnnl REQUIRED)
find_library(GOMP_LIBRARY NAMES gomp libgomp.so.1 PATHS /usr/lib/gcc/x86_64-linux-gnu/12 REQUIRED)
add_library(ringside_onednn INTERFACE)
target_include_directories(ringside_onednn SYSTEM INTERFACE ${ONEDNN_INCLUDE})
target_link_libraries(ringside_onednn INTERFACE ${ONEDNN_LIBRARY} ${GOMP_LIBRARY})

# Square roots one by one, each with a look at errno, or sixteen at once.
set_source_files_properties(core/backend/loops/lrn.cpp PROPERTIES COMPILE_OPTIONS -fno-math-errno)
