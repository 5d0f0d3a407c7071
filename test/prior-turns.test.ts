/** Prior turns over all recordings: the true number where a mode counts them, and never a number where it does not. */
import { fileURLToPath } from 'node:url';
import { builtInAdapters } from '@agent-mux/adapters';
import type { NormalEvent } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import { readProofs } from '../tools/support/read-proofs.ts';

const ROOT = fileURLToPath(new URL('../fixtures', import.meta.url));

/** The prompts that each of these had before, as its scenario plays them: `-2` is the second of several runs. */
const TRUE_COUNTS: Readonly<Record<string, number>> = {
  resume: 1,
  'compaction-resumed-2': 1,
  'compaction-resumed': 2,
  rewind: 1,
};

/** How each mode knows them; absent: it does not. */
const COUNTING = {
  claude: { bidi: 'read', oneshot: 'read', 'oneshot-whole': 'read' },
  codex: { 'app-server': 'read', exec: 'read' },
  gemini: { acp: 'told', 'stream-json': 'read' },
  copilot: { sdk: 'read', jsonl: 'read', acp: 'told' },
  opencode: { acp: 'told' },
  openclaw: { acp: 'told' },
  pi: { rpc: 'read', json: 'read' },
  omp: { rpc: 'read', json: 'read' },
  hermes: { acp: 'told' },
};

it('the modes that count are these', () => {
  const rows = builtInAdapters.map(({ agent, modes }) => [
    agent,
    Object.fromEntries(
      modes.flatMap(({ name, capabilities: { priorTurns } }) => (priorTurns === undefined ? [] : [[name, priorTurns]])),
    ),
  ]);
  expect(Object.fromEntries(rows.filter(([, row]) => Object.keys(row ?? {}).length > 0))).toEqual(COUNTING);
});

describe.each(builtInAdapters.map((adapter) => [adapter.agent, adapter] as const))('%s', (_, adapter) => {
  it('tells the true number of prior turns, or that it is not known', async () => {
    const resumed = (await readProofs(ROOT, adapter)).filter(({ types }) => types.has('session_resume'));
    expect(resumed.length).toBeGreaterThan(0);
    const told = resumed.map(({ fixture, events }) => [fixture.dir, outline(events)]);
    const expected = resumed.map(({ fixture, mode, events }) => {
      const counts = adapter.modes.find(({ name }) => name === mode)?.capabilities.priorTurns !== undefined;
      const turns = events.filter(({ type }) => type === 'turn_start').length;
      const prior = counts ? TRUE_COUNTS[fixture.scenario] : 0;
      return [fixture.dir, { prior, turns: (prior ?? 0) + turns, isKnown: counts }];
    });
    expect(told).toEqual(expected);
  });
});

function outline(events: readonly NormalEvent[]): object {
  const resume = events.find(({ type }) => type === 'session_resume');
  const end = events.find(({ type }) => type === 'session_end');
  const isKnown = resume?.['priorTurnCountKnown'] !== false;
  return {
    prior: resume?.['priorTurnCount'],
    turns: end?.['turnCount'],
    isKnown: (end?.['turnCountKnown'] !== false) === isKnown ? isKnown : 'differs',
  };
}
