/** A key in the wrong place of a command line: the mistake is told without it, since logs of builds keep what is told. */
import { expect, it } from 'vitest';
import type { Actions } from './command-table.ts';
import { nameOf } from './flag-table.ts';
import { createProgram } from './program.ts';
import { asJson } from './read-value.ts';
import { callAmux } from './testing/call-amux.ts';

const KEY = 'sk-ant-api03-AAAABBBBCCCCDDDDEEEEFFFFGGGGHHHH';
const never = async (): Promise<number> => expect.fail('no command is called');
const NOTHING: Actions = {
  ...{ run: never, replay: never, agents: never, demo: never, doctor: never, install: never },
  ...{ chat: never, compare: never, completion: never, sessions: never, runs: never },
};
const { flagsOf } = createProgram(NOTHING, { write: () => {}, writeError: () => {}, version: '0' });

it.each([...flagsOf].filter(([, flags]) => flags.length > 0).map(([name]) => name))(
  'amux %s with a key as the value of each flag',
  async (name) => {
    const flags = (flagsOf.get(name) ?? []).filter(({ flags: words }) => words.includes('<'));
    // The wrong number lets nothing start, whatever the others take.
    const words = flags.flatMap((flag) => [`--${nameOf(flag)}`, KEY]);
    const { code, stdout, stderr } = await callAmux([name, KEY, ...words, '--timeout', 'never', '--limit', 'no']);
    expect([code === 0, stdout, stderr.includes(KEY), stderr.startsWith('amux: ')]).toEqual([false, '', false, true]);
  },
);

it.each([
  ['an entry of the environment', ['run', 'claude', 'hi', '--env', KEY]],
  ['the name of an agent', ['run', KEY, 'hi']],
  ['the name of an agent, for a program', ['doctor', KEY, '--json']],
])('%s', async (_name, words) => {
  const { code, stdout, stderr } = await callAmux(words);
  expect([code === 0, `${stdout}${stderr}`.includes(KEY), stderr]).toEqual([
    false,
    false,
    expect.stringMatching('amux: '),
  ]);
});

// No pattern knows it: only a message that tells no value hides it.
const OPAQUE = 'opaque-hunter22x';
const server = (more: object): string =>
  JSON.stringify({ name: 'a', transport: 'sse', url: 'https://h.example/', ...more });

it.each([
  ['--env', OPAQUE],
  ['--env', `=${OPAQUE}`],
  ['--env', `A\u0000B=${OPAQUE}`],
  ['--env', `DB_PASSWORD=${OPAQUE}\u0000`],
  ['--native-arg', OPAQUE],
  ['--native-arg', `-p${OPAQUE}\u0000`],
  ['--mcp-server', OPAQUE],
  ['--mcp-server', `"env":{"DB_PW":"${OPAQUE}"}`],
  ['--mcp-server', JSON.stringify(['x', OPAQUE])],
  ['--mcp-server', server({ headers: { Authorization: `Bearer ${OPAQUE}\n` } })],
  ['--mcp-server', server({ headers: { [`Authorization: ${OPAQUE}`]: 'x' } })],
  ['--mcp-server', server({ url: `https://h.example/?api_key=${OPAQUE} ` })],
  ['--mcp-server', server({ env: { DB_PW: [OPAQUE] } })],
  ['--mcp-server', server({ token: OPAQUE })],
  ['--mcp-server', server({ args: [`--pw=${OPAQUE}\u0000`] })],
])('a mistake in %s tells nothing of its value: %s', async (flag, value) => {
  const { code, stdout, stderr } = await callAmux([
    'run',
    'claude',
    'hi',
    '--binary',
    process.execPath,
    `${flag}=${value}`,
  ]);
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(`^amux: (?:nothing was started.*\\n  )?${flag}`),
  });
  expect(stderr).not.toContain(OPAQUE);
});

it.each(['{"env":{"K":hunter2}}', '{"args":["a long one, and longer"],"env":{"K":hunter2}}', '[{"K":"x"} "hunter2"]'])(
  'JSON that is none is not quoted: %s',
  (text) => {
    expect(() => asJson(text, '--mcp-server')).toThrow(/^--mcp-server: the text is not JSON \((?!.*hunter2).*\)\.$/);
  },
);
