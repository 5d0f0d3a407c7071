#!/bin/sh
# Plays a claude CLI that says what stands in $BENCH_TRANSCRIPT: one process and two programs, so that what is measured is the reader.
case " $* " in
  *' --input-format '*) ;;
  *)
    cat >/dev/null
    exec cat "$BENCH_TRANSCRIPT"
    ;;
esac
while IFS= read -r line; do
  case $line in
    *'"control_request"'*)
      id=${line#*\"request_id\":\"}
      printf '{"type":"control_response","response":{"subtype":"success","request_id":"%s","response":{"commands":[]}}}\n' "${id%%\"*}"
      ;;
    *'"type":"user"'*) cat "$BENCH_TRANSCRIPT" ;;
  esac
done
