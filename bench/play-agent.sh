#!/bin/sh
# Plays a CLI that says what stands in $BENCH_TRANSCRIPT: one process and two programs, so that what is measured is the reader.
reply() { # line, result: answers a JSON-RPC request under its id
  id=${1#*\"id\":}
  printf '%s"id":%s,"result":%s}\n' "$head" "${id%%[,\}]*}" "$2"
}
case " $* " in
  *' app-server '*)
    head='{'
    thread='{"thread":{"id":"01a1fd1c-edc0-7572-b05e-82a0881363fe","cliVersion":"0.169.0","forkedFromId":null,"parentThreadId":null},"model":"gpt-5.5","instructionSources":[]}'
    turn='{"turn":{"id":"01a1fd1c-edf7-7143-8a37-294c9ecf18b1","items":[],"status":"inProgress","error":null}}'
    while IFS= read -r line; do
      case $line in
        *'"method":"initialized"'*) ;;
        *'"method":"thread/start"'*) reply "$line" "$thread" ;;
        *'"method":"turn/start"'*)
          reply "$line" "$turn"
          cat "$BENCH_TRANSCRIPT"
          ;;
        *'"method":'*) reply "$line" '{}' ;;
      esac
    done
    ;;
  *' --acp '*)
    head='{"jsonrpc":"2.0",'
    while IFS= read -r line; do
      case $line in
        *'"method":"initialize"'*)
          reply "$line" '{"protocolVersion":1,"authMethods":[],"agentInfo":{"name":"gemini-cli","title":"Gemini CLI","version":"0.61.0"},"agentCapabilities":{"loadSession":true}}'
          ;;
        *'"method":"session/new"'*) reply "$line" '{"sessionId":"4588ebf5-c972-4b46-a18f-dae1a7e53f33"}' ;;
        *'"method":"session/prompt"'*)
          cat "$BENCH_TRANSCRIPT"
          reply "$line" '{"stopReason":"end_turn"}'
          ;;
        *'"method":'*) reply "$line" '{}' ;;
      esac
    done
    ;;
  *' --input-format '*)
    while IFS= read -r line; do
      case $line in
        *'"control_request"'*)
          id=${line#*\"request_id\":\"}
          printf '{"type":"control_response","response":{"subtype":"success","request_id":"%s","response":{"commands":[]}}}\n' "${id%%\"*}"
          ;;
        *'"type":"user"'*) cat "$BENCH_TRANSCRIPT" ;;
      esac
    done
    ;;
  *)
    cat >/dev/null
    exec cat "$BENCH_TRANSCRIPT"
    ;;
esac
