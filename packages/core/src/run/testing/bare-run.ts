/** A run of the toy agent with nothing around it: no client, no store, no tree. */
import type { Mode } from '../../adapter/index.ts';
import { SteadyClock } from '../../clock.ts';
import { toyAdapter } from '../../recording/testing/toy-agent.ts';
import { rootPlace } from '../lineage.ts';
import type { PreparedRun } from '../prepared-run.ts';
import type { RunDeps } from '../run-deps.ts';
import { createManualClock, type ManualClock } from './manual-clock.ts';

export const TOY_MODE = toyAdapter.modes[0] as Mode;

/** A run that is prepared; its CLI does not exist, so that it cannot be started. */
export function prepareToy(changes: Partial<PreparedRun> = {}): PreparedRun {
  const options = {
    prompt: 'go',
    cwd: '/',
    stream: 'auto',
    approvalMode: 'prompt',
    systemPromptMode: 'append',
    noSession: false,
    includeSubagents: false,
    keepOpen: true,
  } as PreparedRun['options'];
  return {
    runId: 'run-1',
    name: 'toy',
    agent: 'toy',
    adapter: toyAdapter,
    mode: TOY_MODE,
    binary: '/no/such/toy',
    options,
    input: { text: 'go' },
    lineage: rootPlace({ runId: 'run-1', name: 'toy', options: {} }),
    timeout: 0,
    inactivityTimeout: 0,
    interactionTimeoutMs: 0,
    interactionGraceMs: 0,
    gracePeriodMs: 300,
    settleMs: 30_000,
    highWaterMark: 1_000,
    maxLineBytes: 1_000_000,
    maxTextBytes: 1_000_000,
    collectEvents: true,
    tags: [],
    storeRequired: false,
    retryPolicy: undefined,
    record: undefined,
    outputSchema: undefined,
    prices: {},
    debug: false,
    notes: [],
    ...changes,
  } as PreparedRun;
}

/** What such a run needs, with a clock that the test moves; `done` has what was asked of its surroundings. */
export function createToyDeps(
  changes: Partial<RunDeps> = {},
): RunDeps & { readonly done: unknown[][]; manual: ManualClock } {
  const done: unknown[][] = [];
  const manual = createManualClock();
  const note =
    (what: string) =>
    (...given: unknown[]): void =>
      void done.push([what, ...given]);
  return {
    clock: new SteadyClock({ ...manual, monotonic: manual.now }),
    random: () => 0,
    record: () => undefined,
    kin: {
      append: () => {},
      isFull: false,
      isRead: false,
      endCalled: async () => note('endCalled')(),
      successor: () => undefined,
      forgoSuccessor: note('forgoSuccessor'),
      passOn: note('passOn'),
      leave: note('leave'),
    },
    onEnd: note('onEnd'),
    ...changes,
    done,
    manual,
  };
}
