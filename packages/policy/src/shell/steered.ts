/** Options by which programs that do one thing run another, load code, or write what was not named. */

/** What tells an interpreter to run words as code, to load more code, or to read it from its input. */
export const INTERPRETERS: Readonly<Record<string, RegExp>> = {
  node: /^(?:-$|-[a-zA-Z]*[eprCi]|--(?:eval|print|require|import|loader|experimental-loader|env-file|interactive|conditions|run|inspect))/,
  deno: /^(?:eval|repl|-$|--(?:eval|preload|import-map|config|allow-all)|-A)/,
  bun: /^(?:-$|-[a-zA-Z]*[eprc]|--(?:eval|print|preload|require|import|config)|x$|exec$)/,
  python: /^(?:-$|-[a-zA-Z]*[cmiXW])/,
  pypy: /^(?:-$|-[a-zA-Z]*[cmiXW])/,
  perl: /^-(?!-?(?:v|version|help)$)/,
  ruby: /^-(?!-?(?:v|version|help)$)/,
  php: /^-(?!-?(?:v|version|help)$)/,
  lua: /^(?:-$|-[eil])/,
  luajit: /^(?:-$|-[eilj])/,
  r: /^(?:-|CMD$)/,
  rscript: /^-/,
  julia: /^(?:-$|-[eELpP]|--(?:eval|print|load))/,
  elixir: /^(?:-|eval)/,
  erl: /^-/,
  groovy: /^-/,
  scala: /^-/,
  clojure: /^-/,
  swift: /^-/,
  guile: /^-/,
  ghc: /^-/,
  sqlite3: /^-|\.(?:shell|system|load|import|output|once)/,
  psql: /^-[cfv]|\\/,
  mysql: /^-e|system|\\!/,
};

/** Options of programs that run other programs, load code, or write files that were not named as such. */
const STEERED: Readonly<Record<string, RegExp>> = {
  find: /^-(?:exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls|files0-from)$/,
  fd: /^(?:-[a-zA-Z]*[xX]|--exec)/,
  fdfind: /^(?:-[a-zA-Z]*[xX]|--exec)/,
  hg: /^--(?:config|ssh|cwd|debugger|encoding)/,
  svn: /^--(?:diff-cmd|diff3-cmd|editor-cmd|config)/,
  tar: /^(?:-[a-zA-Z]*[IF]|[cxtruA][a-zA-Z]*[IF]|--(?:to-command|checkpoint-action|use-compress-program|rsh-command|info-script|new-volume-script|rmt-command))/,
  bsdtar: /^--use-compress-program/,
  zip: /^(?:-[a-zA-Z]*T|--unzip-command|--test)/,
  rsync: /^(?:-[a-zA-Z]*e|--(?:rsh|rsync-path|daemon|config))/,
  scp: /^-[a-zA-Z]*[SoFDJ]/,
  sftp: /^-[a-zA-Z]*[SoFDbJ]/,
  rg: /^--(?:pre|hostname-bin)(?:=|$)/,
  ag: /^--pager/,
  ack: /^--(?:pager|ackrc|output)/,
  bat: /^--(?:pager|config|diff)/,
  man: /^(?:-[a-zA-Z]*[PHlC]|--(?:pager|html|config-file|local-file))/,
  sort: /^(?:-[a-zA-Z]*[oT]|--(?:output|compress-program|temporary))/,
  split: /^--filter/,
  install: /^--strip-program/,
  awk: /^(?:-[a-zA-Z]*[flieE]|--)|system|getline|[|>@]|close/,
  gawk: /^(?:-[a-zA-Z]*[flieE]|--)|system|getline|[|>@]|close/,
  mawk: /^(?:-[a-zA-Z]*[fW]|--)|system|getline|[|>@]|close/,
  wget: /^(?:-[a-zA-Z]*[ei]|--(?:execute|use-askpass|config|post-file|body-file))/,
  curl: /^(?:-[a-zA-Z]*K|--config)/,
  make: /^(?:-[a-zA-Z]*[fCIE]|--(?:eval|file|makefile|directory|include)|[A-Za-z_]*(?:SHELL|CC|CXX|LD|AR|FLAGS|CMD|PATH)[A-Za-z_]*[:+?]?=)/,
  gmake:
    /^(?:-[a-zA-Z]*[fCIE]|--(?:eval|file|makefile|directory|include)|[A-Za-z_]*(?:SHELL|CC|CXX|LD|AR|FLAGS|CMD|PATH)[A-Za-z_]*[:+?]?=)/,
  npm: /^(?:-[cC]|--(?:script-shell|shell|prefix|globalconfig|userconfig|node-options|git|editor|viewer|init|call|scripts-prepend|node-gyp|local-prefix))|^(?:exec|x|explore|config|set|edit)$/,
  npx: /^(?:-[cp]|--(?:call|package|shell|script-shell|node))/,
  pnpm: /^(?:-[cC]|--(?:dir|script-shell|shell-mode|config|prefix))|^(?:exec|dlx|config)$/,
  yarn: /^(?:--(?:cwd|use-yarnrc|script-shell))|^(?:exec|dlx|config|node)$/,
  cargo: /^(?:-[CZ]|--config|--manifest-path|\+)/,
  go: /^--?(?:exec|toolexec|vettool|overlay|modfile|C|ldflags|gcflags|asmflags)(?:=|$)/,
  gcc: /^(?:-wrapper|-fplugin|-specs|--specs|-B|@)/,
  cc: /^(?:-wrapper|-fplugin|-specs|--specs|-B|@)/,
  clang: /^(?:-fplugin|-fpass-plugin|-Xclang|-load|-B|@|--config)/,
  pytest: /^(?:-[pco]|--(?:rootdir|confcutdir|override-ini|config-file|import-mode))/,
  pip: /^(?:--(?:python|config-settings|index-url|extra-index-url|find-links|trusted-host)|-[if])/,
  docker: /^(?:exec|run|compose|build|buildx)$/,
  podman: /^(?:exec|run|compose|build|unshare)$/,
  kubectl: /^(?:exec|run|debug|attach|--kubeconfig)/,
  test: /^-[vR]$/,
  printf: /^-v/,
  cd: /^-$/,
  tcpdump: /^-[a-zA-Z]*z/,
  gradle: /^(?:-[IbcDP]|--(?:init-script|project-dir|include-build|build-file))/,
  mvn: /^(?:-[fDs]|--(?:file|define|settings))/,
};

/** Before its command Git takes these without running anything else. */
const MEEK_OF_GIT = /^(?:-P|-p|-v|-h|--no-pager|--paginate|--version|--help|--no-optional-locks|--literal-pathspecs)$/;
/** Commands of Git that run what they are told, or what is set by them. */
const RUNNING_OF_GIT =
  /^(?:config|bisect|filter-branch|difftool|mergetool|hook|daemon|send-email|submodule|credential.*|maintenance|instaweb|web--browse|shell|rebase|am|var|for-each-repo|request-pull)$/;
const STEERING_OF_GIT =
  /^(?:--(?:config|exec|upload-pack|receive-pack|ext-diff|textconv|open-files|output|template|git-dir|work-tree|separate|editor|extcmd|interactive|remote|show-signature|sign|gpg)|ext::|fd::)/;
/** By command: letters that mean something harmless in others. */
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

/** What `sed` prints, leaves out or ends at. Its other commands may write files and run programs. */
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

/** Whether words that are not known, such as names that a pattern finds, could steer it. */
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
