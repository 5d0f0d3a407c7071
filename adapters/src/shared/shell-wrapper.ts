/** Removes the shell that an agent puts around a command: `/bin/bash -lc '…'` is the script that the model wrote. */

/**
 * Folders of shells: those of the system, of Homebrew, MacPorts and NixOS. No other folder counts, because an agent that may write to the
 * folder of its work, or to `/tmp`, could put a program of any name there.
 */
const FOLDERS = [
  ...['/bin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin', '/home/linuxbrew/\\.linuxbrew/bin', '/opt/local/bin'],
  ...['/run/current-system/sw/bin', '/nix/store/[a-z0-9]{32}-[\\w+-][\\w.+-]*/bin'],
];
/** Shells that read a script as POSIX says; fish and PowerShell have languages of their own. */
const SHELL = new RegExp(`^(?:(?:${FOLDERS.join('|')})/)?(?:ba|z|da|k)?sh$`);
const TAKES_SCRIPT = /^-l?c$/;
/** Matches a part of a word: bare, escaped, in single quotes, or the beginning of one in double quotes. */
const PART = /([\w@%+=:,./-]+)|\\([^\n])|'([^']*)'|"/y;

/** The script; undefined where the command is not a shell with one script, or not beyond doubt. */
export function scriptIn(command: string): string | undefined {
  const words = wordsOf(command);
  const [shell = '', flag = '', script] = words ?? [];
  return words?.length === 3 && SHELL.test(shell) && TAKES_SCRIPT.test(flag) ? script : undefined;
}

/** The words of a line; undefined where it contains more than words. */
function wordsOf(line: string): readonly string[] | undefined {
  const words: string[] = [];
  let at = 0;
  while (at < line.length) {
    const word = wordAt(line, at);
    if (word === undefined) {
      return undefined;
    }
    words.push(word.text);
    at = word.end;
    if (at < line.length && line[at] !== ' ') {
      return undefined;
    }
    at++;
  }
  return words;
}

interface Part {
  readonly text: string;
  readonly end: number;
}

function wordAt(line: string, start: number): Part | undefined {
  let text = '';
  let at = start;
  while (at < line.length && line[at] !== ' ') {
    const part = partAt(line, at);
    if (part === undefined) {
      return undefined;
    }
    text += part.text;
    at = part.end;
  }
  return at === start ? undefined : { text, end: at };
}

function partAt(line: string, start: number): Part | undefined {
  PART.lastIndex = start;
  const match = PART.exec(line);
  if (match === null) {
    return undefined;
  }
  const [whole, bare, escaped, single] = match;
  const text = bare ?? escaped ?? single;
  const end = start + whole.length;
  return text === undefined ? restOfQuoted(line, end) : { text, end };
}

/**
 * The text up to the next double quote. No pattern finds it, because V8's matcher keeps a way back for each character that may be escaped,
 * and exceeds its stack on millions.
 */
function restOfQuoted(line: string, start: number): Part | undefined {
  for (let at = start; at < line.length; at++) {
    const sign = line[at];
    if (sign === '"') {
      return { text: line.slice(start, at).replace(/\\([$`"\\])/g, '$1'), end: at + 1 };
    }
    if (sign === '\\') {
      at++;
    }
    if (sign === '$' || sign === '`' || (sign === '\\' && line[at] === '\n')) {
      return undefined;
    }
  }
  return undefined;
}
