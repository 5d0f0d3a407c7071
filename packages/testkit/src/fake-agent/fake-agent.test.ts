import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { encodeSteps, type FakeAgentStep, fakeAgent, fakeAgentFile, type LightFakeAgentStep } from './index.ts';

interface Played {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
  readonly signal: string | null;
}

function play({ file, args }: { file: string; args: string[] }, input = ''): Played {
  const { stdout, stderr, status, signal } = spawnSync(file, args, { input, encoding: 'utf8', timeout: 10_000 });
  return { stdout, stderr, status, signal };
}

const COMMON: [string, LightFakeAgentStep[], string, Partial<Played>][] = [
  ['ends with 0 without steps', [], '', { stdout: '', stderr: '', status: 0 }],
  [
    'writes lines and pieces of lines',
    [
      { do: 'line', text: "it's 100% \\n ö" },
      { do: 'write', text: 'half' },
    ],
    '',
    { stdout: "it's 100% \\n ö\nhalf" },
  ],
  [
    'writes to stderr',
    [
      { do: 'line', text: 'a', to: 'stderr' },
      { do: 'write', text: '-b', to: 'stderr' },
    ],
    '',
    { stdout: '', stderr: 'a\n-b' },
  ],
  [
    'numbers lines',
    [
      { do: 'lines', count: 3 },
      { do: 'lines', count: 2, text: '{"n":{n}}' },
    ],
    '',
    { stdout: 'line 0\nline 1\nline 2\n{"n":0}\n{"n":1}\n' },
  ],
  [
    'waits for a line',
    [{ do: 'read', contains: 'go' }, { do: 'line', text: 'went' }, { do: 'echo' }],
    'no\nyes go\nrest\n',
    { stdout: 'went\nrest\n' },
  ],
  [
    'does not wait for a line that cannot come any more',
    [
      { do: 'read', contains: 'go' },
      { do: 'line', text: 'went' },
    ],
    'no\n',
    { stdout: 'went\n' },
  ],
  [
    'exits with a code',
    [
      { do: 'line', text: 'bye' },
      { do: 'exit', code: 42 },
      { do: 'line', text: 'never' },
    ],
    '',
    { stdout: 'bye\n', status: 42 },
  ],
  [
    'dies by a signal',
    [
      { do: 'line', text: 'oh' },
      { do: 'die', signal: 'SIGKILL' },
    ],
    '',
    { stdout: 'oh\n', status: null, signal: 'SIGKILL' },
  ],
  ['waits', [{ do: 'wait', ms: 20 }, { do: 'read-all' }], 'x', { status: 0 }],
];

describe.each(COMMON)('%s', (_name, steps, input, expected) => {
  it('in the full form', () => expect(play(fakeAgent(steps), input)).toMatchObject(expected));
  it('in the light form', () => expect(play(fakeAgent(steps, { light: true }), input)).toMatchObject(expected));
});

describe.each([false, true])('with light %s', (light) => {
  it('ignores signals, and hangs', async () => {
    const steps: LightFakeAgentStep[] = [
      { do: 'ignore', signals: ['SIGTERM', 'SIGINT'] },
      { do: 'line', text: 'up' },
      { do: 'hang' },
    ];
    const { file, args } = light ? fakeAgent(steps, { light: true }) : fakeAgent(steps);
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    child.kill('SIGINT');
    child.kill('SIGKILL');
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  });
});

describe('the full form', () => {
  const cases: [string, FakeAgentStep[], string, Partial<Played>][] = [
    [
      'writes JSON, bytes and repetitions',
      [
        { do: 'json', value: { a: 1 } },
        { do: 'bytes', base64: 'w7Y=' },
        { do: 'repeat', times: 2, steps: [{ do: 'write', text: '!' }] },
      ],
      '',
      { stdout: '{"a":1}\nö!!' },
    ],
    [
      'floods as far as it was told',
      [{ do: 'flood', bytes: 250_001, line: 'x'.repeat(99) }],
      '',
      { stdout: `${`${'x'.repeat(99)}\n`.repeat(2_500)}x` },
    ],
    [
      'tells how much it read',
      [{ do: 'read' }, { do: 'read-all' }],
      'first\nöö',
      { stdout: '{"fake":"stdin","bytes":4}\n' },
    ],
    [
      'reports its environment',
      [{ do: 'report', what: 'env', names: ['NO_SUCH_NAME'] }],
      '',
      { stdout: '{"fake":"env","env":{"NO_SUCH_NAME":null}}\n' },
    ],
    [
      'leaves at once when told to',
      [
        { do: 'tick', everyMs: 1 },
        { do: 'exit', code: 3, abrupt: true },
      ],
      '',
      { status: 3 },
    ],
  ];
  it.each(cases)('%s', (_name, steps, input, expected) => {
    expect(play(fakeAgent(steps), input)).toMatchObject(expected);
  });

  it('runs steps at a signal', async () => {
    const { file, args } = fakeAgent([
      {
        do: 'on',
        signal: 'SIGINT',
        steps: [
          { do: 'line', text: 'caught' },
          { do: 'exit', code: 7 },
        ],
      },
      { do: 'line', text: 'up' },
      { do: 'hang' },
    ]);
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const output = text(child.stdout);
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    expect([await once(child, 'exit'), await output]).toEqual([[7, null], expect.stringMatching(/caught\n$/)]);
  });

  it('starts children and says their pids', () => {
    const { stdout } = play(
      fakeAgent([
        {
          do: 'fork',
          count: 2,
          session: true,
          emptyEnv: true,
          doubleFork: true,
          announce: true,
          name: 'far',
          lifeMs: 2_000,
        },
      ]),
    );
    const { pids, ...rest } = JSON.parse(stdout);
    expect(rest).toEqual({ fake: 'forked', name: 'far' });
    // These children have an empty environment and a session of their own.
    for (const pid of pids) {
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).toMatch(/^PATH=[^\0]*\0(PWD=[^\0]*\0)?$/);
      expect(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[3]).toBe(String(pid));
      process.kill(pid, 'SIGKILL');
    }
  });

  it('takes its steps from the environment, so that it can stand in for a CLI with arguments of its own', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fake-agent-'));
    writeFileSync(join(folder, 'steps.json'), encodeSteps([{ do: 'report', what: 'args' }]));
    for (const FAKE_AGENT_STEPS of [`@${join(folder, 'steps.json')}`, encodeSteps([{ do: 'report', what: 'args' }])]) {
      const { stdout } = spawnSync(fakeAgentFile(), ['-p', '--json'], {
        encoding: 'utf8',
        env: { ...process.env, FAKE_AGENT_STEPS },
      });
      expect(stdout).toBe('{"fake":"args","args":["-p","--json"]}\n');
    }
    rmSync(folder, { recursive: true });
  });
});

it('says which steps the light form does not know', () => {
  const steps: FakeAgentStep[] = [{ do: 'flood' }];
  // @ts-expect-error the types say so as well
  expect(() => fakeAgent(steps, { light: true })).toThrow('The light fake agent does not know the step "flood".');
});
