/** The extension itself, in the way that pi 0.73.1 calls it: what it asks about, and how far a grant goes. */
import { expect, it } from 'vitest';
import { GATE_EXTENSION, gateQuestion, refusalOf } from './gate.ts';

interface Call {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: Record<string, unknown>;
}
type Handler = (
  event: Call,
  context: object,
) => Promise<{ readonly block: boolean; readonly reason: string } | undefined>;

async function handlerOf(): Promise<Handler> {
  const handlers: Handler[] = [];
  const source = `data:text/javascript,${encodeURIComponent(GATE_EXTENSION)}`;
  const extension: { default(pi: object): void } = await import(/* @vite-ignore */ source);
  extension.default({ on: (_event: string, handler: Handler) => handlers.push(handler) });
  const [handler] = handlers;
  if (handler === undefined) {
    throw new Error('The extension listens to nothing.');
  }
  return handler;
}

/** Loads the extension and gives these answers to its questions, one after the other; where none is left it is told no. */
async function gateWith(...answers: readonly object[]) {
  const handler = await handlerOf();
  const left = [...answers];
  const asked: string[] = [];
  const input = async (title: string) => {
    asked.push(JSON.parse(title).toolName);
    return JSON.stringify(left.shift() ?? { allow: false });
  };
  return async (toolName: string, given: Record<string, unknown>) => {
    const count = asked.length;
    const call = { toolCallId: 'call-1', toolName, input: { ...given } };
    const refusal = await handler(call, { hasUI: true, ui: { input } });
    return { asked: asked.length > count, ran: refusal === undefined ? call.input : undefined };
  };
}

const forSession = (input?: object) => ({ allow: true, scope: 'session', ...(input === undefined ? {} : { input }) });
const bash = (command: string) => ['bash', { command }] as const;
const ran = (command: string) => ({ asked: false, ran: { command } });

it('grants for the session what was allowed, which is another command where one was given', async () => {
  const call = await gateWith(forSession({ command: 'ls' }));
  expect(await call(...bash('rm -rf build'))).toEqual({ asked: true, ran: { command: 'ls' } });
  expect(await call(...bash('ls'))).toEqual(ran('ls'));
  expect(await call(...bash('rm -rf build'))).toEqual({ asked: true, ran: undefined });
});

it.each<[string, readonly [string, Record<string, unknown>], readonly [string, Record<string, unknown>], boolean]>([
  ['a command is for that command', bash('ls'), bash('ls'), false],
  ['a command is for no longer one', bash('ls'), bash('ls -l'), true],
  ['a command is for no tool of such a name', bash('ls'), ['bash ls', {}], true],
  ['a write is for edits as well', ['write', { path: 'a' }], ['edit', { path: 'b' }], false],
  ['a write is for no tool with the name "edits"', ['write', { path: 'a' }], ['edits', {}], true],
  ['a tool is for that tool', ['deploy', { to: 'test' }], ['deploy', { to: 'production' }], false],
  ['a tool with the name "edits" is for no write', ['edits', {}], ['write', { path: 'a' }], true],
])('leave for the session of %s', async (_what, first, second, isAsked) => {
  const call = await gateWith(forSession());
  expect((await call(...first)).asked).toBe(true);
  expect((await call(...second)).asked).toBe(isAsked);
});

it('grants nothing more than this call once', async () => {
  const call = await gateWith({ allow: true }, { allow: true, input: { command: 'ls' } });
  expect(await call(...bash('make'))).toEqual({ asked: true, ran: { command: 'make' } });
  expect(await call(...bash('make'))).toEqual({ asked: true, ran: { command: 'ls' } });
  expect(await call(...bash('ls'))).toEqual({ asked: true, ran: undefined });
});

const NOBODY = 'Not allowed in this run: nobody can be asked.';

it.each([
  ['no answer', undefined, 'The user has denied this.'],
  ['a denial', { allow: false }, 'The user has denied this.'],
  ['a denial with a reason', { allow: false, reason: 'no' }, 'no'],
])('blocks a call after %s', async (_what, answer, reason) => {
  const input = async () => (answer === undefined ? undefined : JSON.stringify(answer));
  const call = { toolCallId: 'call-1', toolName: 'bash', input: { command: 'make' } };
  expect(await (await handlerOf())(call, { hasUI: true, ui: { input } })).toEqual({ block: true, reason });
});

it('blocks what it cannot ask about, and lets what only reads pass', async () => {
  const handler = await handlerOf();
  const told = ['bash', 'write', 'read', 'grep', 'find', 'ls'].map((toolName) =>
    handler({ toolCallId: 'call-1', toolName, input: {} }, { hasUI: false }),
  );
  const blocked = { block: true, reason: NOBODY };
  expect(await Promise.all(told)).toEqual([blocked, blocked, undefined, undefined, undefined, undefined]);
});

it.each<[string, object, object]>([
  ['bash', { command: 'make' }, { action: 'run a command', detail: 'make', riskLevel: 'high', toolKind: 'execute' }],
  ['write', { path: '/a' }, { action: 'write a file', detail: '/a', riskLevel: 'medium', toolKind: 'edit' }],
  ['edit', { path: '/a' }, { action: 'edit a file', detail: '/a', riskLevel: 'medium', toolKind: 'edit' }],
  ['odd', { a: 1 }, { action: 'use odd', detail: '{"a":1}', riskLevel: 'medium', toolKind: 'other' }],
])('tells a call of %s in our words, that it asks about or has blocked', (toolName, input, words) => {
  const title = JSON.stringify({ agentMux: 'approval', toolCallId: 'call-1', toolName, input });
  expect(gateQuestion({ id: 'ask-1', method: 'input', title }, '/work')?.interaction).toMatchObject({
    ...{ kind: 'approval', toolName, toolCallId: 'call-1', input },
    ...words,
  });
  expect(refusalOf({ name: toolName, input }, NOBODY)).toEqual(words);
  expect(refusalOf({ name: toolName, input }, `Oh: ${NOBODY}`)).toBeUndefined();
});

it.each([
  ['another method', { method: 'editor', title: '{"agentMux":"approval"}' }],
  ['another mark', { method: 'input', title: '{"agentMux":"other"}' }],
  ['words', { method: 'input', title: 'approval' }],
  ['words in a bracket', { method: 'input', title: '{approval' }],
  ['no title', { method: 'input' }],
])('asks no question of %s', (_what, request) => {
  expect(gateQuestion(request, '/work')).toBeUndefined();
});
