/** Programs that read the folder in which they run, and all below it, though none of their words is a path. */
import { findGitCommand } from './git-words.ts';
import { longOptions } from './long-options.ts';
import { programName } from './programs.ts';

interface Reader {
  /** The options that make it read a tree; absent where it always does. */
  readonly tree?: Pick<RegExp, 'test'>;
  /** Letters of options whose value may be the next word. A long option without `=` is always taken to have one. */
  readonly valued?: string;
  /** The options that make its first word a path; absent where it always is one. */
  readonly pattern?: RegExp;
}

const GREP: Reader = {
  tree: longOptions('recursive dereference-recursive directories', /^-[a-zA-Z]*[rRd]/),
  valued: 'ABCDdefm',
  pattern: /^(?:-[a-zA-Z]*[ef]|--(?:regexp|file)(?:=|$))/,
};
const SEARCH: Reader = { valued: 'ABCEGMTdefgjmprt', pattern: /^(?:-[a-zA-Z]*[ef]|--(?:regexp|file|files)(?:=|$))/ };
const LIST: Reader = { tree: longOptions('recursive tree', /^-[a-zA-Z]*[RT]/), valued: 'ITwL' };

const READERS: Readonly<Record<string, Reader>> = {
  grep: GREP,
  egrep: GREP,
  fgrep: GREP,
  ugrep: GREP,
  rgrep: SEARCH,
  rg: SEARCH,
  ag: SEARCH,
  ack: SEARCH,
  pt: SEARCH,
  fd: { valued: 'dtEeSocxXjg', pattern: /^$/ },
  fdfind: { valued: 'dtEeSocxXjg', pattern: /^$/ },
  ls: LIST,
  dir: LIST,
  vdir: LIST,
  eza: LIST,
  exa: LIST,
  tree: { valued: 'LPIHTo' },
  du: { valued: 'dBtX' },
};

/** Archivers, whose words do not say which of them are paths, and which may extract any file. */
const ARCHIVERS: ReadonlySet<string> = new Set(['tar', 'bsdtar', 'unzip', 'cpio', 'pax', 'zip', '7z']);

/** Commands that print, keep or change the contents of files, of programs that work on a whole folder. */
const OF_VERSIONS =
  /^(?:grep|diff|show|whatchanged|archive|add|commit|stash|format-patch|range-diff|diff-.*|export|cat|annotate|am|apply|bundle|clean|restore|checkout|reset|fast-export|record|revert)$/;
/** Options that make a log print the contents of files. */
const PATCHES = longOptions(
  'patch patch-with-stat patch-with-raw unified cc word-diff color-words binary diff git full-diff',
  /^-[a-zA-Z]*[pucmULWw]/,
);

/** Whether a command reads its folder without a word that says so. Where that is not certain, it does. */
export function readsFolder(words: readonly string[]): boolean {
  const [first = '', ...others] = words;
  const name = programName(first);
  if (/^(?:git|hg|svn|jj)$/.test(name)) {
    return readsVersions(name, words);
  }
  if (name === 'find') {
    const start = others.find((word) => !/^-(?:[HLP]|O\d|D)$/.test(word)) ?? '-';
    return /^[-(!,]/.test(start);
  }
  if (ARCHIVERS.has(name)) {
    return true;
  }
  const reader = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
  if (reader === undefined || (reader.tree !== undefined && !others.some((word) => reader.tree?.test(word)))) {
    return false;
  }
  const hasPattern = reader.pattern !== undefined && !others.some((word) => reader.pattern?.test(word));
  return countOperands(others, reader.valued ?? '') <= (hasPattern ? 1 : 0);
}

/** How many words are certainly neither options nor their values. */
function countOperands(words: readonly string[], valued: string): number {
  const end = words.indexOf('--');
  const own = end === -1 ? words : words.slice(0, end);
  const behind = end === -1 ? 0 : words.length - end - 1;
  const isValue = (option = ''): boolean =>
    /^--[^=]+$/.test(option) || (/^-[^-]/.test(option) && valued.includes(option.at(-1) ?? ''));
  return behind + own.filter((word, at) => !/^-./.test(word) && !isValue(own[at - 1])).length;
}

// Without `--`, nobody knows whether a word is a path or the name of a version, and `:/` is the whole project.
function readsVersions(name: string, words: readonly string[]): boolean {
  const at =
    name === 'git' ? findGitCommand(words) : words.findIndex((word, index) => index > 0 && !word.startsWith('-'));
  const command = words[at] ?? '';
  const rest = at === -1 ? words : words.slice(at + 1);
  const isReading =
    OF_VERSIONS.test(command) || (/^(?:log|reflog)$/.test(command) && rest.some((word) => PATCHES.test(word)));
  const end = rest.indexOf('--');
  return isReading && !(end !== -1 && rest.slice(end + 1).some((word) => word !== '' && !word.startsWith(':')));
}
