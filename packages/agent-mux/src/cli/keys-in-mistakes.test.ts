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

it.each(['{"env":{"K":hunter2}}', '{"args":["a long one, and longer"],"env":{"K":hunter2}}', '[{"K":"x"} "hunter2"]'])(
  'JSON that is none is not quoted: %s',
  (text) => {
    expect(() => asJson(text, '--mcp-server')).toThrow(/^--mcp-server: the text is not JSON \((?!.*hunter2).*\)\.$/);
  },
);
