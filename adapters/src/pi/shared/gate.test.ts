/** The extension itself, in the way that pi 0.73.1 calls it: what it asks about, and how far a grant goes. */
import { expect, it } from 'vitest';
import { GATE_EXTENSION } from './gate.ts';

interface Call {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: Record<string, unknown>;
}
type Handler = (
  event: Call,
  context: object,
) => Promise<{ readonly block: boolean; readonly reason: string } | undefined>;

/** Loads the extension and gives these answers to its questions, one after the other; where none is left it is told no. */
async function gateWith(...answers: readonly object[]) {
  const handlers: Handler[] = [];
  const source = `data:text/javascript,${encodeURIComponent(GATE_EXTENSION)}`;
  const extension: { default(pi: object): void } = await import(/* @vite-ignore */ source);
  extension.default({ on: (_event: string, handler: Handler) => handlers.push(handler) });
  const left = [...answers];
  const asked: string[] = [];
  const input = async (title: string) => {
    asked.push(JSON.parse(title).toolName);
    return JSON.stringify(left.shift() ?? { allow: false });
  };
  return async (toolName: string, given: Record<string, unknown>) => {
    const count = asked.length;
    const call = { toolCallId: 'call-1', toolName, input: { ...given } };
    const refusal = await handlers[0]?.(call, { hasUI: true, ui: { input } });
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
