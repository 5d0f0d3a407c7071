/** Texts among the words of a command that its program may run as command lines, though nobody knows whether it does. */
import { programName, runsOthers } from './programs.ts';
import type { Command } from './shell-line.ts';
import { isOfLine, steersPrograms } from './variables.ts';
import type { Word } from './words.ts';

/** Programs that print or look for their words, and run none of them. */
const TALKERS: ReadonlySet<string> = new Set(
  'echo printf grep egrep fgrep rgrep zgrep ugrep rg ag ack jq yq basename dirname'.split(' '),
);

/** Matches options whose value is a text for people or a text to look for. */
const MESSAGE = /^--(?:message|title|body|description|notes|subject|grep|author|trailer)$/;
/** The same by letters, by program. */
const MESSAGE_LETTERS: Readonly<Record<string, RegExp>> = {
  git: /^-(?:[a-zA-Z]*m|S|G|L)$|^--(?:date|since|until|after|before|format|pretty)$/,
  hg: /^-[a-zA-Z]*m$/,
  svn: /^-[a-zA-Z]*m$/,
  jj: /^-[a-zA-Z]*m$/,
  gh: /^-[tbn]$/,
  pytest: /^-[km]$/,
  vitest: /^-t$/,
  jest: /^-t$/,
  glab: /^-[tdm]$/,
};

/** Matches a text that may be more than one word to a shell. */
const MAY_BE_LINE = /[\s`;]|&&|\$\(/;
/** Matches where another command, or a text within the text, may begin. */
const BEGINS = /[;|&(){}`'"!=\n]/;
const LETTERS = /^-[A-Za-z]+/;
/** Matches a command of another language that hands a line to a shell. */
const HANDED = /^\s*\.?(?:shell|system)\s+(.+)$/s;

/** The most parts of texts that are read in one line. */
export const MOST_TEXTS = 500;

export function textsOf(command: Command): readonly string[] {
  const { words, assignments } = command;
  const isRunner = runsOthers(words);
  const spoken = words.filter((word, at) => at > 0 && word.text !== '' && (isRunner || !isMessage(words, at)));
  const values = assignments.flatMap(({ name, value: { text } }) => {
    // Arithmetic runs a substitution in the text of a variable, whichever line has set it.
    const isOwn = words.length === 0 && isOfLine(name) && !/\$\(|`/.test(text);
    return isOwn ? [] : steersPrograms(name) ? [text, ...piecesOf(text)] : textsIn(text);
  });
  return [
    ...spoken.flatMap(({ text }) => (isRunner ? piecesOf(text) : textsIn(text))),
    ...spoken.flatMap((word) => (words[words.indexOf(word) - 1]?.text === '-o' ? behindName(word) : [])),
    ...values,
  ];
}

/** The parts of a text that may be command lines; none where it is a plain word. */
export function textsIn(text: string): readonly string[] {
  return MAY_BE_LINE.test(text) ? [text, ...piecesOf(text)] : [];
}

// A text within another language than a shell's is found by the signs around it.
function piecesOf(text: string): readonly string[] {
  const pieces = text.split(BEGINS).flatMap((piece) => {
    const letters = LETTERS.exec(piece)?.[0].length ?? 0;
    return [piece, ...Array.from({ length: Math.min(letters, 16) }, (_, at) => piece.slice(at + 1))];
  });
  // `$(shell rm x)` of Make, `system rm x` of clients of data bases.
  const handed = pieces.flatMap((piece) => HANDED.exec(piece)?.[1] ?? []);
  return [...pieces, ...handed]
    .map((piece) => piece.trim())
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece) && piece !== text);
}

/** The value of a setting of SSH, which may stand behind a blank: `-o 'ProxyCommand x'`. */
function behindName({ text }: Word): readonly string[] {
  const value = /^[A-Za-z]+\s+(.+)$/s.exec(text)?.[1];
  return value === undefined ? [] : [value];
}

/** Whether a word of a program that runs no others is only a text. */
export function isMessage(words: readonly Word[], at: number): boolean {
  const name = programName(words[0]?.text ?? '');
  if (TALKERS.has(name) || (name === 'git' && words[1]?.text === 'grep')) {
    return true;
  }
  const isOption = (option: string): boolean =>
    MESSAGE.test(option) || (Object.hasOwn(MESSAGE_LETTERS, name) && MESSAGE_LETTERS[name]?.test(option) === true);
  const own = words[at]?.text ?? '';
  const [option = ''] = own.split('=', 1);
  return isOption(words[at - 1]?.text ?? '') || (option !== own && isOption(option));
}
