/** What stands before the command of Git among its words. */

/** They take the next word. */
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
