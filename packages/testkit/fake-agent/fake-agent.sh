#!/bin/sh
# A fake agent of 1 MB: the simple steps, as arguments, so that hundreds can run at once.
while [ $# -gt 0 ]; do
  step=$1
  shift
  case $step in
    line) printf '%s\n' "$1"; shift ;;
    error-line) printf '%s\n' "$1" >&2; shift ;;
    write) printf '%s' "$1"; shift ;;
    error-write) printf '%s' "$1" >&2; shift ;;
    lines)
      n=0
      while [ "$n" -lt "$1" ]; do
        printf '%s%s%s\n' "$2" "$n" "$3"
        n=$((n + 1))
      done
      shift 3
      ;;
    wait) sleep "$1"; shift ;;
    read)
      while IFS= read -r line; do
        case $line in *"$1"*) break ;; esac
      done
      shift
      ;;
    read-all) cat >/dev/null ;;
    echo) cat ;;
    ignore) trap '' "$1"; shift ;;
    exit) exit "$1" ;;
    die) kill -"$1" $$; shift ;;
    hang) exec sleep 100000 ;;
    *) printf 'The fake agent does not know the step %s.\n' "$step" >&2; exit 64 ;;
  esac
done
