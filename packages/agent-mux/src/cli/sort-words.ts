/**
 * Removes words from a command line that are no flags of its command, so that all such mistakes are reported at once and the rest is still
 * read.
 */
import { nearestName } from '@agent-mux/events';
import { type Flag, nameOf } from './flag-table.ts';

export interface SortedWords {
  /** The command, where it is known. */
  readonly command: string | undefined;
  /** The words that are left to be parsed. */
  readonly words: readonly string[];
  /** A sentence for each slip. */
  readonly slips: readonly string[];
}

/** The flags that every command takes. */
const HELP: Flag = { flags: '-h, --help', help: '' };

interface Call {
  readonly command: string;
  readonly flags: readonly Flag[];
}

/** Sorts the words; `early` are flags that may stand before the command. A command line without a known command keeps all its words. */
export function sortWords(
  words: readonly string[],
  { flagsOf, early }: { readonly flagsOf: ReadonlyMap<string, readonly Flag[]>; readonly early: readonly Flag[] },
): SortedWords {
  let at = 0;
  for (let flag = findFlag(early, words[at]); flag !== undefined; flag = findFlag(early, words[at])) {
    at += takesNext(flag, words[at] ?? '') ? 2 : 1;
  }
  const command = words[at];
  const flags = command === undefined ? undefined : flagsOf.get(command);
  if (command === undefined || flags === undefined) {
    return { command: undefined, words, slips: [] };
  }
  const { kept, slips } = sort(words.slice(at + 1), { command, flags: [...flags, HELP] });
  return { command, words: [...words.slice(0, at + 1), ...kept], slips };
}

function sort(
  words: readonly string[],
  { command, flags }: Call,
): { kept: readonly string[]; slips: readonly string[] } {
  const kept: string[] = [];
  const slips: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') {
      kept.push(...words.slice(at));
      break;
    }
    const flag = findFlag(flags, word);
    const next = words[at + 1];
    if (flag === undefined && isFlag(word)) {
      const near = findNear(flags, word);
      slips.push(
        `${command} takes no ${word.split('=')[0]}.${near === undefined ? '' : ` Did you mean --${nameOf(near)}?`}`,
      );
      // The next word belongs to the flag as well.
      at += near !== undefined && takesNext(near, word) && next !== undefined && !isFlag(next) ? 1 : 0;
    } else if (flag !== undefined && takesNext(flag, word)) {
      if (next === undefined) {
        slips.push(`--${nameOf(flag)} needs a value: ${flag.flags}.`);
      } else {
        kept.push(word, next);
      }
      at++;
    } else {
      kept.push(word);
    }
  }
  return { kept, slips };
}

const isFlag = (word: string): boolean => word.length > 1 && word.startsWith('-');

/** The flag of a word, found as commander does: by its name, before a `=`, or by the last of several letters. */
function findFlag(flags: readonly Flag[], word: string | undefined): Flag | undefined {
  if (word === undefined || !isFlag(word)) {
    return undefined;
  }
  const [name = ''] = word.split('=', 1);
  const whole = flags.find((flag) => namesOf(flag).includes(name) && (name === word || takesValue(flag)));
  if (whole !== undefined || word.startsWith('--') || word.length === 2) {
    return whole;
  }
  const first = flags.find((flag) => namesOf(flag).includes(word.slice(0, 2)));
  return first === undefined || takesValue(first) ? first : findFlag(flags, `-${word.slice(2)}`);
}

function findNear(flags: readonly Flag[], word: string): Flag | undefined {
  const typed = word.split('=')[0]?.replace(/^-+/, '') ?? '';
  const near = nearestName(typed, flags.map(nameOf));
  return flags.find((flag) => nameOf(flag) === near);
}

const namesOf = ({ flags }: Flag): readonly string[] => flags.match(/--?[\w-]+(?=[\s,]|$)/g) ?? [];
const takesValue = ({ flags }: Flag): boolean => /[<[]/.test(flags);

/** Whether its value is the next word: the flag needs one, and its own word contains none. */
function takesNext(flag: Flag, word: string): boolean {
  return flag.flags.includes('<') && (word.startsWith('--') ? !word.includes('=') : endsWithName(flag, word));
}

/** Whether the word ends with the flag's name, since its value may follow the letter at once: `-mopus`. */
function endsWithName(flag: Flag, word: string): boolean {
  return namesOf(flag).some(
    (name) => !name.startsWith('--') && name.slice(1) === word.at(-1) && isOnlyLetters(word, name),
  );
}

const isOnlyLetters = (word: string, name: string): boolean => word.indexOf(name.slice(1), 1) === word.length - 1;
