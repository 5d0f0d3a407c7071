/** A session that is kept nowhere has no id to resume with: in the stream, in the result, and as an option of the next run. */
import { builtInAdapters } from '@agent-mux/adapters';
import { type CapabilityError, createClient } from '@agent-mux/core';
import { replayCassette } from '@agent-mux/core/cassette';
import { checkStream } from '@agent-mux/events/check';
import { describe, expect, it } from 'vitest';
import { fixturesOf } from './support/read-once.ts';
import { answers, session } from './support/toy-adapter.ts';
import { runToy, startToy } from './support/toy-run.ts';

const MODES = builtInAdapters.flatMap((adapter) => adapter.modes.map((mode) => ({ adapter, mode })));
const named = MODES.map(({ adapter, mode }) => ({ adapter, mode, name: `${adapter.agent} ${mode.name}` }));
const ABLE = named.filter(({ mode }) => mode.capabilities.supportsNoSession);
const UNABLE = named.filter(({ mode }) => !mode.capabilities.supportsNoSession);

describe('with noSession', () => {
  it.each(ABLE)('$name: each recording tells a transient id and no other', async ({ adapter, mode }) => {
    const fixtures = (await fixturesOf(adapter)).filter(({ modeName }) => modeName === mode.name);
    const cassettes = await Promise.all(fixtures.map((fixture) => fixture.load()));
    const ofMode = cassettes.filter(
      ({ cassette: { header } }) =>
        header.mode === mode.name &&
        header.options?.sessionId === undefined &&
        header.options?.forkSessionId === undefined,
    );
    expect(ofMode.length).toBeGreaterThan(0);
    for (const { cassette } of ofMode) {
      const { events, result } = replayCassette(cassette, adapter, { options: { noSession: true } });
      const start = events.find(({ type }) => type === 'session_start');
      const broken = checkStream(events, { noSession: true }).filter(({ rule }) => rule === 'M-8' || rule === 'M-11');
      expect([cassette.header.scenario, broken]).toEqual([cassette.header.scenario, []]);
      const id = start === undefined ? undefined : `transient-${start.runId}`;
      expect([cassette.header.scenario, result.sessionId]).toEqual([cassette.header.scenario, id]);
    }
  });

  it('tells a transient id of a live run, in the stream and in the result', async () => {
    const result = await runToy([session, answers('x'), { do: 'read-all' }], { run: { noSession: true } });
    expect(checkStream(result.events, { noSession: true })).toEqual([]);
    expect(result.sessionId).toBe(`transient-${result.runId}`);
  });

  it.each(UNABLE)('$name: refuses it and says why', ({ adapter, mode }) => {
    const options = { agent: adapter.agent, mode: mode.name, prompt: 'x', binary: process.execPath, noSession: true };
    const [approvalMode = 'prompt'] = mode.capabilities.approvalModes;
    const refusal = refusalOf(() => createClient({ adapters: [adapter] }).run({ ...options, approvalMode }));
    expect(refusal).toMatchObject({ code: 'CAPABILITY_ERROR', capability: 'noSession' });
    expect(refusal?.message).toMatch(/lacks noSession \([^()]{20,}\)/);
  });
});

it.each(['sessionId', 'forkSessionId'] as const)('no run takes a transient id as its %s', (option) => {
  expect(() => startToy([], { run: { [option]: 'transient-01JZZZZZZZZZZZZZZZZZZZZZZZ' } })).toThrow(/was kept nowhere/);
});

function refusalOf(start: () => unknown): CapabilityError | undefined {
  try {
    start();
    return undefined;
  } catch (error) {
    return error as CapabilityError;
  }
}
