import { describe, expect, it } from 'vitest';
import type { LineContext } from '../adapter/dialect.ts';
import { AgentOutput } from './agent-output.ts';
import { Faults } from './faults.ts';
import { Reprieve } from './last-words.ts';
import { createManualClock } from './testing/manual-clock.ts';

const ERROR = new Error('gone');

/** What takes the output, and what became of it; with `isBroken` nobody takes anything. */
function setUp({ isBroken = false } = {}) {
  const told: unknown[] = [];
  const tell = (...what: readonly unknown[]): void => {
    if (isBroken) {
      throw new Error('boom');
    }
    told.push(what);
  };
  const faults = new Faults(() => {});
  const reprieve = new Reprieve();
  const output = new AgentOutput({
    faults,
    reprieve,
    pushOwn: (draft) => tell('draft', draft),
    journal: { tellOfFullDisk: () => tell('full') },
    attempt: { hear: (text: string, context: LineContext, now: number) => tell('heard', text, context, now) },
    on: { read: (now) => tell('read', now), failed: (what, error) => tell('failed', what, error) },
  });
  return { output, told, faults, reprieve };
}

const CALLS: readonly (readonly [name: string, call: (output: AgentOutput) => void, told: readonly unknown[]])[] = [
  ['read', (output) => output.read(3), ['read', 3]],
  ['a message', (output) => output.line('a', 'stdout', false, 3), ['heard', 'a', { source: 'stdout' }, 3]],
  [
    'a message that was cut off',
    (output) => output.line('a', 'stderr', true, 3),
    ['heard', 'a', { source: 'stderr', partial: true }, 3],
  ],
  [
    'a loss',
    (output) => output.lost({ source: 'stdout', bytes: 9, reason: 'too long' }),
    [
      'draft',
      { type: 'error', code: 'PARSE_ERROR', message: '9 bytes of stdout were lost: too long', recoverable: true },
    ],
  ],
  ['the loss of the input', (output) => output.stdinError(ERROR), ['failed', 'stdin', ERROR]],
  ['a failed start', (output) => output.spawnError(ERROR), ['failed', 'spawn', ERROR]],
  ['a full disk', (output) => output.fullDisk(), ['full']],
];

describe.each(CALLS)('%s', (_name, call, expected) => {
  it('is passed on', () => {
    const { output, told, faults } = setUp();
    call(output);
    expect(told).toEqual([expected]);
    expect(faults.cause).toBeUndefined();
  });

  it('ends the run alone where it cannot be taken', () => {
    const { output, faults } = setUp({ isBroken: true });
    call(output);
    expect(faults.cause?.message).toBe(
      'agent-mux failed to handle what the agent said: boom. The run was ended; other runs go on.',
    );
  });
});

it('reports output that could not be taken in', () => {
  const { output, faults } = setUp();
  output.fault(ERROR);
  expect(faults.cause?.message).toContain('agent-mux failed to read what the agent said: gone');
});

it('gives up the time for last words with the input', () => {
  const { output, reprieve } = setUp();
  let ended = 0;
  reprieve.begin(createManualClock(), 5_000, () => ended++);
  expect(ended).toBe(0);
  output.stdinError(ERROR);
  expect(ended).toBe(1);
});
