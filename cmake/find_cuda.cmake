# The CUDA toolkit with cuDNN: RINGSIDE_CUDA says whether there is one, and the language CUDA is enabled then. Everything else
# builds without.
include(CheckLanguage)
check_language(CUDA)
find_package(CUDAToolkit 13 QUIET)
find_path(CUDNN_INCLUDE cudnn.h PATHS ${CUDAToolkit_INCLUDE_DIRS})
find_library(CUDNN_LIBRARY cudnn PATHS ${CUDAToolkit_LIBRARY_DIR})
if(CMAKE_CUDA_COMPILER AND CUDAToolkit_FOUND AND CUDNN_INCLUDE AND CUDNN_LIBRARY)
  set(RINGSIDE_CUDA ON CACHE INTERNAL "Whether the CUDA backend is built")
  # Turing to Blackwell; each GPU runs the code made for it, a later one translates the last.
  set(CMAKE_CUDA_ARCHITECTURES 75-real 80-real 86-real 89-real 90-real 100-real 120 CACHE STRING "GPU architectures")
  enable_language(CUDA)
  # CMake 3.25 knows no C++20 for this compiler: it would drop CUDA_STANDARD silently.
  string(APPEND CMAKE_CUDA_FLAGS " -std=c++20")
  message(STATUS "CUDA ${CUDAToolkit_VERSION} and cuDNN were found: the CUDA backend is built")
else()
  set(RINGSIDE_CUDA OFF CACHE INTERNAL "Whether the CUDA backend is built")
  message(STATUS "No CUDA 13 toolkit with cuDNN was found: the CUDA backend is not built")
endif()
