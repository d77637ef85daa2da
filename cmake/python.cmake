# Component python: the extension and the header, inside the package xuezhan of the wheel.

find_package(Python REQUIRED COMPONENTS Interpreter Development.Module)
find_package(Cython 3.1 REQUIRED MODULE)
include(UseCython)

# Cython's depfile misses what the .pyx includes by way of .pxd files named in full; they are few.
file(GLOB XZ_CYTHON_PARTS CONFIGURE_DEPENDS src/xuezhan/_cython/*.pxd src/xuezhan/_cython/*.pxi)
cython_transpile(src/xuezhan/_cython/_core.pyx LANGUAGE C MODULE_NAME xuezhan._core
  CYTHON_ARGS -3
  INCLUDE_DIRECTORIES src/xuezhan/_cython
  DEPENDS ${XZ_CYTHON_PARTS}
  OUTPUT_VARIABLE XZ_CORE_C)
python_add_library(_core MODULE WITH_SOABI "${XZ_CORE_C}")
target_link_libraries(_core PRIVATE xuezhan)
target_include_directories(_core PRIVATE csrc) # bench/floor.h
set_target_properties(_core PROPERTIES C_VISIBILITY_PRESET hidden)
if(UNIX AND NOT APPLE)
  target_link_options(_core PRIVATE -Wl,--exclude-libs,ALL)
endif()
if(XZ_SANITIZE)
  target_compile_options(_core PRIVATE -fsanitize=${XZ_SANITIZE} -fno-omit-frame-pointer)
endif()

install(TARGETS _core DESTINATION xuezhan COMPONENT python)
install(DIRECTORY csrc/include/ DESTINATION xuezhan/include COMPONENT python)
