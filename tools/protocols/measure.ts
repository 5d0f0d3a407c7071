/**
 * Projects journals and measures, for each kind of entry, the outputs that come with it, the others that it affects, and which of its
 * fields are lost.
 */
import type { JournalEntry } from '@agent-mux/events/journal';
import type { Projection } from '@agent-mux/protocols';
import { type Alteration, alter, alterationsOf, FIELDS, type Fields, rowOf, STAMPS } from './altered.ts';

export interface Outcome {
  /** How often it occurs in the journals. */
  count: number;
  /** Outputs of its own step, by name, with the number of cases. */
  readonly comes: Map<string, number>;
  /** Outputs of other steps that would differ without it, where its own step has none. */
  readonly goesInto: Set<string>;
  /** Whether nothing would differ without it, in every case. */
  isIdle: boolean;
  /** Fields that some output shows, in some case. */
  readonly kept: Set<string>;
}

export interface Measure {
  readonly byRow: ReadonlyMap<string, Outcome>;
  /** Stamps of events that some output shows. */
  readonly stamps: ReadonlySet<string>;
}

type Named = Pick<Told, 'name' | 'line'>;

interface Told {
  readonly place: number;
  readonly name: string;
  readonly line: string;
}

/** The projection of one journal. The state before each entry is kept as JSON, so that another entry can replace it there. */
interface Reading {
  readonly entries: readonly JournalEntry[];
  readonly told: readonly Told[];
  readonly states: readonly string[];
  /** How many outputs had come before each entry. */
  readonly toldBefore: readonly number[];
}

interface Way {
  readonly projection: Projection<unknown, unknown>;
  readonly nameOf: (output: unknown) => string;
}

export function measure(way: Way, journals: readonly (readonly JournalEntry[])[]): Measure {
  const byRow = new Map<string, Outcome>();
  const stamps = new Set<string>();
  for (const [number, entries] of journals.entries()) {
    const reading = read(way, entries);
    const from = sharedWith(journals[number - 1] ?? [], entries);
    entries.forEach((entry, place) => {
      const row = rowOf(entry);
      const outcome = byRow.get(row) ?? createOutcome();
      byRow.set(row, outcome);
      outcome.count += 1;
      const own = new Set(reading.told.filter((told) => told.place === place).map(({ name }) => name));
      for (const name of own) {
        outcome.comes.set(name, (outcome.comes.get(name) ?? 0) + 1);
      }
      if (own.size === 0 || outcome.isIdle) {
        const changed = changesOf(
          reading.told.filter((told) => told.place >= place),
          tellWithout(way, reading, place),
        );
        if (changed.size > 0) {
          outcome.isIdle = false;
        }
        if (own.size === 0) {
          for (const name of changed) {
            outcome.goesInto.add(name);
          }
        }
      }
      const isTold = (alterations: readonly Alteration[]): boolean =>
        differs(way, reading, place, alter(entry, alterations));
      if (place >= from) {
        keep(entry, FIELDS.get(row) ?? [], outcome.kept, isTold);
      }
      if ('type' in entry && outcome.count === 1) {
        keep(entry, STAMPS, stamps, isTold);
      }
    });
  }
  return { byRow, stamps };
}

/**
 * The number of shared entries. A long beginning that several journals share is altered once, because the results repeat. A short beginning
 * is shared by nearly all of them, and each goes on differently.
 */
function sharedWith(before: readonly JournalEntry[], entries: readonly JournalEntry[]): number {
  const other = entries.findIndex((entry, place) => JSON.stringify(entry) !== JSON.stringify(before[place]));
  return other < LONG ? 0 : other;
}

const LONG = 10;

function createOutcome(): Outcome {
  return { count: 0, comes: new Map(), goesInto: new Set(), isIdle: true, kept: new Set() };
}

/**
 * Tries all fields that are not known to be shown at once, in each of their values, because mostly no output shows any; otherwise one by
 * one.
 */
function keep(
  entry: JournalEntry,
  fields: Fields,
  kept: Set<string>,
  isTold: (alterations: readonly Alteration[]) => boolean,
): void {
  const isMark = ([path]: Fields[number]): boolean => path.endsWith('Known');
  const open = fields.filter(([path]) => !kept.has(path));
  // Fields that are marked as unknown are not shown, so that the marks are tried by themselves.
  tryTogether(
    entry,
    open.filter((field) => !isMark(field)),
    kept,
    isTold,
  );
  tryTogether(entry, open.filter(isMark), kept, isTold);
}

function tryTogether(
  entry: JournalEntry,
  fields: Fields,
  kept: Set<string>,
  isTold: (alterations: readonly Alteration[]) => boolean,
): void {
  const open = fields.map((field) => alterationsOf(entry, field));
  const rounds = Math.max(0, ...open.map(({ length }) => length));
  for (let round = 0; round < rounds; round += 1) {
    const together = open.flatMap((each) => each.slice(round, round + 1)).filter(({ path }) => !kept.has(path));
    if (together.length === 0 || !isTold(together)) {
      continue;
    }
    for (const one of together) {
      if (isTold([one])) {
        kept.add(one.path);
      }
    }
  }
}

function read({ projection, nameOf }: Way, entries: readonly JournalEntry[]): Reading {
  const told: Told[] = [];
  const states: string[] = [];
  const toldBefore: number[] = [];
  const state = projection.init();
  const emit = (place: number) => (output: unknown) =>
    told.push({ place, name: nameOf(output), line: JSON.stringify(output) });
  entries.forEach((entry, place) => {
    states.push(JSON.stringify(state));
    toldBefore.push(told.length);
    projection.step(state, entry, emit(place));
  });
  toldBefore.push(told.length);
  states.push(JSON.stringify(state));
  projection.end(state, emit(entries.length));
  return { entries, told, states, toldBefore };
}

/** The outputs from `place` on without the entry there. */
function tellWithout(way: Way, { entries, states }: Reading, place: number): readonly Named[] {
  const told: Named[] = [];
  const state: unknown = JSON.parse(states[place] ?? 'null');
  const emit = (output: unknown) => told.push({ name: way.nameOf(output), line: JSON.stringify(output) });
  for (const entry of entries.slice(place + 1)) {
    way.projection.step(state, entry, emit);
  }
  way.projection.end(state, emit);
  return told;
}

/** Whether any output differs with another entry at `place`; the order does not matter. */
function differs(
  { projection }: Way,
  { entries, told, states, toldBefore }: Reading,
  place: number,
  altered: JournalEntry,
): boolean {
  const state: unknown = JSON.parse(states[place] ?? 'null');
  let next = toldBefore[place] ?? 0;
  let isOther = false;
  const emit = (output: unknown): void => {
    isOther ||= JSON.stringify(output) !== told[next]?.line;
    next += 1;
  };
  for (let at = place; at < entries.length && !isOther; at += 1) {
    projection.step(state, at === place ? altered : (entries[at] as JournalEntry), emit);
    // From the same state on, everything is the same.
    if (at === place && next === toldBefore[at + 1] && JSON.stringify(state) === states[at + 1]) {
      return isOther;
    }
  }
  if (!isOther) {
    projection.end(state, emit);
  }
  return isOther || next !== told.length;
}

/** The names that are in one list and not in the other, in any order. */
function changesOf(before: readonly Named[], after: readonly Named[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { line } of before) {
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  for (const { line } of after) {
    counts.set(line, (counts.get(line) ?? 0) - 1);
  }
  return new Set([...before, ...after].filter(({ line }) => counts.get(line) !== 0).map(({ name }) => name));
}
