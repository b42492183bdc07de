# SPDX-License-Identifier: Apache-2.0
# Settings every target shares, and the one helper that makes the library of a top-level folder.
# The DEPENDS line of a library is its place in the layering: it may include the folders it names and nothing else
# of ours. tests/layering checks the includes against the picture in ARCHITECTURE.md.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
include(GNUInstallDirs)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Build type" FORCE)
endif()

find_program(RUNLENS_CCACHE ccache)
if(RUNLENS_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${RUNLENS_CCACHE})
endif()

find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(ZLIB REQUIRED)
find_package(tl-expected REQUIRED)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(LIBDEFLATE REQUIRED IMPORTED_TARGET libdeflate)
find_package(simdjson REQUIRED)

add_library(runlens_settings INTERFACE)
target_include_directories(runlens_settings INTERFACE ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/generated)
target_compile_options(runlens_settings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wcast-align
                       -Wno-missing-field-initializers)
target_compile_definitions(runlens_settings INTERFACE RUNLENS_VERSION="${PROJECT_VERSION}")
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU") # hidden state of a class in a joined source is no header
  target_compile_options(runlens_settings INTERFACE -Wno-subobject-linkage)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13) # false, of std::string's operator+
  target_compile_options(runlens_settings INTERFACE -Wno-restrict)
endif()
if(RUNLENS_SANITIZE)
  target_compile_options(runlens_settings INTERFACE -fsanitize=${RUNLENS_SANITIZE} -fno-omit-frame-pointer
                         -fno-sanitize-recover=all)
  target_link_options(runlens_settings INTERFACE -fsanitize=${RUNLENS_SANITIZE})
endif()

# runlens_library(NAME name [SOURCES files] [DEPENDS our libraries] [PUBLIC libs] [PRIVATE libs] [QT])
# Without SOURCES: every .cpp below the current folder, minus what EXCLUDE (a regular expression) names; a folder
# without any is a library of headers.
function(runlens_library)
  cmake_parse_arguments(ARG "QT" "NAME;EXCLUDE" "SOURCES;DEPENDS;PUBLIC;PRIVATE" ${ARGN})
  if(NOT ARG_SOURCES)
    file(GLOB_RECURSE ARG_SOURCES CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
    if(ARG_EXCLUDE)
      list(FILTER ARG_SOURCES EXCLUDE REGEX ${ARG_EXCLUDE})
    endif()
  endif()
  if(ARG_QT)
    file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.h)
    list(APPEND ARG_SOURCES ${headers})
  endif()
  if(NOT ARG_SOURCES)
    add_library(${ARG_NAME} INTERFACE)
    target_link_libraries(${ARG_NAME} INTERFACE runlens_settings ${ARG_DEPENDS} ${ARG_PUBLIC})
    return()
  endif()
  add_library(${ARG_NAME} STATIC ${ARG_SOURCES})
  target_link_libraries(${ARG_NAME} PUBLIC runlens_settings ${ARG_DEPENDS} ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE})
  if(ARG_QT)
    set_target_properties(${ARG_NAME} PROPERTIES AUTOMOC ON AUTORCC ON)
  endif()
endfunction()
