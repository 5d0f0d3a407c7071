/** Puts all mutants of a source into it at once, each behind a switch, so that one load of the source serves them all. */
import { readFileSync } from 'node:fs';
import type { Mutation, Whole } from './find-mutations.ts';

/** The switches, which are in the global scope, because the sources do not import them. */
export interface Switches {
  /** The number of the active mutant; 0 where none is. */
  active: number;
  /** The mutants that were passed; absent where nobody needs them. */
  passed?: Set<number> | undefined;
}

const SWITCHES = '$amuxMutants';

/** The switches of this process. */
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

/**
 * The source with switches: the first mutation has `firstId`, the next ones the numbers after it. A mutation that is no expression has no
 * switch.
 */
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

/** The variable that names the file with the order. */
export const ORDER_VARIABLE = 'AMUX_MUTANTS_ORDER';

export interface SwitchOrder {
  readonly wanted: readonly number[];
  /** The path of the report, to which a line is appended for each result. */
  readonly report: string;
  /** The longest time of a test that is tried on mutants here. @defaultValue no limit */
  readonly longestMs?: number;
}

export type SwitchReport =
  | { readonly is: 'tried'; readonly id: number; readonly by: string }
  | { readonly is: 'killed'; readonly id: number; readonly by: string; readonly why: string }
  /** One of these has changed what the process keeps, so that a test fails though none is on. Nothing is known about them here. */
  | { readonly is: 'spoiling'; readonly ids: readonly number[] }
  /** The mutants that were passed while a test file and its sources were loaded. */
  | { readonly is: 'loaded'; readonly passed: readonly number[] }
  /** The test has tried all mutants that it passes. */
  | { readonly is: 'done'; readonly test: string; readonly passed: readonly number[] }
  /** The test cannot be run twice in one process, or takes too long for that, so that it decides about no mutant here. */
  | { readonly is: 'once'; readonly test: string; readonly passed: readonly number[] };

export function readReport(path: string): readonly SwitchReport[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): SwitchReport => JSON.parse(line));
}
