/** Puts all mutants of a source into it at once, each behind a switch, so that one load of the source serves them all. */
import { readFileSync } from 'node:fs';
import type { Mutation, Whole } from './find-mutations.ts';

/** Where the switches are: in the global scope, for the sources know nothing of them. */
export interface Switches {
  /** The mutant that is on; 0: none is. */
  active: number;
  /** Those that were passed by. Absent where nobody asks. */
  passed?: Set<number> | undefined;
}

const SWITCHES = '$amuxMutants';

/** Those of this process. */
export function openSwitches(): Switches {
  const all: Record<string, unknown> = globalThis;
  const switches = all[SWITCHES] ?? { active: 0 };
  all[SWITCHES] = switches;
  return switches as Switches;
}

const PREFIX = `const $mutant = (id: number): boolean => {
  const switches = (globalThis as any).${SWITCHES};
  switches?.passed?.add(id);
  return switches?.active === id;
};
`;

interface Switched extends Whole {
  readonly id: number;
}

/** The first of the mutations is switched by `firstId`, the next by the number after it. One that is no expression has no switch. */
export function withSwitches(source: string, mutations: readonly Mutation[], firstId: number): string {
  const switched = mutations
    .flatMap(({ whole }, at): Switched[] => (whole === undefined ? [] : [{ ...whole, id: firstId + at }]))
    .sort((a, b) => a.from - b.from || b.to - a.to);
  return PREFIX + write(source, 0, source.length, switched);
}

/** The part of the source with those switches, all of which lie within it; the outer ones first. */
function write(source: string, from: number, to: number, switched: readonly Switched[]): string {
  const parts: string[] = [];
  let at = from;
  for (let next = 0; next < switched.length; ) {
    const outer = switched[next] as Switched;
    let end = next + 1;
    while ((switched[end]?.from ?? Number.POSITIVE_INFINITY) < outer.to) {
      end += 1;
    }
    const within = write(source, outer.from, outer.to, switched.slice(next + 1, end));
    const [open, close] = outer.isKey ? ['[', ']'] : ['(', ')'];
    parts.push(source.slice(at, outer.from), `${open}$mutant(${outer.id}) ? ${outer.as} : ${within}${close}`);
    at = outer.to;
    next = end;
  }
  parts.push(source.slice(at, to));
  return parts.join('');
}

/** What is to be done, in the file that this variable names. */
export const ORDER_VARIABLE = 'AMUX_MUTANTS_ORDER';

export interface SwitchOrder {
  readonly wanted: readonly number[];
  /** The report is appended to it, a line for each. */
  readonly report: string;
  /** A test that takes longer is not asked about mutants here. @defaultValue each is, however long it takes */
  readonly longestMs?: number;
}

export type SwitchReport =
  | { readonly is: 'tried'; readonly id: number; readonly by: string }
  | { readonly is: 'killed'; readonly id: number; readonly by: string; readonly why: string }
  /** What was passed by while a test file and its sources were loaded, and is what it was then. */
  | { readonly is: 'loaded'; readonly passed: readonly number[] }
  /** All of the mutants that this test passes by were tried. */
  | { readonly is: 'done'; readonly test: string; readonly passed: readonly number[] }
  /** The test cannot be run twice in one process, or takes too long for that: it says nothing about mutants here. */
  | { readonly is: 'once'; readonly test: string; readonly passed: readonly number[] };

export function readReport(path: string): readonly SwitchReport[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): SwitchReport => JSON.parse(line));
}
