/** Adapters come from outside: what goes wrong in one is the end of its run at most, never of the host. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Adapter, createClient, type Dialect, type Mode } from '@agent-mux/core';
import { afterAll, describe, expect, it } from 'vitest';
import { processesOf } from './support/listing.ts';
import { answers, says, session, toyAdapter } from './support/toy-adapter.ts';
import { next } from './support/toy-run.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-broken-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const steps = [session, answers('one'), { do: 'read-all' }] as const;
const fails = (): never => {
  throw new Error('out of order');
};

function toyWith(
  change: (mode: Mode) => Partial<Mode>,
  toySteps: Parameters<typeof toyAdapter>[0]['steps'] = steps,
): Adapter {
  const toy = toyAdapter({ steps: toySteps });
  return { ...toy, modes: toy.modes.map((mode) => ({ ...mode, ...change(mode) })) };
}

const toyWithDialect = (change: (dialect: Dialect) => Partial<Dialect>): Adapter =>
  toyWith((mode) => ({
    dialect(options, context) {
      const dialect = mode.dialect(options, context);
      return Object.defineProperties(
        {},
        {
          ...Object.getOwnPropertyDescriptors(dialect),
          ...Object.getOwnPropertyDescriptors(change(dialect)),
        },
      ) as Dialect;
    },
  }));

const run = (adapter: Adapter, options: object = {}) =>
  createClient({ adapters: [adapter] }).run({
    agent: 'toy',
    prompt: 'go',
    gracePeriodMs: 300,
    settleMs: 500,
    timeout: 10_000,
    ...options,
  });

describe('an adapter that fails', () => {
  it.each(['open', 'prompt', 'close', 'exit'] as const)('in %s() ends its run with what it said', async (method) => {
    const handle = run(toyWithDialect(() => ({ [method]: fails })));
    const { exitReason, error } = await handle;
    expect([exitReason, error?.code, error?.message]).toEqual([
      'failed',
      'INTERNAL',
      `The adapter failed in ${method}(): out of order`,
    ]);
    expect(processesOf(handle.runId)).toEqual([]);
  });

  it.each(['interrupt', 'steer'] as const)('in %s() ends its run with what it said', async (method) => {
    const adapter = toyWithDialect(() => ({ [method]: fails }));
    const [mode] = adapter.modes;
    const talking = toyAdapter({
      steps: [session, says({ type: 'turn_start' }, { type: 'step_start' }), { do: 'hang' }],
    });
    const [talk] = talking.modes;
    if (mode === undefined || talk === undefined) {
      expect.unreachable();
    }
    const handle = run({ ...adapter, modes: [{ ...mode, command: talk.command }] });
    await next(handle, 'step_start');
    if (method === 'interrupt') {
      await handle.interrupt();
    } else {
      await expect(handle.steer('left')).rejects.toMatchObject({ code: 'RUN_NOT_ACTIVE' });
    }
    expect((await handle).error).toMatchObject({ code: 'INTERNAL' });
  });

  it('to read a message loses that message, and says so', async () => {
    const { error, exitReason, ...result } = await run(
      toyWithDialect((dialect) => ({
        parseEvent: (line, context) => (line.includes('unreadable') ? fails() : dialect.parseEvent(line, context)),
      })),
      { prompt: 'unreadable', collectEvents: true, mode: 'talk' },
    );
    expect([exitReason, result.text]).toEqual(['completed', 'one']);
    expect(result.events.filter(({ type }) => type === 'error')).toMatchObject([
      { code: 'PARSE_ERROR', recoverable: true, message: expect.stringContaining('out of order') },
    ]);
  });

  it('with its files could not be started', async () => {
    const adapter = toyWith((mode) => ({
      command: (options, context) => ({ ...mode.command(options, context), files: { '../outside': 'x' } }),
    }));
    const handle = run(adapter);
    const { exitReason, error } = await handle;
    expect([exitReason, error?.code]).toEqual(['crashed', 'SPAWN_ERROR']);
    expect(existsSync(join(tmpdir(), `agent-mux-${handle.runId}`))).toBe(false);
  });

  it('in the middle of a retry ends the run', async () => {
    let count = 0;
    const failing = says(
      { type: 'turn_start' },
      { type: 'turn_end', outcome: { type: 'rate_limit_error', message: 'slow down' } },
    );
    const adapter = toyWith(
      (mode) => ({
        command: (options, context) => (count++ === 0 ? mode.command(options, context) : fails()),
      }),
      [session, failing, { do: 'read-all' }],
    );
    const result = await run(adapter, { retryPolicy: { baseDelayMs: 10, maxDelayMs: 10 } });
    expect(result).toMatchObject({ exitReason: 'failed', error: { code: 'INTERNAL' }, attempts: 1 });
  });

  it('before anything has started throws, and leaves no timer, no file and no run behind', async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const client = createClient({ adapters: [toyWith(() => ({ command: fails }))] });
    const folder = join(scratch, 'recording');
    const before = timers();
    const options = { agent: 'toy', prompt: 'go', timeout: 60_000, inactivityTimeout: 60_000, record: folder } as const;
    expect(() => client.run(options)).toThrow('out of order');
    expect([timers(), existsSync(folder)]).toEqual([before, false]);
    await client.close();
  });
});
