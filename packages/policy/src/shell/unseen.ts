/** What a command runs though no word of it shows what: a script that is its input, or a language of its own that runs programs. */
import { programName, runsCode } from './programs.ts';
import { isMessage } from './texts.ts';
import type { Word } from './words.ts';

/** Programs that run a file of commands, which their input may be. */
const SCRIPTED = /^(?:[bg]?make|remake|nmake|just|ninja|samu|[gmn]?awk|g?sed|m4|gnuplot)$/;
/** Matches an option for such a file, whose path may hold line breaks. */
const NEXT_IS_SCRIPT = /^(?:-[a-zA-Z]*f|--(?:f|mak|justf)[a-z-]*)$/;
const SCRIPT = /^(?:-[a-zA-Z]*f|--(?:f|mak|justf)[a-z-]*=)(.+)/s;
const INPUT = /^(?:-|\/dev\/(?:stdin|fd\/.*)|\/proc\/.*)$/s;

const DATABASE = /^(?:sqlite|duckdb)/;
/** Commands of SQLite that only show something, or set how it is shown. */
const MEEK_OF_SQLITE =
  /^\s*\.(?:tables|schema|databases|indexes|indices|dump|mode|headers?|help|show|stats|timer|width|quit|exit|fullschema|version|print|separator|nullvalue|bail|changes|eqp|explain)(?![\w-])[^|]*$/;
/** Matches a command of SQLite, and functions that run programs or load code. */
const OF_SQLITE = /^\s*\.[a-z]|(?<!\w)(?:edit|load_extension)\s*\(/i;

/** Whether a program has a language of its own in which it runs others. */
export function hasOwnLanguage(word: string): boolean {
  const name = programName(word);
  return SCRIPTED.test(name) || DATABASE.test(name);
}

/** What cannot be seen of these words; undefined where they show all. */
export function findUnseen(words: readonly Word[]): string | undefined {
  const texts = words.map(({ text }) => text);
  const [first = '', ...rest] = texts;
  const name = programName(first);
  if (runsCode(texts)) {
    return `code for \`${first}\``;
  }
  if (SCRIPTED.test(name) && rest.some((text, at) => isInput(text, rest[at - 1] ?? ''))) {
    return `what \`${first}\` reads`;
  }
  if (DATABASE.test(name) && rest.some((text) => OF_SQLITE.test(text) && !MEEK_OF_SQLITE.test(text))) {
    return `what \`${first}\` runs`;
  }
  return undefined;
}

/** Whether an address among the words is a command line that Git runs, or another program that hands it on to Git. */
export function hasExternal(words: readonly Word[]): boolean {
  return words.some(({ text }, at) => at > 0 && /^(?:[^\s:]*[=+@])?ext::/.test(text) && !isMessage(words, at));
}

function isInput(text: string, before: string): boolean {
  return NEXT_IS_SCRIPT.test(before) ? INPUT.test(text) : INPUT.test(SCRIPT.exec(text)?.[1] ?? '');
}
