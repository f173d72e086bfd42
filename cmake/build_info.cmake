# Run at build time: writes OUTPUT from TEMPLATE with the commit the sources are at, so that a record never names an older
# one. The file is touched only when its text changes.
execute_process(COMMAND git -C ${SOURCE_DIR} describe --always --dirty --exclude=* --abbrev=12
                OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(COMMIT "")
endif()
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
