/** Whether a rule applies to a command: it allows one by its first words, and finds a forbidden one wherever it stands. */

import { most, type Trit } from '../match/index.ts';
import type { Command, Word } from '../shell/index.ts';
import {
  findForeignCommand,
  isConfigured,
  isHarmlessVariable,
  isNumbered,
  isOfLine,
  programName,
  steersPrograms,
  whyMoreThanNamed,
} from '../shell/index.ts';
import type { Beginning, CompiledRule } from './compile-rules.ts';

/** Why no rule allows a command, whatever it begins with; undefined where one may. */
export function whyNeverAllowed({ words, assignments }: Command): string | undefined {
  const steering = assignments.find(
    ({ name, value }) => steersPrograms(name) || (value.kind !== 'exact' && !isNumbered(value)),
  );
  if (steering !== undefined) {
    return `\`${steering.name}\` is set, which may choose what runs`;
  }
  const lasting = words.length > 0 ? undefined : assignments.find((each) => !isOfLine(each.name) && !isHarmless(each));
  if (lasting !== undefined) {
    return whySet(lasting);
  }
  const [program] = words;
  const isPlain = program === undefined || (program.kind === 'exact' && !program.isHome && program.text !== '');
  if (!isPlain || words.some(({ kind }) => kind === 'unknown' || kind === 'odd')) {
    return `only a shell knows what \`${describeWords(words)}\` becomes`;
  }
  return undefined;
}

/** Why the rule does not allow the command; `false` where it is about another command, undefined where it allows it. */
export function whyNotByBeginning(rule: CompiledRule, { words, assignments }: Command): string | false | undefined {
  let why: string | false = false;
  for (const beginning of rule.commands ?? []) {
    if (fitsBeginning(beginning, words, assignments) && (!rule.isExact || words.length === beginning.words.length)) {
      const unnamed = assignments.find((each) => !isHarmless(each) && !beginning.variables.includes(textOf(each)));
      const more =
        unnamed === undefined
          ? (whyForeign(beginning, words) ?? whyMoreThanNamed(words, beginning.words.length))
          : whySet(unnamed);
      if (more === undefined) {
        return undefined;
      }
      why = more;
    }
  }
  return why;
}

/** Why a name that only the repository defines is not covered by a rule about other commands; a rule may name it itself. */
function whyForeign(beginning: Beginning, words: readonly Word[]): string | undefined {
  const texts = words.map(({ text }) => text);
  const name = programName(texts[0] ?? '');
  const at = findForeignCommand(name, texts);
  if (at === undefined || beginning.words[at] === texts[at]) {
    return undefined;
  }
  const program = name.charAt(0).toUpperCase() + name.slice(1);
  return `\`${name} ${texts[at]}\` is no command of ${program}: the repository may call anything so`;
}

type Assignment = Command['assignments'][number];

const textOf = ({ name, value }: Assignment): string => `${name}=${value.text}`;

const isHarmless = ({ name, value }: Assignment): boolean => isHarmlessVariable(name, value.text);

// Nobody can list all variables by which programs load or run something.
const whySet = ({ name }: Assignment): string =>
  `\`${name}\` is set, and what it does is not known; a rule may name it`;

/** How many words of a command the rules have named. */
export function countNamed(rules: readonly CompiledRule[], { words, assignments }: Command): number {
  const beginnings = rules.flatMap(({ commands = [] }) => commands);
  const fitting = beginnings.filter((beginning) => fitsBeginning(beginning, words, assignments));
  return Math.max(0, ...fitting.map(({ words: named }) => named.length));
}

function fitsBeginning(
  { variables, words: named }: Beginning,
  words: readonly Word[],
  assignments: Command['assignments'],
): boolean {
  const set = assignments.map(textOf);
  return variables.every((each) => set.includes(each)) && named.every((word, at) => fitsWord(word, words[at]));
}

function fitsWord(named: string, word: Word | undefined): boolean {
  return word?.kind === 'exact' && !word.isHome && wildcard(named).test(word.text);
}

function wildcard(text: string, flags = ''): RegExp {
  return new RegExp(`^${text.replaceAll(/[.+^$()|\\{}[\]?]/g, '\\$&').replaceAll('*', '[^]*')}$`, flags);
}

/** Whether the rule forbids a command, however it is written: `/bin/rm`, `git -C x push`, `rm -r -f`. */
export function findsCommand(rule: CompiledRule, command: Command): Trit {
  return most((rule.commands ?? []).map((beginning) => findsBeginning(beginning.words, command)));
}

function findsBeginning(named: readonly string[], { words, assignments }: Command): Trit {
  const [program = '', ...others] = named;
  const [first, ...rest] = words;
  if (first === undefined) {
    return 'no';
  }
  if (first.kind === 'unknown' || first.kind === 'pattern') {
    return 'unknown';
  }
  const isProgram = [first.text, first.text.split('/').at(-1) ?? '', programName(first.text)].some((name) =>
    wildcard(program, 'i').test(name),
  );
  if (!isProgram) {
    return 'no';
  }
  const known = rest.filter(({ kind }) => kind === 'exact' || kind === 'odd').map(({ text }) => text);
  const isVague = known.length < rest.length;
  const options = others.filter(isOption);
  const plain = others.filter((word) => !isOption(word));
  const spoken = known.filter((word) => !isOption(word));
  const hasPlain = plain.every((word, at) => spoken[at] !== undefined && wildcard(word).test(spoken[at] ?? ''));
  const lacking = options.filter((option) => !hasOption(option, known));
  if (hasPlain && lacking.length === 0) {
    return 'yes';
  }
  const name = programName(first.text);
  const isForeign =
    findForeignCommand(
      name,
      words.map(({ text }) => text),
    ) !== undefined;
  const mayBeNamed = isForeign || (name === 'git' && mayHaveOtherNames({ words, assignments }));
  const mayHavePlain = hasPlain || isVague || mayBeNamed || isWithin(plain, spoken);
  // Synonyms of an option are unknown: `--force` is `-f` to some programs, and something else to others.
  const wanted = new Set(options);
  const mayHaveOptions =
    lacking.length === 0 || isVague || mayBeNamed || known.some((word) => isSpokenOption(word) && !wanted.has(word));
  return mayHavePlain && mayHaveOptions ? 'unknown' : 'no';
}

/** Whether a setting of Git may give `push` any name: `git -c alias.p=push p`. */
function mayHaveOtherNames({ words, assignments }: Pick<Command, 'words' | 'assignments'>): boolean {
  return (
    isConfigured(words.map(({ text }) => text)) || assignments.some(({ name }) => /^(?:GIT_|XDG_|HOME$)/.test(name))
  );
}

// The word `+main` of `git push origin +main` forces the push, and `:main` deletes the branch.
const isSpokenOption = (word: string): boolean => /^(?:-.|[+:])/.test(word);

const isOption = (word: string): boolean => /^-./.test(word);

function hasOption(option: string, words: readonly string[]): boolean {
  if (option.startsWith('--')) {
    return words.some((word) => word === option || word.startsWith(`${option}=`));
  }
  const letters = new Set(words.filter((word) => /^-[^-]/.test(word)).flatMap((word) => [...word.slice(1)]));
  return words.includes(option) || [...option.slice(1)].every((letter) => letters.has(letter));
}

/** Whether the named words come in this order, possibly with others between: `push` of `git -C x push`. */
function isWithin(named: readonly string[], words: readonly string[]): boolean {
  let at = 0;
  for (const word of words) {
    const wanted = named[at];
    if (wanted !== undefined && wildcard(wanted).test(word)) {
      at++;
    }
  }
  return at === named.length;
}

export function describeWords(words: readonly Word[]): string {
  const text = words.map(({ source }) => source).join(' ');
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
