/** Values that JSON does not have, in a stream or an answer from outside: each is named, and nothing else is thrown. */
import { describe, expect, it } from 'vitest';
import { cancelTask, checkA2a, decode as decodeA2a, handleMessage } from './a2a/index.ts';
import { approve, checkAfk, decode as decodeAfk, deny, provideInput as provideAfk } from './afk/index.ts';
import { checkAgui, decode as decodeAgui, resume as resumeAgui } from './ag-ui/index.ts';
import { checkAgentic, decode as decodeAgentic, resumeWithInput } from './agentic/index.ts';
import { checkCagent, decode as decodeCagent, resume as resumeCagent } from './cagent/index.ts';
import { cancel, checkLooopy, decode as decodeLooopy, provideInput, publish } from './looopy/index.ts';
import { checkUiMessages, decode as decodeUi, handleChat } from './ui-messages/index.ts';

const circular: Record<string, unknown> = { note: 'It holds itself.' };
circular['self'] = circular;

const HOSTILE: readonly (readonly [what: string, value: unknown])[] = [
  ['a bigint', 7n],
  [
    'an object with a bigint',
    { type: 'x', kind: 'x', id: 7n, inputId: 7n, taskId: 7n, parts: 7n, scope: 7n, value: 7n },
  ],
  ['a symbol', Symbol('x')],
  ['what holds itself', circular],
  ['a list of what holds itself', [circular]],
];

const run = {
  interaction: {
    pending: [{ id: 'i1', type: 'approval' as const, scopes: ['once' as const] }],
    respond: () => Promise.reject(new Error('It was answered.')),
  },
  continue: () => Promise.reject(new Error('It was gone on with.')),
  interrupt: () => Promise.reject(new Error('It was interrupted.')),
  abort: () => Promise.reject(new Error('It was aborted.')),
  publish: () => {
    throw new Error('It was published.');
  },
};

type Take = (value: never) => unknown;

const WAYS_BACK: readonly (readonly [name: string, take: Take])[] = [
  ['resume of cagent', (value) => resumeCagent(run, value)],
  ['provideInput of Looopy', (value) => provideInput(run, value)],
  ['cancel of Looopy', (value) => cancel(run, value)],
  ['publish of Looopy', (value) => publish(run, value)],
  ['approve of AFK with a scope', (value) => approve(run, { scope: value })],
  ['deny of AFK with a reason', (value) => deny(run, { reason: value })],
  ['provideInput of AFK', (value) => provideAfk(run, value)],
  ['resumeWithInput of agentic', (value) => resumeWithInput(run, { i1: value })],
  ['handleMessage of A2A', (value) => handleMessage(run, value)],
  ['handleMessage of A2A with parts', (value) => handleMessage(run, { parts: [value] })],
  ['cancelTask of A2A', (value) => cancelTask(run, value)],
  ['resume of AG-UI', (value) => resumeAgui(run, [value])],
  ['handleChat', (value) => handleChat(run, [value])],
];

describe.each(HOSTILE)('%s', (_what, value) => {
  it.each(WAYS_BACK)('R-11: is refused by %s with a sentence', async (_name, take) => {
    const thrown = await (async () => take(value as never))().catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(TypeError);
    expect(String(thrown)).toMatch(/^TypeError: Cannot (take|approve|deny|provide|resume|answer|publish)/);
  });

  it.each([
    ['cagent', decodeCagent],
    ['Looopy', decodeLooopy],
    ['AFK', decodeAfk],
    ['agentic', decodeAgentic],
    ['A2A', decodeA2a],
    ['AG-UI', decodeAgui],
    ['UI messages', decodeUi],
  ])('R-11: is refused by decode() of %s with a sentence, or passes as a type of later', (_name, decode) => {
    const messages: string[] = [];
    const read = decode(value, { onInvalid: ({ message }) => void messages.push(message) });
    expect(read ?? messages).toEqual(read === undefined ? [expect.stringMatching(/^Cannot read/)] : value);
  });
});

describe('a stream of them', () => {
  it.each([
    ['cagent', checkCagent],
    ['Looopy', checkLooopy],
    ['AFK', checkAfk],
    ['agentic', checkAgentic],
    ['A2A', checkA2a],
    ['AG-UI', checkAgui],
    ['UI messages', checkUiMessages],
  ])('R-11: breaks rules of %s, and its checker takes it', (_name, check) => {
    for (const [, value] of HOSTILE) {
      expect(check([value]).length).toBeGreaterThan(0);
    }
  });
});
