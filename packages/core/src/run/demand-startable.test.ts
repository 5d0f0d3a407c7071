import { describe, expect, it } from 'vitest';
import type { Command, Mode } from '../adapter/adapter.ts';
import type { ResolvedOptions } from '../adapter/options.ts';
import { ValidationError } from '../errors.ts';
import { argumentLimits } from '../process/argument-limits.ts';
import { toyAdapter } from '../recording/testing/toy-agent.ts';
import { demandStartable } from './demand-startable.ts';

const LIMITS = argumentLimits();
const ONE = LIMITS?.one ?? 0;
const long = (letter: string): string => letter.repeat(ONE + 1);
const short: Command = { file: '/bin/toy', args: [], env: {}, cwd: '/', stdin: 'open' };

function problemOf(
  command: Partial<Command>,
  options: Partial<ResolvedOptions> = {},
  others: Readonly<Record<string, Partial<Command>>> = {},
) {
  const asked = { adapter: toyAdapter, mode: toyAdapter.modes[0] as Mode, options: options as ResolvedOptions };
  const otherCommands = new Map(Object.entries(others).map(([name, other]) => [name, { ...short, ...other }]));
  try {
    demandStartable(asked, { ...short, ...command }, () => otherCommands);
  } catch (error) {
    if (error instanceof ValidationError) {
      return error.fields[0];
    }
    throw error;
  }
  return undefined;
}

const words = (bytes: number): string => bytes.toLocaleString('en-US');

describe.skipIf(LIMITS === undefined)('a command that no process can be started with', () => {
  it('is none as long as it is short enough', () => {
    expect(problemOf({ args: ['a'.repeat(ONE)] })).toBeUndefined();
    expect(problemOf({})).toBeUndefined();
  });

  it('says which option, in which mode, where, how long it is and how long it may be', () => {
    expect(problemOf({ args: ['-v', 'x', '--prompt', long('a')] }, { prompt: long('a'), model: 'm' })).toEqual({
      field: 'prompt',
      message: `prompt: in mode "talk" Toy is given it in a word of the command line after --prompt, which has ${words(ONE + 1)} bytes; this system takes at most ${words(ONE)} bytes. Shorten it.`,
      received: `${words(ONE + 1)} bytes`,
      expected: `at most ${words(ONE)} bytes`,
    });
  });

  it.each<[string, Partial<Command>, Partial<ResolvedOptions>, string, string]>([
    ['a word without a flag', { args: [long('a')] }, { prompt: long('a') }, 'prompt', 'in a word of the command line,'],
    [
      'a word that no option has',
      { args: ['x', long('a')] },
      { prompt: 'b', model: '' },
      'arguments[1]',
      'command line,',
    ],
    [
      'a word with the option as JSON has it',
      { args: ['--config', JSON.stringify({ instructions: `${long('a')}\n"` })] },
      { systemPrompt: `${long('a')}\n"` },
      'systemPrompt',
      'after --config',
    ],
    [
      'a word with several options',
      { args: ['--all', `m ${long('a')}`] },
      { model: 'm', prompt: long('a'), systemPrompt: 'a' },
      'prompt',
      'after --all',
    ],
    [
      'a word with a text that lies deep in an option',
      { args: ['--mcp', `x${long('a')}`] },
      { mcpServers: [{ name: 'n', transport: 'stdio', args: [long('a')] }], prompt: 'aa' },
      'mcpServers',
      'after --mcp',
    ],
    [
      'a variable that was given',
      { env: {} },
      { env: { BIG: long('a') }, prompt: long('a') },
      'env.BIG',
      'in the variable BIG,',
    ],
    ['a variable of the command', { env: { BIG: long('a') } }, { prompt: long('a') }, 'prompt', 'in the variable BIG,'],
    [
      'a variable that no option has',
      { env: { BIG: long('a') } },
      { prompt: 'p' },
      'environment variable BIG',
      'in the variable BIG,',
    ],
    [
      'a variable that only the options of the CLI itself have, which the command does not',
      {},
      { native: { env: { BIG: long('a') } }, model: 'm', prompt: 'n' },
      'environment variable BIG',
      'in the variable BIG,',
    ],
    [
      'a word beside options that are no texts',
      { args: ['-n', long('a')] },
      {
        model: undefined as never,
        maxTurns: 3,
        noSession: true,
        prompt: long('a'),
        outputSchema: { a: null } as never,
      },
      'prompt',
      'after -n',
    ],
    [
      'all of it together, where a text only seems to be in it because one word ends as the text begins',
      { args: Array(100).fill(`b${'a'.repeat(ONE - 10)}c`) },
      { prompt: 'aacb' },
      'env',
      'in its command line and environment,',
    ],
    [
      'all of it together',
      { args: Array(100).fill('a'.repeat(ONE - 10)) },
      { prompt: 'a'.repeat(ONE - 10), model: 'a' },
      'prompt',
      'in its command line and environment,',
    ],
    [
      'all of it together, that no option has',
      { args: Array(100).fill('a'.repeat(ONE - 10)) },
      { prompt: 'p' },
      'env',
      'in its command line and environment,',
    ],
  ])('names %s', (_what, command, options, field, place) => {
    const problem = problemOf(command, options);
    expect(problem?.field).toBe(field);
    expect(problem?.message).toContain(`Toy is given it ${place.startsWith('in') ? place : ''}`);
    expect(problem?.message).toContain(place);
  });

  it('names the modes that could be started, and none that could not', () => {
    const args = { args: [long('a')] };
    const one = problemOf(args, {}, { one: {}, two: args, three: {} });
    expect(one?.message).toContain('Shorten it, or use mode "one" or "three".');
    expect(problemOf(args, {}, { two: args })?.message.endsWith('bytes. Shorten it.')).toBe(true);
  });
});
