# SPDX-License-Identifier: MIT
# How each dependency is found. Debian and vcpkg ship the same CMake packages for them, so one line serves both; the
# table with versions, licences and reasons is in README.md beside this file.

# defcol_find_package(<CMake package> <Debian package> <vcpkg port> [arguments of find_package...])
macro(defcol_find_package name debian_package vcpkg_port)
  find_package(${name} ${ARGN} QUIET)
  if(NOT ${name}_FOUND)
    message(FATAL_ERROR "${name} was not found. Install the Debian package ${debian_package} "
                        "or the vcpkg port ${vcpkg_port}.")
  endif()
endmacro()

find_package(Threads REQUIRED)
defcol_find_package(glm libglm-dev glm CONFIG)
defcol_find_package(hwy libhwy-dev highway 1.0.3 CONFIG)
if(DEFCOL_BUILD_CLI)
  defcol_find_package(ZLIB zlib1g-dev zlib)
endif()

# libepoxy ships no CMake package. Its headers and those of EGL are all we need: the libraries are loaded at run time.
if(DEFCOL_LDI_GL)
  find_path(EPOXY_INCLUDE_DIR epoxy/egl.h)
  if(NOT EPOXY_INCLUDE_DIR)
    message(FATAL_ERROR "epoxy/egl.h was not found. Install the Debian package libepoxy-dev or the vcpkg port libepoxy, "
                        "or leave the OpenGL device out with -DDEFCOL_LDI_GL=OFF.")
  endif()
endif()
