/** What may come next on a command line of amux, for the shell that asks when a person presses Tab. */
import { type Flag, nameOf } from './flag-table.ts';

export interface Candidate {
  readonly word: string;
  readonly about: string;
}

/** What is known apart from the words; each part is asked for only where it is needed. */
export interface Vocabulary {
  readonly commands: readonly Candidate[];
  readonly flagsOf: ReadonlyMap<string, readonly Flag[]>;
  agents(): Promise<readonly Candidate[]>;
  /** The modes of an agent. */
  modes(agent: string): Promise<readonly Candidate[]>;
}

type Place = readonly string[] | 'agents';

// The arguments of each command, in order; behind the last one, and behind a command that is not listed, files may follow.
const PLACES: Readonly<Record<string, readonly Place[]>> = {
  run: ['agents'],
  record: ['agents'],
  chat: ['agents'],
  doctor: ['agents'],
  install: ['agents'],
  sessions: [['list', 'show']],
  runs: [['list', 'show', 'tail', 'export', 'import', 'prune', 'check']],
  completion: [['bash', 'zsh', 'fish']],
};

// These commands take the same argument at every place.
const EVERYWHERE: Readonly<Record<string, Place>> = { compare: 'agents' };

/**
 * Completes `words`, which stand behind `amux`; the last one is being typed. It offers nothing where the shell's own completion is right.
 */
export async function completeWords(words: readonly string[], known: Vocabulary): Promise<readonly Candidate[]> {
  // bash splits the `=` of --output=json off as a word of its own.
  const before = words.slice(0, -1).flatMap((word) => (word === '=' ? [] : splitValue(word)));
  const last = words.at(-1) ?? '';
  const [name = '', typed = ''] = /^(--[\w-]+)=(.*)$/s.exec(last)?.slice(1) ?? [];
  const prefix = name === '' ? '' : `${name}=`;
  const begun = name === '' ? (last === '=' ? '' : last) : typed;
  const found = await offer([...before, ...(name === '' ? [] : [name])], begun, known);
  return found
    .filter(({ word }) => word.startsWith(begun))
    .map(({ word, about }) => ({ word: `${prefix}${word}`, about }));
}

function splitValue(word: string): string[] {
  const parts = /^(--[\w-]+)=(.*)$/s.exec(word);
  return parts === null ? [word] : parts.slice(1);
}

async function offer(before: readonly string[], begun: string, known: Vocabulary): Promise<readonly Candidate[]> {
  const at = before.findIndex((word) => known.flagsOf.has(word));
  const command = before[at];
  if (command === undefined) {
    return before.length === 0 ? known.commands : [];
  }
  const flags = known.flagsOf.get(command) ?? [];
  const { open, places, isAfterDashes } = walk(before.slice(at + 1), flags);
  if (open !== undefined) {
    return toCandidates(open.choices, places[0], known);
  }
  if (begun.startsWith('-') && !isAfterDashes) {
    return flags.map((flag) => ({ word: `--${nameOf(flag)}`, about: flag.help }));
  }
  const place = EVERYWHERE[command] ?? PLACES[command]?.[places.length];
  return isAfterDashes ? [] : toCandidates(place, undefined, known);
}

interface Walk {
  /** The flag whose value comes next. */
  readonly open: Flag | undefined;
  /** The words that are neither flags nor their values. */
  readonly places: readonly string[];
  /** Whether `--` was typed, after which no flag comes. */
  readonly isAfterDashes: boolean;
}

function walk(words: readonly string[], flags: readonly Flag[]): Walk {
  const places: string[] = [];
  let open: Flag | undefined;
  for (const [index, word] of words.entries()) {
    if (open !== undefined) {
      open = undefined;
    } else if (word === '--') {
      return { open, places: [...places, ...words.slice(index + 1)], isAfterDashes: true };
    } else if (word.startsWith('-')) {
      const flag = flags.find((each) => `--${nameOf(each)}` === word || each.flags.startsWith(`${word},`));
      open = flag?.flags.includes('<') === true ? flag : undefined;
    } else {
      places.push(word);
    }
  }
  return { open, places, isAfterDashes: false };
}

async function toCandidates(
  choices: Flag['choices'],
  agent: string | undefined,
  known: Vocabulary,
): Promise<readonly Candidate[]> {
  switch (choices) {
    case undefined:
      return [];
    case 'agents':
      return known.agents();
    case 'modes':
      return agent === undefined ? [] : known.modes(agent);
    default:
      return choices.map((word) => ({ word, about: '' }));
  }
}
