/** What `amux` says of itself. */
import { OUTCOMES } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { EXIT_CODE_OF_ERROR, EXIT_CODE_OF_MISUSE } from '../exit-codes.ts';
import { DOCTOR_EXIT_CODES } from './commands/doctor.ts';
import { callAmux } from './testing/call-amux.ts';
import { EXIT_FAILED, EXIT_USAGE } from './usage-error.ts';

it('the help has each exit code that there is, and no other', async () => {
  const { stdout } = await callAmux(['--help']);
  const told = stdout.slice(stdout.indexOf('Exit codes:')).matchAll(/\b\d+(?= [a-z])/g);
  const codes = [
    ...Object.values(OUTCOMES).map(({ exitCode }) => exitCode),
    ...[EXIT_CODE_OF_ERROR, EXIT_CODE_OF_MISUSE, DOCTOR_EXIT_CODES].flatMap((table) => Object.values<number>(table)),
    ...[EXIT_FAILED, EXIT_USAGE],
  ];
  expect([...told].map(([code]) => Number(code))).toEqual([...new Set(codes)].sort((a, b) => a - b));
});

it.each([
  ['run', 'the prompt; else the second argument, else stdin'],
  ['chat', 'the first prompt; else the second argument, else it is asked for'],
  ['compare', 'the task; else what stands behind --'],
])('the help of %s says where its prompt comes from', async (command, text) => {
  const { stdout } = await callAmux([command, '--help']);
  expect(/--prompt <text>\s+(.+?)\n\s+-/s.exec(stdout)?.[1]?.replace(/\s+/g, ' ')).toBe(text);
});

describe('help of a command', () => {
  it('is that of the command', async () => {
    const { code, stdout } = await callAmux(['help', 'runs']);
    expect([code, stdout.slice(0, 30)]).toEqual([0, 'Usage: amux runs [options] [ac']);
    expect((await callAmux(['help'])).stdout).toMatch(/^Usage: amux \[options\]/);
  });

  it('is an error where there is no such command', async () => {
    const ends = [await callAmux(['help', 'bogus']), await callAmux(['help', 'rusn'])];
    expect(ends.map(({ code, stdout, stderr }) => [code, stdout, stderr])).toEqual([
      [2, '', 'amux: There is no command bogus. `amux --help` lists what there is.\n'],
      [2, '', 'amux: There is no command rusn. Did you mean runs? `amux --help` lists what there is.\n'],
    ]);
  });
});
