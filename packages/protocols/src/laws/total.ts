/** Nothing that has the form of an entry makes a projection throw, and the checker accepts the outputs. */
import type { JournalEntry } from '@agent-mux/events/journal';
import type { SourceEntry } from '../model/index.ts';
import { type Broken, foldAll, type Subject } from './subject.ts';

/**
 * Tries each sample alone, in every order of two, and with kinds of a later version. Give one sample of each of the 67 types and of each
 * kind of entry.
 */
export function isTotal<Out, State>(subject: Subject<Out, State>, samples: readonly JournalEntry[]): Broken {
  const broken: string[] = [];
  const all = [...samples, ...laterKinds(samples)];
  const one = all.map((sample) => [sample]);
  const two = all.flatMap((first) => all.map((second) => [first, second]));
  for (const entries of [[], ...one, ...two]) {
    broken.push(...tryOut(subject, entries));
  }
  return broken;
}

function tryOut<Out, State>(subject: Subject<Out, State>, entries: readonly SourceEntry[]): Broken {
  const names = entries.map((entry) => ('type' in entry ? entry.type : String(entry.entry))).join(', ');
  try {
    return subject
      .check(foldAll(subject, entries))
      .map(({ rule, message }) => `What comes of (${names}) breaks ${rule}: ${message}`);
  } catch (error) {
    return [`(${names}) makes it throw: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function laterKinds(samples: readonly JournalEntry[]): JournalEntry[] {
  const event = samples.find((sample) => 'type' in sample);
  if (event === undefined) {
    return [];
  }
  const { runId, timestamp } = event;
  const later = { runId, timestamp, agent: 'claude', seq: 0, data: { deep: [1] } };
  return [
    { ...later, type: 'thing_of_tomorrow' },
    { runId, timestamp, entry: 'kind_of_tomorrow' },
    { runId, timestamp, entry: 'input', input: 'way_of_tomorrow', by: { kind: 'program' } },
  ] as unknown as JournalEntry[];
}
