# Component devel: what a C or C++ program needs, for find_package(xuezhan) or plain -I and -L.

include(CMakePackageConfigHelpers)

add_library(xuezhan_shared SHARED $<TARGET_OBJECTS:xz_objects>)
add_library(xuezhan::shared ALIAS xuezhan_shared)
target_include_directories(xuezhan_shared PUBLIC
  "$<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/csrc/include>" "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
set_target_properties(xuezhan_shared PROPERTIES OUTPUT_NAME xuezhan EXPORT_NAME shared
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
if(UNIX AND NOT APPLE)
  target_link_options(xuezhan_shared PRIVATE -Wl,-Bsymbolic-functions)
endif()
xz_link_options(xuezhan_shared)

set(XZ_PACKAGE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/xuezhan")
install(TARGETS xuezhan xuezhan_shared EXPORT xuezhanTargets COMPONENT devel
  ARCHIVE COMPONENT devel LIBRARY COMPONENT devel RUNTIME COMPONENT devel)
install(DIRECTORY csrc/include/xuezhan DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT devel)
install(EXPORT xuezhanTargets NAMESPACE xuezhan:: DESTINATION "${XZ_PACKAGE_DIR}" COMPONENT devel)
file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/xuezhanConfig.cmake"
  "include(\"\${CMAKE_CURRENT_LIST_DIR}/xuezhanTargets.cmake\")\n")
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/xuezhanConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/xuezhanConfig.cmake" "${CMAKE_CURRENT_BINARY_DIR}/xuezhanConfigVersion.cmake"
  DESTINATION "${XZ_PACKAGE_DIR}" COMPONENT devel)
