/** The words before the command of Git, and the commands that Git has. */

/** Matches options that take the next word. */
const VALUED = /^(?:-C|-c|--config-env|--git-dir|--work-tree|--namespace|--super-prefix|--attr-source|--list-cmds)$/;

/** The place of the command, `push` of `git -C x push`; -1 where there is none. */
export function findGitCommand(words: readonly string[]): number {
  let at = 1;
  while (words[at]?.startsWith('-') === true) {
    at += VALUED.test(words[at] ?? '') ? 2 : 1;
  }
  return at < words.length ? at : -1;
}

/** Whether a setting stands before the command, which may give it another name. */
export function isConfigured(words: readonly string[]): boolean {
  const at = findGitCommand(words);
  return words.slice(1, at === -1 ? undefined : at).some((word) => /^(?:-c|--config-env)/.test(word));
}

const list = (names: string): ReadonlySet<string> => new Set(names.trim().split(/\s+/));

/** The commands of Git 2.30 to 2.52. No alias can have such a name. */
const OF_GIT = list(`
  add am annotate apply archive backfill bisect blame branch bugreport bundle cat-file check-attr check-ignore check-mailmap
  check-ref-format checkout checkout-index cherry cherry-pick citool clean clone column commit commit-graph commit-tree config
  count-objects credential credential-cache credential-store cvsexportcommit cvsimport cvsserver daemon describe diagnose diff diff-files
  diff-index diff-pairs diff-tree difftool env--helper fast-export fast-import fetch fetch-pack filter-branch fmt-merge-msg for-each-ref
  for-each-repo format-patch fsck fsck-objects fsmonitor--daemon gc get-tar-commit-id grep gui hash-object help history hook
  http-backend http-fetch http-push imap-send index-pack init init-db instaweb interpret-trailers last-modified log ls-files ls-remote
  ls-tree mailinfo mailsplit maintenance merge merge-base merge-file merge-index merge-octopus merge-one-file merge-ours merge-recursive
  merge-resolve merge-subtree merge-tree mergetool mktag mktree multi-pack-index mv name-rev notes p4 pack-objects pack-redundant
  pack-refs patch-id pickaxe prune prune-packed pull push quiltimport range-diff read-tree rebase receive-pack reflog refs remote
  remote-ext remote-fd remote-ftp remote-ftps remote-http remote-https repack replace replay repo request-pull rerere reset restore
  rev-list rev-parse revert rm send-email send-pack shell shortlog show show-branch show-index show-ref sparse-checkout stage stash
  status stripspace submodule submodule--helper subtree svn switch symbolic-ref tag unpack-file unpack-objects update-index update-ref
  update-server-info upload-archive upload-archive--writer upload-pack var verify-commit verify-pack verify-tag version web--browse
  whatchanged worktree write-tree
`);
const OF_CARGO = list(`
  add b bench build c check clean clippy config d doc fetch fix fmt generate-lockfile help info init install locate-project login
  logout metadata miri new owner package pkgid publish r read-manifest remove report rm run rustc rustdoc search t test tree
  uninstall update vendor verify-project version yank
`);

/** The own commands of programs to which the repository may add commands of other names. */
const COMMANDS: Readonly<Record<string, ReadonlySet<string>>> = { git: OF_GIT, cargo: OF_CARGO };

/** The place of a command that the program itself does not have, such as an alias; undefined where there is none. */
export function findForeignCommand(name: string, words: readonly string[]): number | undefined {
  const commands = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (commands === undefined) {
    return undefined;
  }
  const at =
    name === 'git' ? findGitCommand(words) : words.findIndex((word, place) => place > 0 && !/^[-+]/.test(word));
  return at === -1 || commands.has(words[at] ?? '') ? undefined : at;
}
