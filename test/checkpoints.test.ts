/** Going back in a session: which modes can, what the others say, and what becomes of a place that is not there. */
import { builtInAdapters } from '@agent-mux/adapters';
import { AgentMuxError, createClient } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { startToy } from './support/toy-run.ts';

/** Claude Code and Codex go back in a session itself; pi and omp only in a copy. */
const REWINDS = {
  'claude bidi': ['resume', 'fork'],
  'claude oneshot': ['resume', 'fork'],
  'claude oneshot-whole': ['resume', 'fork'],
  'codex app-server': ['resume', 'fork'],
  'copilot sdk': ['resume', 'fork'],
  'pi rpc': ['fork'],
  'omp rpc': ['fork'],
};

const MODES = builtInAdapters.flatMap((adapter) =>
  adapter.modes.map((mode) => ({ adapter, mode, name: `${adapter.agent} ${mode.name}` })),
);
const WAYS = [
  { way: 'resume', option: 'sessionId' },
  { way: 'fork', option: 'forkSessionId' },
] as const;

it('the modes that go back are these', () => {
  const rows = MODES.flatMap(({ mode, name }) => {
    const { rewinds = [] } = mode.capabilities;
    return rewinds.length === 0 ? [] : [[name, rewinds]];
  });
  expect(Object.fromEntries(rows)).toEqual(REWINDS);
});

describe.each(MODES)('$name', ({ adapter, mode }) => {
  const [approvalMode = 'prompt'] = mode.capabilities.approvalModes;
  const run = { agent: adapter.agent, mode: mode.name, approvalMode, prompt: 'x', binary: '/does/not/exist' };

  it.each(WAYS.filter(({ way }) => mode.capabilities.rewinds?.includes(way) !== true))(
    'refuses a checkpoint with $option before anything starts',
    ({ option }) => {
      const start = () =>
        createClient({ adapters: [adapter] }).run({
          ...run,
          binary: process.execPath,
          [option]: '019a0000-0000-7000-8000-000000000000',
          checkpointId: 'c1',
        });
      expect(start).toThrow(
        expect.objectContaining({ code: 'CAPABILITY_ERROR', message: expect.stringMatching(/lacks .*checkpoint/) }),
      );
    },
  );

  it.each(WAYS.filter(({ way }) => mode.capabilities.rewinds?.includes(way) === true))(
    'ends with SESSION_NOT_FOUND, and starts nothing, where no file holds the place ($option)',
    async ({ option }) => {
      const result = await createClient({ adapters: [adapter] })
        .run({
          ...run,
          binary: process.execPath,
          env: {
            HOME: '/does/not/exist',
            CLAUDE_CONFIG_DIR: '',
            CODEX_HOME: '',
            COPILOT_HOME: '',
            PI_CODING_AGENT_DIR: '',
          },
          [option]: '019a0000-0000-7000-8000-000000000000',
          checkpointId: 'c1',
          collectEvents: true,
        })
        .result();
      expect(result).toMatchObject({ exitReason: 'failed', error: { code: 'SESSION_NOT_FOUND' }, exitCode: null });
      expect(result.events.filter(({ type }) => type !== 'debug').map(({ type }) => type)).toEqual(['error']);
    },
  );
});

it('a checkpoint without a session is refused', () => {
  expect(() => startToy([], { run: { checkpointId: 'c1' } })).toThrow(
    expect.objectContaining({ code: 'VALIDATION_ERROR', message: expect.stringContaining('`sessionId`') }),
  );
});

it.each(['', '-x', 'a\nb'])('a checkpoint %j is refused', (checkpointId) => {
  expect(() => startToy([], { run: { sessionId: 'a', checkpointId } })).toThrow(AgentMuxError);
});
