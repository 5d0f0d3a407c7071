/** The watchdog as a shell script, which takes a fiftieth of the memory of a second Node. */

/** The exit code that says that grep here cannot read NUL-separated data. */
export const GREP_TOO_POOR = 97;

/**
 * The script reads `+ mark limit pgid start` (0 means not known yet) and `- mark`, where a second `+` replaces the
 * first, and `/ folder` and `x folder`. `start` is that of the leader, and no process that is older is touched; where
 * it is not known, none that is older than the watchdog. The end of the input means that the host is gone. The script
 * then repeats these steps until two scans find nobody: kill the groups, find members by mark, group and descent, stop
 * them, kill them once no new one appears. Last, the folders that are still listed are removed. One string per process
 * is kept as "pid parent group"; sets of pids are strings with a blank around each.
 */
export const shellWatchdogScript: string = `
trap '' HUP INT TERM QUIT
cd /
printf 'a\\0P=1\\0' | grep -qzxF P=1 || exit ${GREP_TOO_POOR}
nl='
'
IFS=' '
listed= folders=
without() {
  kept=
  IFS=$nl
  for entry in $listed; do
    case $entry in "$1 "*) ;; *) kept=$kept$entry$nl ;; esac
  done
  IFS=' '
  listed=$kept
}
without_folder() {
  kept=
  IFS=$nl
  for entry in $folders; do
    [ "$entry" = "$1" ] || kept=$kept$entry$nl
  done
  IFS=' '
  folders=$kept
}
set -f
while IFS= read -r line; do
  case $line in
    '/ '*) folders=$folders\${line#/ }$nl ;;
    'x '*) without_folder "\${line#x }" ;;
    *)
      set -- $line
      without "$2"
      [ "$1" = + ] && listed="$listed$2 $3 $4 $5$nl"
      ;;
  esac
done
remove_folders() {
  set -f
  IFS=$nl
  for entry in $folders; do rm -rf -- "$entry"; done
}
trap remove_folders EXIT
[ -n "$listed" ] || exit 0
set +f

# Fields of a process: state parent group start.
stat_of() {
  state= parent= pgrp= began=
  line=
  while read -r more; do line="$line$more "; done <"/proc/$1/stat"
  set -- \${line##*) }
  [ $# -ge 20 ] || return 1
  state=$1 parent=$2 pgrp=$3
  shift 19
  began=$1
}
# What is older than the oldest run cannot be of a run, whatever it looks like.
stat_of $$ || exit 1
since=$began
marks= limits= groups=
IFS=$nl
for entry in $listed; do
  IFS=' '
  set -- $entry
  [ "$4" = 0 ] || { [ "$4" -lt "$since" ] && since=$4; }
  marks=$marks$nl$1
  [ "$2" = 0 ] || limits="$limits$nl $2 "
  [ "$3" = 0 ] || groups="$groups$3:$4 "
  IFS=$nl
done
IFS=' '
marks=\${marks#"$nl"} limits=\${limits#"$nl"}

kill_groups() {
  ours=' '
  for pair in $groups; do
    pgid=\${pair%%:*}
    stat_of "$pgid" && [ "$began" != "\${pair##*:}" ] && continue
    kill -KILL "-$pgid" && ours="$ours$pgid "
  done
}
marked() {
  grep -lzxF -e "$marks" /proc/[0-9]*/environ
  [ -z "$limits" ] || grep -lF -e "$limits" /proc/[0-9]*/limits
}
find_members() {
  hits=' '
  for file in $(marked | tr '\\n' ' '); do
    file=\${file#/proc/}
    hits="$hits\${file%%/*} "
  done
  members=' ' table=
  for folder in /proc/[0-9]*; do
    pid=\${folder#/proc/}
    stat_of "$pid" || continue
    case $state in Z | X | x) continue ;; esac
    [ "$pid" = $$ ] || [ "$pid" = 1 ] || [ "$began" -lt "$since" ] && continue
    case $hits in *" $pid "*) members="$members$pid " ;; *)
      case $ours in *" $pgrp "*) members="$members$pid " ;; *) table="$table$pid $parent$nl" ;; esac ;;
    esac
  done
  [ "$members" = ' ' ] && return
  grown=1
  while [ -n "$grown" ]; do
    grown= rest=
    IFS=$nl
    for row in $table; do
      case $members in *" \${row##* } "*) members="$members\${row%% *} " grown=1 ;; *) rest=$rest$row$nl ;; esac
    done
    IFS=' '
    table=$rest
  done
}
empty=0 round=0 stopped=' '
while [ $empty -lt 2 ] && [ $round -lt 300 ]; do
  round=$((round + 1))
  kill_groups
  find_members
  if [ "$members" = ' ' ]; then
    empty=$((empty + 1))
    sleep 0.02
    continue
  fi
  empty=0 fresh=
  for pid in $members; do
    case $stopped in *" $pid "*) ;; *) fresh=1 stopped="$stopped$pid " ; kill -STOP "$pid" ;; esac
  done
  [ -n "$fresh" ] && continue
  for pid in $members; do kill -KILL "$pid"; done
  stopped=' '
  sleep 0.02
done
`;
