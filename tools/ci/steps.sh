# The words of .ci/run: `step` runs a command and tells how it ended, `beside` lets it go on beside the next steps until `join`,
# and `count` prints what failed and, as the last line, the tests of all runs. What each step prints and the report of its tests go to
# "$results", each named for the step.
set -uo pipefail
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
failed_steps=()
declare -A jobs

step() { # name, command…
  local name=$1
  shift
  echo "== $name"
  local begin=$SECONDS
  # In braces, since bash opens the pipe of a bare program in its child, where nobody here learns who prints.
  { "$@"; } > >(tee "$results/$name.txt") 2>&1
  local code=$? printer=$!
  # A process that the command left behind would hold the printer for as long as it lives.
  timeout 5 tail --pid="$printer" -s 0.1 -f /dev/null
  finish "$name" "$code" $((SECONDS - begin))
}

# For what waits for the network.
beside() { # name, command…
  local name=$1
  shift
  (
    begin=$SECONDS
    "$@" >"$results/$name.txt" 2>&1
    code=$?
    echo $((SECONDS - begin)) >"$results/$name.seconds"
    exit "$code"
  ) &
  jobs[$name]=$!
}

join() { # name
  wait "${jobs[$1]}"
  local code=$?
  echo "== $1, which went on beside the others"
  cat "$results/$1.txt"
  finish "$1" "$code" "$(cat "$results/$1.seconds")"
}

finish() { # name, exit code, seconds
  if [ "$2" = 0 ]; then
    echo "== $1: ok ($3 s)"
  else
    echo "== $1: FAILED ($3 s)"
    failed_steps+=("$1")
  fi
}

count() {
  node tools/ci/count-runs.mjs "$results" "${failed_steps[@]}"
}
