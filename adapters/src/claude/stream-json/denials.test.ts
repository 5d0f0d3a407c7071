/** Calls that Claude Code refuses by itself, by what their results say (2.1.197). */
import { expect, it } from 'vitest';
import { Denials } from './denials.ts';
import { Subagents } from './subagents.ts';
import { Tools } from './tools.ts';

const REFUSED = 'Permission to use Bash has been denied because nobody can be asked.';
const NOT_GRANTED = "Claude requested permissions to use Bash, but you haven't granted it yet.";

it.each([
  ['a call that was refused', 't1', REFUSED, true],
  ['a call that nobody has granted', 't1', NOT_GRANTED, true],
  ['a call that failed for another reason', 't1', 'Exit code 1', false],
  ['a call that has only said so', 't1', `He said: ${REFUSED}`, false],
  ['a call that nobody knows', 't2', REFUSED, false],
])('a result tells once of a denial, or of none: %s', (_what, id, text, isDenial) => {
  const tools = new Tools({ subagents: new Subagents(), asks: true, cwd: () => '/work' });
  tools.ready('t1', 'Bash', { command: 'make' }, undefined);
  const denials = new Denials(tools);
  const key = 'denied:t1';
  const told = [
    {
      ...{ type: 'approval_request', key, toolName: 'Bash', toolCallId: 't1', toolKind: 'execute' },
      ...{ action: 'run a command', detail: 'make', riskLevel: 'high' },
      ...{ command: 'make', cwd: '/work', input: { command: 'make' } },
    },
    { type: 'approval_denied', key, reason: text },
  ];
  expect([denials.inResult(id, text), denials.inResult(id, text)]).toEqual([isDenial ? told : [], []]);
});
