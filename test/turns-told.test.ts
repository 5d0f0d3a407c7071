/** A turn that was told to be over stays as it was told, whatever becomes of its attempt, and none ends without the word of its schema. */
import { createClient } from '@agent-mux/core';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import { answers, says, session, toyAdapter } from './support/toy-adapter.ts';
import { next } from './support/toy-run.ts';

const prompted: FakeAgentStep = { do: 'read', contains: 'prompt' };
const readAll: FakeAgentStep = { do: 'read-all' };

describe('a turn that was told to be over', () => {
  const limited = says(
    { type: 'turn_start' },
    { type: 'outcome', outcome: { type: 'rate_limit_error', message: 'slow down' } },
    { type: 'turn_end' },
  );
  const retried = { agent: 'toy', prompt: 'go', keepOpen: true, retryPolicy: { baseDelayMs: 10 } } as const;

  it('is not played again where the agent dies while it waits for words', async () => {
    const steps = [session, prompted, answers('first answer'), { do: 'read', contains: 'never' }] as const;
    const handle = createClient({ adapters: [toyAdapter({ steps })] }).run(retried);
    const turn = (await handle.turns().next()).value;
    expect(await turn?.result()).toMatchObject({ outcome: 'completed', text: 'first answer' });
    process.kill(handle.pid ?? 0, 'SIGKILL');
    expect(await handle).toMatchObject({
      attempts: 1,
      exitReason: 'killed',
      turns: [{ outcome: 'completed', text: 'first answer' }],
    });
  });

  it('is not played again by end() where it failed', async () => {
    const handle = createClient({ adapters: [toyAdapter({ steps: [session, prompted, limited, readAll] })] }).run(
      retried,
    );
    const turn = (await handle.turns().next()).value;
    expect(await turn?.result()).toMatchObject({ outcome: 'failed' });
    expect(await handle.end()).toMatchObject({ attempts: 1, turns: [{ outcome: 'failed' }] });
  });
});

describe('a turn whose schema answers after the run', () => {
  const LATE_MS = 1_000;
  const slow = (first: object) => {
    let count = 0;
    const validate = (value: unknown) =>
      count++ === 0 ? new Promise((resolve) => setTimeout(() => resolve(first), LATE_MS)) : { value };
    return { '~standard': { version: 1, vendor: 'late', validate } } as never;
  };
  const steps = [session, prompted, answers('{"n":1}'), prompted, answers('{"n":2}'), readAll] as const;
  const options = { agent: 'toy', prompt: 'go', jsonSchema: { type: 'object' } } as const;

  it.each([
    ['is wrong by it', { issues: [{ message: 'bad' }] }, { outcome: 'failed', error: { code: 'OUTPUT_INVALID' } }],
    ['is right by it', { value: { n: 'one' } }, { outcome: 'completed', output: { n: 'one' } }],
  ])('%s', async (_, first, told) => {
    const handle = createClient({ adapters: [toyAdapter({ steps })] }).run({ ...options, outputSchema: slow(first) });
    handle.queue('second');
    const turn = (await handle.turns().next()).value;
    const { turns } = await handle;
    expect(turns).toMatchObject([told, { outcome: 'completed', output: { n: 2 } }]);
    expect(await turn?.result()).toMatchObject(told);
  });

  it('does not keep a run from being stopped', async () => {
    const never = { '~standard': { version: 1, vendor: 'never', validate: () => new Promise(() => {}) } } as never;
    const handle = createClient({ adapters: [toyAdapter({ steps })] }).run({ ...options, outputSchema: never });
    handle.queue('second');
    await next(handle, 'message_stop');
    await handle.abort();
    expect(await handle).toMatchObject({ exitReason: 'aborted' });
  });
});
