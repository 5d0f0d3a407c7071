/** Options by which programs that do one thing run another, load code, or write files that were not named. */
import { LongOptions, longOptions } from './long-options.ts';
import { TOOLS } from './steered-tools.ts';

/** A pattern, or long options with a pattern of further ones. */
type Steering = Pick<RegExp, 'test'>;

/** Options by which an interpreter runs words as code, loads more code, or reads it from its input. */
export const INTERPRETERS: Readonly<Record<string, Steering>> = {
  node: longOptions(
    'eval print require import loader experimental-loader env-file interactive conditions run inspect',
    /^(?:-$|-[a-zA-Z]*[eprCi])/,
  ),
  tsx: longOptions('eval print require import loader env-file conditions tsconfig', /^(?:-$|-[a-zA-Z]*[eprCi])/),
  'ts-node': longOptions('eval print require project dir compiler cwd script-mode', /^(?:-$|-[a-zA-Z]*[eprPCi])/),
  deno: longOptions('eval preload import-map config allow-all', /^(?:eval|repl|-$|-A)/),
  bun: longOptions('eval print preload require import config', /^(?:-$|-[a-zA-Z]*[eprc]|x$|exec$)/),
  python: /^(?:-$|-[a-zA-Z]*[cmiXW])/,
  pypy: /^(?:-$|-[a-zA-Z]*[cmiXW])/,
  perl: /^-(?!-?(?:v|version|help)$)/,
  ruby: /^-(?!-?(?:v|version|help)$)/,
  php: /^-(?!-?(?:v|version|help)$)/,
  lua: /^(?:-$|-[eil])/,
  luajit: /^(?:-$|-[eilj])/,
  r: /^(?:-|CMD$)/,
  rscript: /^-/,
  julia: longOptions('eval print load', /^(?:-$|-[eELpP])/),
  elixir: /^(?:-|eval)/,
  erl: /^-/,
  groovy: /^-/,
  scala: /^-/,
  clojure: /^-/,
  swift: /^-/,
  guile: /^-/,
  ghc: /^-/,
  sqlite3: /^-|\.(?:shell|system|load|import|output|once)/,
  psql: longOptions('command file set variable', /^-[cfv]|\\/),
  mysql: longOptions('execute pager plugin-dir defaults-file defaults-extra-file', /^-e|system|\\!/),
};

const MAKE = longOptions(
  'eval file makefile directory include-dir',
  // Make puts a value into the lines that it gives to a shell, and runs what stands behind `$` and `!=`.
  /^(?:-[a-zA-Z]*[fCIE]|[A-Za-z_]*(?:SHELL|CC|CXX|LD|AR|FLAGS|CMD|PATH)[A-Za-z_]*[:+?]?=|[^=]*!=|[^=]*=[\s\S]*[$`;&|<>\n])/,
);
const GCC = longOptions('specs', /^(?:-wrapper|-fplugin|-specs|-B|@)/);

/** Options of programs that run other programs, load code, or write files that were not named as such. */
const STEERED: Readonly<Record<string, Steering>> = {
  ...TOOLS,
  find: /^-(?:exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls|files0-from)$/,
  fd: longOptions('exec-batch', /^-[a-zA-Z]*[xX]/),
  fdfind: longOptions('exec-batch', /^-[a-zA-Z]*[xX]/),
  hg: longOptions('config ssh cwd debugger encoding'),
  svn: longOptions('diff-cmd diff3-cmd editor-cmd config'),
  tar: longOptions(
    'to-command checkpoint-action use-compress-program rsh-command info-script new-volume-script rmt-command',
    /^(?:-[a-zA-Z]*[IF]|[cxtruA][a-zA-Z]*[IF])/,
  ),
  bsdtar: longOptions('use-compress-program'),
  zip: longOptions('unzip-command test', /^-[a-zA-Z]*T/),
  rsync: longOptions('rsh rsync-path daemon config', /^-[a-zA-Z]*e/),
  scp: /^-[a-zA-Z]*[SoFDJ]/,
  sftp: /^-[a-zA-Z]*[SoFDbJ]/,
  // rg takes no shortened options, and `--pretty` is another one than `--pre`.
  rg: /^--(?:pre|hostname-bin)(?:=|$)/,
  ag: longOptions('pager'),
  ack: longOptions('pager ackrc output'),
  bat: longOptions('pager config diff'),
  man: longOptions('pager html config-file local-file', /^-[a-zA-Z]*[PHlC]/),
  sort: longOptions('output compress-program temporary-directory', /^-[a-zA-Z]*[oT]/),
  split: longOptions('filter'),
  install: longOptions('strip-program'),
  awk: /^(?:-[a-zA-Z]*[flieEdDop]|--)|system|getline|[|>@]|close/,
  gawk: /^(?:-[a-zA-Z]*[flieEdDop]|--)|system|getline|[|>@]|close/,
  mawk: /^(?:-[a-zA-Z]*[fW]|--)|system|getline|[|>@]|close/,
  wget: longOptions('execute use-askpass config post-file body-file', /^-[a-zA-Z]*[ei]/),
  curl: longOptions('config', /^-[a-zA-Z]*K/),
  make: MAKE,
  gmake: MAKE,
  npm: longOptions(
    'script-shell shell prefix globalconfig userconfig node-options git editor viewer init call package scripts-prepend node-gyp local-prefix',
    /^(?:-[cC]|(?:exec|x|explore|config|set|edit)$)/,
    'one dash',
  ),
  npx: longOptions('call package shell script-shell node', /^-[cp]/, 'one dash'),
  pnpm: longOptions('dir script-shell shell-mode config prefix', /^(?:-[cC]|(?:exec|dlx|config)$)/, 'one dash'),
  yarn: longOptions('cwd use-yarnrc script-shell', /^(?:exec|dlx|config|node)$/),
  cargo: longOptions('config manifest-path', /^(?:-[CZ]|\+)/),
  go: /^--?(?:exec|toolexec|vettool|overlay|modfile|C|ldflags|gcflags|asmflags)(?:=|$)/,
  nodemon: longOptions('exec', /^-x/),
  gcc: GCC,
  cc: GCC,
  clang: longOptions('config', /^(?:-fplugin|-fpass-plugin|-Xclang|-load|-B|@)/),
  pytest: longOptions('rootdir confcutdir override-ini config-file import-mode', /^-[pco]/),
  pip: longOptions('python config-settings index-url extra-index-url find-links trusted-host', /^-[if]/),
  docker: /^(?:exec|run|compose|build|buildx)$/,
  podman: /^(?:exec|run|compose|build|unshare)$/,
  kubectl: longOptions('kubeconfig', /^(?:exec|run|debug|attach)/),
  test: /^-[vR]$/,
  printf: /^-v/,
  cd: /^-$/,
  tcpdump: /^-[a-zA-Z]*z/,
  gradle: longOptions('init-script project-dir include-build build-file', /^-[IbcDP]/),
  mvn: longOptions('file define settings', /^-[fDs]/),
};

/** Matches options that Git takes before its command without running anything else. */
const MEEK_OF_GIT = /^(?:-P|-p|-v|-h|--no-pager|--paginate|--version|--help|--no-optional-locks|--literal-pathspecs)$/;
/** Matches commands of Git that run their arguments, or what they set. */
const RUNNING_OF_GIT =
  /^(?:config|bisect|filter-branch|difftool|mergetool|hook|daemon|send-email|submodule|credential.*|maintenance|instaweb|web--browse|shell|rebase|am|var|for-each-repo|request-pull)$/;
const STEERING_OF_GIT = longOptions(
  'config exec upload-pack receive-pack ext-diff textconv open-files-in-pager output template git-dir work-tree separate-git-dir editor extcmd interactive remote show-signature sign gpg-sign',
  /^(?:ext::|fd::)/,
);
/** Letters by command that mean something harmless in other commands. */
const LETTERS_OF_GIT: Readonly<Record<string, RegExp>> = {
  clone: /^-[a-z]*[cu]/,
  grep: /^-[a-zA-Z]*O/,
  rebase: /^-[a-z]*[xi]/,
  archive: /^-[a-z]*o/,
  'format-patch': /^-[a-z]*o/,
  'ls-remote': /^-[a-z]*u/,
  submodule: /^foreach$/,
  bisect: /^run$/,
};

/** Matches the commands by which `sed` prints, deletes or quits. Its other commands may write files and run programs. */
const MEEK_OF_SED = /^(?:(?:\d+|\$)(?:,(?:[+~]?\d+|\$))?[pdq=]?|[pdq=])$/;
const MEEK_BEHIND_IT = /^(?:\d+|\$)(?:,(?:\d+|\$))?[pdq]$/;

/** The first word behind the first `named` ones that makes the program do more than it is known for. */
export function findSteering(name: string, words: readonly string[], named: number): string | undefined {
  if (name === 'git') {
    return findOfGit(words, named);
  }
  if (name === 'sed') {
    const script = words.findIndex((word, at) => at > 0 && !word.startsWith('-'));
    return words.find(
      (word, at) =>
        at >= named && (at === script ? !isMeekScript(word) : /^-(?!(?:[nErzus]+|-quiet|-silent|-posix)$)/.test(word)),
    );
  }
  const steering = Object.hasOwn(STEERED, name) ? STEERED[name] : undefined;
  return steering === undefined ? undefined : words.find((word, at) => at >= named && steering.test(word));
}

function isMeekScript(script: string): boolean {
  return script.split(';').every((each, at) => (at === 0 ? MEEK_OF_SED : MEEK_BEHIND_IT).test(each));
}

/** The long options that make a program do more than it is known for. */
export function steeringOptions(): readonly (readonly [program: string, options: readonly string[]])[] {
  const tables = [...Object.entries({ ...INTERPRETERS, ...STEERED }), ['git', STEERING_OF_GIT] as const];
  return tables.flatMap(([name, steering]) => (steering instanceof LongOptions ? [[name, steering.names]] : []));
}

/** Whether unknown words, such as names that a pattern finds, could steer it. */
export function canBeSteered(name: string): boolean {
  return name === 'git' || name === 'sed' || Object.hasOwn(STEERED, name) || Object.hasOwn(INTERPRETERS, name);
}

function findOfGit(words: readonly string[], named: number): string | undefined {
  const at = words.findIndex((word, index) => index > 0 && !word.startsWith('-'));
  const command = at === -1 ? '' : (words[at] ?? '');
  const letters = Object.hasOwn(LETTERS_OF_GIT, command) ? LETTERS_OF_GIT[command] : undefined;
  return words.find((word, index) => {
    if (index < Math.max(named, 1)) {
      return false;
    }
    if (index < at || at === -1) {
      return !MEEK_OF_GIT.test(word);
    }
    if (index === at) {
      return RUNNING_OF_GIT.test(word);
    }
    return STEERING_OF_GIT.test(word) || letters?.test(word) === true;
  });
}
