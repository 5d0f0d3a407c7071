/** The player of scenarios, on the toy agent: what goes wrong in a run is told, and never hangs the test. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCassette } from '@agent-mux/core/cassette';
import {
  type AgentProfile,
  type FakeAgentStep,
  findLeftOver,
  type HostAction,
  type Played,
  type PlayOptions,
  playScenario,
  type Scenario,
} from '@agent-mux/testkit';
import { expect, it } from 'vitest';
import { answers, says, session, toyAdapter } from './support/toy-adapter.ts';
import { typesOf } from './support/toy-run.ts';

const profile: AgentProfile = {
  agent: 'toy',
  toNativeCall: () => ({ name: 'run', inputText: '{"command":"changed"}' }),
};
const question = says({
  type: 'approval_request',
  key: 'a',
  action: 'Run',
  detail: 'rm',
  riskLevel: 'high',
});

function scenario(host: readonly HostAction[], more: Partial<Scenario> = {}): Scenario {
  return {
    name: 'toy',
    about: 'A toy plays.',
    prompt: 'Go.',
    model: { turns: [] },
    host,
    exitReason: 'completed',
    expectedRequests: 0,
    proves: [],
    ...more,
  };
}

function play(steps: readonly FakeAgentStep[], what: Scenario, options: Partial<PlayOptions> = {}): Promise<Played> {
  const environment = () => ({ env: {}, mcpServers: [] });
  return playScenario(what, {
    adapter: toyAdapter({ steps: [session, ...steps], takesInput: true }),
    binary: process.execPath,
    environment,
    profile,
    ...options,
  });
}

it('answers what its moment has met, with the input of a scripted call', async () => {
  const steps = [
    says({ type: 'turn_start' }),
    question,
    { do: 'read', contains: 'changed' },
    says({ type: 'turn_end' }),
  ];
  const { runs, problems, leftOver, requests } = await play(
    [...steps, { do: 'read-all' }] as FakeAgentStep[],
    scenario([{ at: { event: 'approval_request' }, do: 'approve', call: { kind: 'shell', command: 'changed' } }]),
  );
  expect([problems, leftOver, requests]).toEqual([[], [], []]);
  expect(typesOf(runs[0]?.events ?? [])).toContain('approval_granted');
});

it('hands over follow-ups in order, and ends what was kept open', async () => {
  const { runs, problems } = await play(
    [answers('one'), { do: 'read', contains: 'Two' }, answers('two'), { do: 'read-all' }],
    scenario(
      [
        { at: { event: 'turn_end' }, do: 'continue', text: 'Two.' },
        { at: { event: 'turn_end' }, do: 'end' },
      ],
      { options: { keepOpen: true } },
    ),
  );
  expect([problems, runs[0]?.followUps, runs[0]?.result.text]).toEqual([
    [],
    [{ text: 'Two.', delivered: 'new-turn' }],
    'two',
  ]);
});

it('says which action was never due, and which failed', async () => {
  const { problems } = await play(
    [answers('one'), { do: 'read-all' }],
    scenario([
      { at: { event: 'turn_end' }, do: 'approve' },
      { do: 'compact' },
      { at: { event: 'thinking_start' }, do: 'interrupt' },
    ]),
  );
  expect(problems).toEqual([
    '{"at":{"event":"turn_end"},"do":"approve"} failed: its moment is no question of the agent',
    '{"do":"compact"} failed: the agent has no words for it',
    'The run ended before it was time for {"at":{"event":"thinking_start"},"do":"interrupt"}.',
  ]);
});

it('gives up a run that does not end', async () => {
  const { runs, problems } = await play([says({ type: 'turn_start' }), { do: 'hang' }], scenario([]), {
    timeoutMs: 1_500,
  });
  expect([problems, runs[0]?.result.exitReason]).toEqual([['The run was not over after 1500 ms.'], 'aborted']);
});

it('plays further runs in the same sandbox, and shows their recordings before it throws them away', async () => {
  const again = { prompt: 'Again.', session: 'resume', exitReason: 'completed' } as const;
  const runIds: (string | undefined)[] = [];
  const { runs } = await play([answers('one'), { do: 'read-all' }], scenario([], { furtherRuns: [again] }), {
    onEnd: async (played) => {
      for (const { recording } of played.runs) {
        runIds.push((await readCassette(recording)).header.runId);
      }
    },
  });
  expect(runIds).toEqual(runs.map(({ result }) => result.runId));
  expect(runs).toHaveLength(2);
  await expect(readCassette(runs[0]?.recording ?? '')).rejects.toThrow();
});

it.each([
  ['by its mark', { env: { AMUX_RUN_LEFT: '1' } }, { runIds: ['LEFT'], folder: '/no/such/folder' }],
  ['by its folder', {}, { runIds: [], folder: 'its own' }],
] as const)('finds a process that was left over %s, and no longer when it has gone', async (_how, options, what) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'amux-left-')));
  const child = spawn('sleep', ['60'], { cwd: folder, stdio: 'ignore', ...options });
  await once(child, 'spawn');
  const find = (): string[] => findLeftOver({ ...what, folder: what.folder === 'its own' ? folder : what.folder });
  await expect.poll(find, { timeout: 10_000 }).toEqual([expect.stringMatching(new RegExp(`^${child.pid} sleep 60`))]);
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(find()).toEqual([]);
  rmSync(folder, { recursive: true });
});
