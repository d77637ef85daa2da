# What can be chosen, and the compiler options that follow from it.

# SKBUILD is "2" under scikit-build-core: true in if(), false as the default of an option().
if(SKBUILD)
  set(XZ_UNDER_PYTHON ON)
else()
  set(XZ_UNDER_PYTHON OFF)
endif()
if(XZ_UNDER_PYTHON OR NOT PROJECT_IS_TOP_LEVEL)
  set(XZ_STANDALONE OFF)
else()
  set(XZ_STANDALONE ON)
endif()

option(XZ_BUILD_PYTHON "The Python extension" ${XZ_UNDER_PYTHON})
option(XZ_BUILD_DEVEL "Static and shared library, header and CMake package (component devel)" ${XZ_STANDALONE})
option(XZ_BUILD_TESTS "The C tests" ${XZ_STANDALONE})
option(XZ_WERROR "Compiler warnings are errors" OFF)
option(XZ_FUZZ "Fuzz targets under libFuzzer; needs clang" OFF)
set(XZ_SANITIZE "" CACHE STRING "Sanitizers, comma-separated: address,undefined")
set(XZ_TABLE_GENERATOR "" CACHE FILEPATH "csrc/tools/gen_tables.c built for the host, when cross-compiling")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug, RelWithDebInfo" FORCE)
endif()

function(xz_link_options target)
  if(XZ_SANITIZE)
    target_link_options(${target} PUBLIC -fsanitize=${XZ_SANITIZE})
  endif()
endfunction()

# GCC copies and clears some hundred bytes, which a state or a view has, by string instructions that take twice as long as
# the C library.
include(CheckCCompilerFlag)
set(XZ_COPY_BY_CALL -mmemcpy-strategy=libcall:-1:noalign -mmemset-strategy=libcall:-1:noalign)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  check_c_compiler_flag("${XZ_COPY_BY_CALL}" XZ_HAS_COPY_BY_CALL)
endif()

# For the project's own C. The sanitizers concern the generator too: it shares sources with the library.
function(xz_compile_options target)
  set_target_properties(${target} PROPERTIES C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
  if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes
      -Wmissing-prototypes -fno-semantic-interposition
      -ffp-contract=off) # the players' sums come out alike on every machine
    if(XZ_HAS_COPY_BY_CALL)
      target_compile_options(${target} PRIVATE ${XZ_COPY_BY_CALL})
    endif()
    if(XZ_WERROR)
      target_compile_options(${target} PRIVATE -Werror)
    endif()
  endif()
  target_compile_definitions(${target} PRIVATE $<$<CONFIG:Debug>:XZ_CHECKS>) # csrc/base/port.h
  if(XZ_SANITIZE)
    # GCC sees conversions in what the sanitizers put around shifts.
    target_compile_options(${target} PRIVATE -fsanitize=${XZ_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
      -Wno-conversion -Wno-sign-conversion)
  endif()
  if(XZ_FUZZ)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
  xz_link_options(${target})
endfunction()
