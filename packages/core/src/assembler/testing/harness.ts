/** Runs an assembler in a test, collects its events and counts its interactions. */
import type { AgentEvent } from '@agent-mux/events';
import type { EventDraft } from '../../adapter/draft.ts';
import { ToldQuestions } from '../../interaction/told-questions.ts';
import { Assembler } from '../assembler.ts';
import type { AssemblerOptions, Streams } from '../contract.ts';

export const RUN_ID = '01JZZZZZZZZZZZZZZZZZZZZZZZ';

export interface Bench {
  readonly assembler: Assembler;
  readonly events: AgentEvent[];
  readonly questions: ToldQuestions;
  /** Pushes drafts, one per millisecond; the first comes at 1,000. */
  readonly push: (...drafts: readonly EventDraft[]) => void;
  /** The time of the last push. */
  readonly now: () => number;
}

export type BenchOptions = Partial<
  Omit<AssemblerOptions, 'emit' | 'interactions' | 'onAsked' | 'onSettled' | 'streams'>
> & {
  readonly streams?: Streams;
};

export function createBench(options: BenchOptions = {}): Bench {
  const events: AgentEvent[] = [];
  const questions = new ToldQuestions(RUN_ID);
  let now = 999;
  const all: AssemblerOptions = {
    runId: RUN_ID,
    agent: 'claude',
    stream: 'auto',
    cwd: '/work',
    includeSubagents: false,
    ...options,
    streams: () => options.streams ?? { text: true, thinking: true, toolInput: true },
    // The register only has what is open, because an assembler reads it and does not write in it.
    interactions: Object.freeze({
      get unsettled() {
        return questions.unsettled;
      },
    }),
    onAsked: (key, question) => questions.open(key, question),
    onSettled: (key) => questions.settle(key),
    emit: (event) => events.push(event),
  };
  const assembler = new Assembler(all);
  return {
    assembler,
    events,
    questions,
    push(...drafts) {
      for (const draft of drafts) {
        now++;
        assembler.push(draft, now);
      }
    },
    now: () => now,
  };
}
