# One executable for each tests/c/test_*.c; they may look at internal headers.

find_package(Threads REQUIRED) # tests/c/test_threads.c; the library itself starts none

file(GLOB XZ_C_TESTS CONFIGURE_DEPENDS tests/c/test_*.c)
foreach(source IN LISTS XZ_C_TESTS)
  get_filename_component(name "${source}" NAME_WE)
  add_executable(${name} "${source}")
  target_include_directories(${name} PRIVATE csrc tests/c)
  target_link_libraries(${name} PRIVATE xuezhan Threads::Threads)
  xz_compile_options(${name})
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT 300)
endforeach()

if(UNIX)
  include(cmake/fuzz.cmake)
endif()
