# SPDX-License-Identifier: MIT
# One place for what every target of the project is compiled with. The exception is the CGAL oracle of the tests: it
# must never be sanitised, so nothing here may be set globally.
function(defcol_compile_settings target)
  get_target_property(type ${target} TYPE)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES
    CXX_EXTENSIONS OFF
    C_EXTENSIONS OFF
    CXX_VISIBILITY_PRESET hidden
    C_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON
    POSITION_INDEPENDENT_CODE ON)
  # g++ 12 drops the rounding of (double)(float)x when it vectorises two of them side by side.
  # Contracting a*b+c into a fused operation would change the value an error bound was proved for.
  target_compile_options(${target} PRIVATE
    -ffp-contract=off -fno-math-errno
    $<$<CXX_COMPILER_ID:GNU>:-fno-tree-slp-vectorize>
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
    $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor -Woverloaded-virtual>
    # A unique symbol would keep the library mapped after dlclose; clang makes none.
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-gnu-unique>
    $<$<BOOL:${DEFCOL_WARNINGS_AS_ERRORS}>:-Werror>)
  target_link_options(${target} PRIVATE -Wl,--as-needed)

  # The release library carries full debug information (comparing two ABIs needs the types, a host's backtrace the
  # lines); it costs no time at run time. The programs around it do without, they would only compile longer.
  if(PROJECT_IS_TOP_LEVEL AND NOT type STREQUAL "EXECUTABLE")
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-g>)
  endif()
  # An undefined symbol is our mistake, not the host's surprise at dlopen. clang leaves the sanitizer run-time to the
  # program, so there the check cannot hold.
  if(type STREQUAL "SHARED_LIBRARY" AND NOT DEFCOL_SANITIZE)
    target_link_options(${target} PRIVATE -Wl,-z,defs)
  endif()
  defcol_instrument(${target})
endfunction()

# Sanitizers, coverage counters and fuzzing hooks, as the configuration asks for them.
function(defcol_instrument target)
  set(flags "")
  if(DEFCOL_SANITIZE)
    list(APPEND flags -fsanitize=${DEFCOL_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    if(DEFCOL_SANITIZE MATCHES "undefined")
      list(APPEND flags -fsanitize=float-cast-overflow)
    endif()
  endif()
  if(DEFCOL_COVERAGE)
    list(APPEND flags --coverage -fprofile-update=atomic)
  endif()
  if(DEFCOL_BUILD_FUZZERS)
    list(APPEND flags -fsanitize=fuzzer-no-link)
  endif()
  target_compile_options(${target} PRIVATE ${flags})
  # INTERFACE as well: who links an instrumented object or static library needs the run-time too.
  target_link_options(${target} PUBLIC ${flags})
endfunction()
