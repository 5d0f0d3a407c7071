/** Finds the files that a successful shell command has deleted, where that is beyond doubt. */

import { join } from 'node:path';
import { isAbsolutePath } from '@agent-mux/core';
import { plainCommands } from './plain-commands.ts';

/** Matches builtins after which another `rm` may be another command, or run in another folder. The other builtins may stand before it. */
const MAY_CHANGE_THE_SHELL =
  /^(?:\.|:?=|alias|break|builtin|case|cd|chdir|chroot|command|continue|coproc|declare|do|done|dirs|elif|else|enable|esac|eval|exec|exit|export|fc|fi|for|function|hash|if|in|let|local|logout|popd|pushd|read|readonly|return|select|set|shift|shopt|source|suspend|su|sudo|then|time|trap|typeset|unalias|unset|until|while|z|[^/=]*=[\s\S]*)$/;

/**
 * Absolute paths that plain `rm` and `unlink` commands name. It is conservative: a command with expansions, pipes, alternatives or loops
 * names none, because nobody knows which of its parts ran; nor does a relative path where the folder is unknown.
 */
export function deletedPaths(command: string, folder: string | undefined): readonly string[] {
  // `a && b` succeeds only if both did.
  const commands = plainCommands(command);
  if (commands === undefined || commands.some(([name = '']) => MAY_CHANGE_THE_SHELL.test(name))) {
    return [];
  }
  return commands.flatMap((words) => pathsOf(words).flatMap((path) => absolute(path, folder) ?? []));
}

function pathsOf([name, ...words]: readonly string[]): readonly string[] {
  if (name !== 'rm' && name !== 'unlink') {
    return [];
  }
  const end = words.indexOf('--');
  const options = (end < 0 ? words : words.slice(0, end)).filter((word) => word.startsWith('-'));
  // Other options may ask, ignore a missing file, or delete folders.
  if (options.some((option) => !/^-v+$/.test(option))) {
    return [];
  }
  return words.filter((word, index) => (end >= 0 && index > end) || (index !== end && !word.startsWith('-')));
}

function absolute(path: string, folder: string | undefined): string | undefined {
  // The parent of a folder that is reached through a link differs from what its name says, and zsh reads `=name` as a program's path.
  if (path === '' || path.startsWith('=') || path.split(/[\\/]/).includes('..')) {
    return undefined;
  }
  if (isAbsolutePath(path)) {
    return path;
  }
  return folder === undefined ? undefined : join(folder, path);
}
