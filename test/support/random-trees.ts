/** Trees of toy runs that grow at random, from a seed: calls, successors, crashes, aborts and ends at moments of all kinds. */
import type { AgentMuxClient, HandoffOptions, RunHandle } from '@agent-mux/core';
import { HANGS, type Scripts, talker, toy } from './calling-toys.ts';
import { answers, says, session } from './toy-adapter.ts';

export const RANDOM_SCRIPTS: Scripts = {
  talks: talker('Hello'),
  hangs: HANGS,
  crashes: [session, says({ type: 'turn_start' }), { do: 'wait', ms: 30 }, { do: 'exit', code: 3, abrupt: true }],
  spawns: [
    session,
    says({ type: 'turn_start' }, { type: 'subagent_spawn', subagentId: 's1', agentName: 'talks', prompt: 'look' }),
    { do: 'wait', ms: 40 },
    says({ type: 'subagent_result', subagentId: 's1', summary: 'seen' }, { type: 'turn_end' }),
    answers('Bye'),
    { do: 'read-all' },
  ],
};

/** Numbers from 0 up to 1 that a seed decides. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Grows a tree with so many steps and resolves when all of its runs are over. Gives the handles of all of them. */
export async function growTree(mux: AgentMuxClient, seed: number, steps: number): Promise<readonly RunHandle[]> {
  const random = randomOf(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const root = mux.run(toy('talks', { keepOpen: true, name: 'root' }));
  const runs: RunHandle[] = [root];
  const options = (): HandoffOptions =>
    toy(pick(Object.keys(RANDOM_SCRIPTS)), { keepOpen: random() < 0.5, name: pick(['one', 'two']) });
  const act = (run: RunHandle): void => {
    const chance = random();
    if (chance < 0.55) {
      runs.push(mux.call(run, options()));
    } else if (chance < 0.8) {
      runs.push(mux.handoff(run, { ...options(), now: random() < 0.5 }));
    } else if (run !== root) {
      void (random() < 0.5 ? run.abort() : run.end());
    }
  };
  for (let step = 0; step < steps; step++) {
    try {
      act(pick(runs));
    } catch {
      // It is over, waits, or has a successor: another one is picked next.
    }
    if (random() < 0.6) {
      await new Promise((resolve) => setTimeout(resolve, random() * 60));
    }
  }
  // What hangs is ended with its caller, and where nobody has called it by itself.
  for (const run of runs) {
    void run.end();
  }
  // One that hangs may also begin only now.
  while (!root.tree.ledger.isSettled) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    for (const run of root.tree.runs.filter(({ agent, state }) => agent === 'hangs' && state === 'running')) {
      void run.abort();
    }
  }
  await root.tree.result();
  return runs;
}
