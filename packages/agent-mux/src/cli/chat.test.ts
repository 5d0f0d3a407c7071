import type { EventDraft } from '@agent-mux/core';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { answers, says, session } from '../../../../test/support/toy-adapter.ts';
import { parseChat } from './parse-chat.ts';
import { callAmux } from './testing/call-amux.ts';
import { type Session, sit } from './testing/sit.ts';
import { toyProgram } from './testing/toy-call.ts';

const main = toyProgram();

function chat(...steps: readonly FakeAgentStep[]): Session {
  const options = { keepOpen: true };
  const person = sit({ steps: [session, ...steps, { do: 'read-all' }], options, isChat: true }, { main });
  onTestFinished(() => person[Symbol.dispose]());
  return person;
}

const hears = (contains: string): FakeAgentStep => ({ do: 'read', contains });
const begins = says({ type: 'turn_start' }, { type: 'text_delta', delta: 'I begin' }, { type: 'message_stop' });
const ends = says({ type: 'text_delta', delta: 'I end' }, { type: 'message_stop' }, { type: 'turn_end' });
const approval: EventDraft = {
  type: 'approval_request',
  key: 'a',
  action: 'Run a command',
  detail: 'ls',
  toolName: 'Bash',
  riskLevel: 'high',
};

describe('a chat', { timeout: 120_000 }, () => {
  it('takes a follow-up when the turn is over, and ends with /quit', async () => {
    const { pty, until, exited } = chat(hears('hello'), answers('First.'), hears('and then?'), answers('Second.'));
    await until('First.');
    await until('toy > ');
    pty.write('and then?\r');
    await until('Second.');
    await until('toy > ');
    pty.write('/quit\r');
    await until('completed');
    expect(await exited).toBe(0);
  });

  it('hands words over while the agent works', async () => {
    const { pty, until, exited } = chat(begins, hears('"steer":"be short"'), ends);
    await until('I begin');
    pty.write('be short\r');
    await until('→ into the running turn');
    await until('I end');
    await until('toy > ');
    pty.write('\x04');
    expect(await exited).toBe(0);
  });

  it('keeps what is queued for the next turn', async () => {
    const { pty, until, seen, exited } = chat(
      begins,
      hears('"steer":"go on"'),
      ends,
      hears('later'),
      answers('Later.'),
    );
    await until('I begin');
    pty.write('/queue later\r');
    await until('/queue later');
    pty.write('go on\r');
    await until('I end');
    await until('Later.');
    await until('toy > ');
    pty.write('/quit\r');
    expect([await exited, seen().includes('→ the next turn')]).toEqual([0, true]);
  });

  it('stops the turn with Ctrl-C, and goes on', async () => {
    const stopped = says({ type: 'outcome', outcome: { type: 'interrupted' } }, { type: 'turn_end' });
    const { pty, until, exited } = chat(begins, hears('interrupt'), stopped, hears('again'), answers('Again.'));
    await until('I begin');
    pty.write('\x03');
    await until('toy > ');
    pty.write('again\r');
    await until('Again.');
    await until('toy > ');
    pty.write('/quit\r');
    expect(await exited).toBe(0);
  });

  it('asks for approvals, and what was typed before is no answer', async () => {
    const { pty, until, exited, seen } = chat(
      begins,
      { do: 'wait', ms: 300 },
      says(approval),
      hears('"type":"approve"'),
      ends,
    );
    await until('d = no, with a reason > ');
    expect(seen()).not.toContain('granted');
    pty.write('y\r');
    await until('granted');
    await until('I end');
    await until('toy > ');
    pty.write('/quit\r');
    expect(await exited).toBe(0);
  });

  it('tells what can be typed, and refuses what it does not know', async () => {
    const { pty, until, exited } = chat(answers('First.'), hears('/compact'), answers('Compacted.'));
    await until('toy > ');
    pty.write('/help\r');
    await until('/queue <text>');
    await until('toy > ');
    pty.write('/compact\r');
    await until('There is no /compact here: see /help. To the agent: //compact');
    await until('toy > ');
    pty.write('/session\r');
    await until('later: amux chat toy --session toy-session');
    await until('toy > ');
    pty.write('//compact\r');
    await until('Compacted.');
    await until('toy > ');
    pty.write('/quit\r');
    expect(await exited).toBe(0);
  });

  it('takes what was pasted as one prompt', async () => {
    const { pty, until, exited } = chat(answers('First.'), hears('one\\ntwo'), answers('Both.'));
    await until('toy > ');
    pty.write('one\rtwo\r');
    await until('Both.');
    await until('toy > ');
    pty.write('/quit\r');
    expect(await exited).toBe(0);
  });

  it('is over when the agent is gone, also while nobody types', async () => {
    const { until, exited } = chat(answers('First.'), { do: 'wait', ms: 500 }, { do: 'exit', code: 3 });
    await until('toy > ');
    await until('crashed');
    expect(await exited).toBe(12);
  });
});

describe('what is typed', () => {
  it.each([
    ['  ', { type: 'nothing' }],
    [' fix it ', { type: 'say', text: 'fix it' }],
    ['//help', { type: 'say', text: '/help' }],
    ['/help', { type: 'help' }],
    ['/exit', { type: 'quit' }],
    ['/stop', { type: 'stop' }],
    ['/queue  a  b', { type: 'queue', text: 'a  b' }],
    ['/queue', { type: 'unknown', name: '/queue' }],
    ['/quit now', { type: 'unknown', name: '/quit' }],
    ['/toString', { type: 'unknown', name: '/toString' }],
  ])('%j', (line, meant) => {
    expect(parseChat(line)).toEqual(meant);
  });
});

it('needs a terminal', async () => {
  expect(await callAmux(['chat', 'claude', 'hi'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'amux: chat needs a terminal. `amux run` takes a prompt in a pipe.\n',
  });
});
