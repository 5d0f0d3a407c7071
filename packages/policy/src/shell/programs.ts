/** Programs that run others, and options by which harmless programs do: the beginning of such a command does not say what it does. */
import { findLaunched } from './launchers.ts';
import { canBeSteered, findSteering, INTERPRETERS } from './steered.ts';
import type { Word } from './words.ts';

const list = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/).filter((name) => name !== ''));

/** Shells, which run their argument, their input, or a file. */
export const SHELLS: ReadonlySet<string> = list(`
  sh bash dash zsh ksh mksh ash fish csh tcsh rbash elvish nu pwsh powershell cmd busybox toybox wsl osascript expect tclsh wish
`);

/** Programs that run a command which stands among their words. */
const WRAPPERS: ReadonlySet<string> = list(`
  env sudo doas su runuser pkexec sg newgrp gosu su-exec setpriv capsh chroot unshare nsenter bwrap firejail proot fakeroot systemd-run
  start-stop-daemon launchctl dbus-run-session xvfb-run xargs parallel nohup setsid nice ionice chrt taskset numactl timeout time stdbuf
  unbuffer script screen tmux byobu watch entr flock strace ltrace gdb lldb perf valgrind rlwrap rr catchsegv faketime caffeinate arch
  setarch linux32 linux64 personality ssh mosh at batch crontab run-parts find-exec command builtin exec coproc nocorrect noglob repeat
  ld.so ld-linux ld-linux-x86-64.so socat nc ncat netcat tcpserver inetd vim vi nvim view ex ed emacs nano pico less more most dotenv
  direnv nix-shell sshpass torify torsocks proxychains proxychains4 chronic ts retry ifne pee softlimit envdir chpst runit s6-setuidgid
  watchexec hyperfine concurrently onchange chokidar reflex cross-env cross-env-shell dotenvx env-cmd dumb-init tini catatonit dockerize
  start-server-and-test run0 systemd-cat systemd-inhibit sandbox-exec nsjail eatmydata fakechroot cpulimit prlimit choom cgexec trickle
  daemonize multitime poop sem rust-parallel ccache sccache distcc icecc bear scan-build intercept-build heaptrack samply asciinema xterm
  tsp nq pueue dtach abduco mprocs when-changed gaze watchman-make
`);

/** Builtins that change what later words mean, or evaluate their arguments. */
const BUILTINS: ReadonlySet<string> = list(`
  eval source . trap alias unalias enable set shopt unset read mapfile readarray getopts let declare typeset local readonly hash bind
  complete compgen compopt fc history pushd popd dirs autoload zmodload zcompile emulate functions setopt unsetopt vared zle bindkey sched
  disable
`);

/** The name by which the tables know a program: without its folder, its version and the case of its letters. */
export function programName(word: string): string {
  const name = (word.split('/').at(-1) ?? '').toLowerCase().replace(/\.exe$/, '');
  if (name === '.' || name === '') {
    return name;
  }
  return isKnown(name) ? name : cutVersion(name);
}

/** Cuts digits and dots off the end, with a dash before them, in one pass: a pattern would try all digits anew from each of them. */
function cutVersion(name: string): string {
  let start = name.length;
  while (start > 0 && /[\d.]/.test(name.charAt(start - 1))) {
    start--;
  }
  // A version has one dot or one dash before its first digit.
  const digit = start + name.slice(start).search(/\d/);
  if (digit < start) {
    return name;
  }
  return name.slice(0, /[-.]/.test(name.charAt(digit - 1)) ? digit - 1 : digit);
}

function isKnown(name: string): boolean {
  return SHELLS.has(name) || WRAPPERS.has(name) || BUILTINS.has(name) || canBeSteered(name);
}

/** Why no rule may allow what begins with these words; undefined where one may. */
export function whyNoBeginning(words: readonly string[]): string | undefined {
  const [first = '', ...others] = words;
  const name = programName(first);
  if (SHELLS.has(name)) {
    return `\`${first}\` is a shell, which runs whatever it is given`;
  }
  if (WRAPPERS.has(name)) {
    return `\`${first}\` runs other commands`;
  }
  if (BUILTINS.has(name)) {
    return `\`${first}\` changes what the shell does`;
  }
  const code = Object.hasOwn(INTERPRETERS, name) ? INTERPRETERS[name] : undefined;
  const option = code === undefined ? undefined : findOption(name, code, others);
  if (option !== undefined) {
    return `\`${first} ${option}\` runs code that stands on the command line`;
  }
  const launched = findLaunched(words, programName);
  if (launched === undefined) {
    return undefined;
  }
  const inner = words.slice(launched.at);
  return inner.length === 0 || inner[0]?.startsWith('-') === true
    ? `\`${words.slice(0, launched.at).join(' ')}\` runs any program; name the one`
    : whyNoBeginning(inner);
}

// All words behind its script belong to the script. `python -m x` runs a module that the rule has named.
function findOption(name: string, code: Pick<RegExp, 'test'>, words: readonly string[]): string | undefined {
  const script = words.findIndex((word) => !word.startsWith('-') && !code.test(word));
  const own = script === -1 ? words : words.slice(0, script);
  const isModule = /^(?:python|pypy)/.test(name) && own.at(-1) === '-m' && script !== -1;
  return (isModule ? own.slice(0, -1) : own).find((word) => code.test(word));
}

/** Why these words do more than a rule about the first `named` of them covers; undefined where they do not. */
export function whyMoreThanNamed(words: readonly Word[], named: number): string | undefined {
  const texts = words.map(({ text }) => text);
  const beginning = whyNoBeginning(texts.slice(0, Math.max(named, 1)));
  if (beginning !== undefined) {
    return beginning;
  }
  const launched = findLaunched(texts, programName);
  if (launched === undefined) {
    return whyMoreOfProgram(words, named);
  }
  const { at, places } = launched;
  if (places === undefined) {
    return words.length > named
      ? `it is not known what \`${texts.slice(0, at).join(' ')}\` makes of \`${texts[named]}\``
      : undefined;
  }
  const inner = places.flatMap((place) => words[place] ?? []);
  const isWhole = places.length === words.length - at;
  // A launcher reads none of the words itself if all of them are for the program that it starts; an interpreter knows where its script
  // begins.
  const isOver = isWhole && !Object.hasOwn(INTERPRETERS, programName(texts[0] ?? ''));
  const own = isOver ? undefined : whyMoreOfProgram(words, named);
  return own ?? whyMoreThanNamed(inner, isWhole ? Math.max(1, named - at) : 1);
}

/** The same for a program and all words that it reads itself. */
function whyMoreOfProgram(words: readonly Word[], named: number): string | undefined {
  const texts = words.map(({ text }) => text);
  const name = programName(texts[0] ?? '');
  const code = Object.hasOwn(INTERPRETERS, name) ? INTERPRETERS[name] : undefined;
  if (code !== undefined) {
    const option = findOption(name, code, texts.slice(1));
    const isCode = option !== undefined && !texts.slice(0, named).includes(option);
    if (isCode || !texts.slice(1).some((text) => !text.startsWith('-') || /^--?(?:v|version|help)$/i.test(text))) {
      return `\`${texts[0]}\` would run code that is no file`;
    }
  }
  if (!canBeSteered(name)) {
    return undefined;
  }
  // These programs pass on everything behind `--`, and never read it themselves.
  const own = /^(?:p?npm|yarn|cargo)$/.test(name) ? texts.indexOf('--', named) : -1;
  const read = own === -1 ? words : words.slice(0, own);
  // A pattern may expand to an option, since a file can be named like one.
  const vague = read.slice(named).find(({ kind, text }) => kind === 'pattern' && /^[-*?[{]/.test(text))?.text;
  const steering =
    vague ??
    findSteering(
      name,
      read.map(({ text }) => text),
      named,
    );
  return steering === undefined ? undefined : `\`${texts[0]} ${steering}\` may run or write something else`;
}

/** Whether the command line contains code of another language than a shell's. */
export function runsCode(words: readonly string[]): boolean {
  const name = programName(words[0] ?? '');
  const code = Object.hasOwn(INTERPRETERS, name) ? INTERPRETERS[name] : undefined;
  return code !== undefined && (words.length === 1 || findOption(name, code, words.slice(1)) !== undefined);
}

/** Whether a command runs others, so that each of its later words may begin one. */
export function runsOthers(words: readonly Word[]): boolean {
  const name = programName(words[0]?.text ?? '');
  const texts = words.map(({ text }) => text);
  return (
    SHELLS.has(name) ||
    WRAPPERS.has(name) ||
    BUILTINS.has(name) ||
    findLaunched(texts, programName) !== undefined ||
    findSteering(name, texts, 1) !== undefined
  );
}
