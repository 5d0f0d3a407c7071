/** Lines that a CLI, a terminal or a wrapper around it has damaged: each message in them is read, and what is none is told and counted. */
import { createClient } from '@agent-mux/core';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import { session, toyAdapter } from './support/toy-adapter.ts';

const delta = (text: string): string => JSON.stringify({ draft: { type: 'text_delta', delta: text } });
const TURN = JSON.stringify({ draft: { type: 'turn_start' } });
const STEP = JSON.stringify({ draft: { type: 'step_start' } });
const END = [{ type: 'message_stop' }, { type: 'step_end' }, { type: 'turn_end' }]
  .map((draft) => JSON.stringify({ draft }))
  .join(' ');

const CASES: [string, string, number][] = [
  ['a byte order mark', `\ufeff${TURN}\n${STEP}\n${delta('one')}\n`, 0],
  ['colours around messages', `\x1b[2K\x1b[1G${TURN}\x1b[0m\n${STEP}\n\x1b[32m${delta('one')}\x1b[0m\n`, 0],
  ['a title before a message', `\x1b]0;agent\x07${TURN}\n${STEP}\n${delta('one')}\n`, 0],
  ['several messages in a line', `${TURN}${STEP}${delta('one')}\n`, 0],
  ['blanks between them', `${TURN} \t ${STEP}  ${delta('one')}\n`, 0],
  ['words behind a message', `${TURN}\n${STEP} loading\n${delta('one')}\n`, 1],
  ['a line of words', `Loading\n${TURN}\n${STEP}\n${delta('one')}\n`, 1],
  ['a broken message behind a whole one', `${TURN}\n${STEP}{"draft":\n${delta('one')}\n`, 1],
];

describe.each(['whole', 'sign by sign'])('a CLI whose output comes %s', (how) => {
  it.each(CASES)('is understood with %s', async (_name, text, unreadable) => {
    const output = `${text}${END}\n`;
    const pieces = how === 'whole' ? [output] : [...output];
    const steps = pieces.map((piece): FakeAgentStep => ({ do: 'write', text: piece }));
    const client = createClient({ adapters: [toyAdapter({ steps: [session, ...steps], oneShot: true })] });
    const result = await client.run({ agent: 'toy', prompt: 'go', collectEvents: true });
    expect([result.text, result.diagnostics.unreadable ?? 0]).toEqual(['one', unreadable]);
    const told = result.events.filter(({ type }) => type === 'log' || type === 'error');
    expect(told).toHaveLength(unreadable);
  });
});
