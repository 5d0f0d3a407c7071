/** The ways in which the modes of the CLIs that are run here go back in a session: a live test for each. */
import { builtInAdapters } from '@agent-mux/adapters';

export interface RewindRun {
  readonly title: string;
  readonly agent: string;
  readonly mode: string;
  readonly way: 'resume' | 'fork';
}

export const REWINDS_FILE = 'test/real/checkpoints.test.ts';

export const REWIND_RUNS: readonly RewindRun[] = builtInAdapters.flatMap(({ agent, modes }) =>
  modes.flatMap(({ name: mode, capabilities: { rewinds = [] } }) =>
    rewinds.map((way) => ({ title: `${agent} ${mode}: ${way}`, agent, mode, way })),
  ),
);
