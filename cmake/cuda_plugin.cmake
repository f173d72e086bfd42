# libringside_cuda.so: the CUDA backend, loaded at run time (core/backend/cuda_plugin.h). Links what it needs of core itself, so
# that the program has nothing to export.
file(GLOB cuda_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/core/backend/cuda/*.cpp
     ${PROJECT_SOURCE_DIR}/core/backend/cuda/*.cu)
if(RINGSIDE_NCCL)
  list(FILTER cuda_sources EXCLUDE REGEX "/no_nccl\\.cpp$")
else()
  list(FILTER cuda_sources EXCLUDE REGEX "/nccl_[a-z]+\\.cpp$")
endif()
file(GLOB core_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/core/base/*.cpp ${PROJECT_SOURCE_DIR}/core/net/*.cpp)
add_library(ringside_cuda MODULE ${cuda_sources} ${core_sources} ${PROJECT_SOURCE_DIR}/core/backend/dropout_mask.cpp)
set_target_properties(ringside_cuda PROPERTIES CUDA_RUNTIME_LIBRARY Shared CUDA_STANDARD_REQUIRED OFF
                                               CXX_VISIBILITY_PRESET hidden CUDA_VISIBILITY_PRESET hidden)
target_include_directories(ringside_cuda PRIVATE ${PROJECT_SOURCE_DIR})
target_include_directories(ringside_cuda SYSTEM PRIVATE ${CUDNN_INCLUDE})
if(RINGSIDE_NCCL)
  target_include_directories(ringside_cuda SYSTEM PRIVATE ${NCCL_INCLUDE})
  target_link_libraries(ringside_cuda PRIVATE ${NCCL_LIBRARY})
endif()
target_link_libraries(ringside_cuda PRIVATE CUDA::cudart CUDA::cublas ${CUDNN_LIBRARY} fmt::fmt ringside_flags)
