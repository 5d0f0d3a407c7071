/** The results of mutants, kept in a file, so that an interrupted run goes on where it was. */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mutant } from './draw-mutants.ts';

export interface Verdict {
  /** The test file that saw the mutant; absent where it lives. */
  readonly killedBy?: string;
  /** The failures, for people. */
  readonly why?: readonly string[];
}

export interface Verdicts {
  /** The earlier result, if the source and the test that saw the mutant are the same, or, for a survivor, all of the tests. */
  find(mutant: Mutant, tests: readonly string[]): Verdict | undefined;
  keep(mutant: Mutant, tests: readonly string[], verdict: Verdict): void;
}

interface Entry extends Verdict {
  readonly mutant: string;
  readonly tests: string;
}

/** Opens the results; without a file, nothing is kept. */
export function openVerdicts(root: string, file: string | undefined): Verdicts {
  const hash = (paths: readonly string[], ...more: readonly unknown[]): string =>
    paths
      .reduce((sum, path) => sum.update(readSource(root, path)), createHash('sha256'))
      .update(JSON.stringify(more))
      .digest('hex');
  const name = ({ path, from, to, by }: Mutant) => hash([path], path, from, to, by);
  const entries = new Map<string, Entry>();
  if (file !== undefined && existsSync(file)) {
    for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
      const entry: Entry = JSON.parse(line);
      entries.set(entry.mutant, entry);
    }
  }
  return {
    find(mutant, tests) {
      const entry = entries.get(name(mutant));
      if (entry === undefined || entry.tests !== hash(entry.killedBy === undefined ? tests : [entry.killedBy])) {
        return undefined;
      }
      return entry.killedBy === undefined ? {} : { killedBy: entry.killedBy };
    },
    keep(mutant, tests, verdict) {
      if (file !== undefined) {
        const seen = hash(verdict.killedBy === undefined ? tests : [verdict.killedBy]);
        appendFileSync(file, `${JSON.stringify({ mutant: name(mutant), tests: seen, ...verdict } satisfies Entry)}\n`);
      }
    },
  };
}

/** The text of a file; empty where the name is none, such as the time after which a mutant was ended. */
function readSource(root: string, path: string): string {
  const file = join(root, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
