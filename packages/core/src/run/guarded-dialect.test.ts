import { describe, expect, it } from 'vitest';
import type { Dialect, DialectState } from '../adapter/dialect.ts';
import { AgentMuxError } from '../errors.ts';
import { guardDialect } from './guarded-dialect.ts';

const PENDING = new Map([['q', { kind: 'approval', detail: 'd' } as const]]);
const STATE: DialectState = {
  sessionId: 's',
  busy: true,
  turn: true,
  clean: true,
  pending: PENDING,
  hasGoneBack: true,
  holdsEnd: true,
};
const SAYS = { write: ['a', 'b'], endInput: true, signal: 'SIGINT' } as const;
const whole: Dialect = {
  state: STATE,
  streams: { text: false, thinking: false, toolInput: false },
  open: () => SAYS,
  close: () => SAYS,
  interrupt: () => SAYS,
  prompt: ({ text }) => ({ write: [text] }),
  steer: ({ text }) => ({ write: [text], key: 'k' }),
  probe: () => SAYS,
  settle: () => ({ drafts: [{ type: 'turn_start' }] }),
  returnHostTool: (key) => ({ write: [key] }),
  parseEvent: (line) => ({ drafts: [], write: [line] }),
  respond: (key) => ({ write: [key] }),
  exit: () => ({ drafts: [{ type: 'turn_start' }] }),
};

function guard(changes: object): { readonly dialect: Dialect; readonly faults: string[] } {
  const faults: string[] = [];
  const given = Object.create(whole, Object.getOwnPropertyDescriptors(changes)) as Dialect;
  return { dialect: guardDialect(given, (message) => faults.push(message)), faults };
}

const boom = (): never => {
  throw new Error('boom');
};
const input = { text: 'words' };

/**
 * The calls that ask a dialect for something to write, the answer of a good one, and the value in place of a broken
 * one's answer.
 */
const ASKED = [
  ['open()', (d: Dialect) => d.open(), SAYS, { write: [] }],
  ['close()', (d: Dialect) => d.close(), SAYS, { write: [] }],
  ['interrupt()', (d: Dialect) => d.interrupt(), SAYS, { write: [] }],
  ['prompt()', (d: Dialect) => d.prompt(input), { write: ['words'] }, { write: [] }],
  ['steer()', (d: Dialect) => d.steer(input), { write: ['words'], key: 'k' }, undefined],
  ['probe()', (d: Dialect) => d.probe?.(), SAYS, { write: [] }],
  ['returnHostTool()', (d: Dialect) => d.returnHostTool?.('t', { type: 'output', text: '' }), { write: ['t'] }, 'gone'],
] as const;
const nameOf = (what: string): string => what.slice(0, -2);

describe.each(ASKED)('%s', (what, ask, says, otherwise) => {
  it('is what the dialect says', () => {
    const { dialect, faults } = guard({});
    expect(ask(dialect)).toEqual(says);
    expect(faults).toEqual([]);
  });

  it.each([
    ['throws', boom, 'boom'],
    ['gives nothing to write', () => ({}), 'it gave no { write: string[] }'],
    [
      'gives null',
      () => null,
      what === 'steer()' || what === 'returnHostTool()' || what === 'probe()' ? '' : 'no { write',
    ],
    ['gives a text', () => ({ write: 'a' }), 'it gave no { write: string[] }'],
    ['gives what is no text', () => ({ write: ['a', 1] }), 'it gave no { write: string[] }'],
    [
      'asks for another signal',
      () => ({ write: [], signal: 'SIGKILL' }),
      'it gave the signal SIGKILL, and only SIGINT and SIGTERM can be asked for',
    ],
  ])('of one that %s is nothing, and a fault with its reason', (_how, broken, reason) => {
    if (reason === '') {
      return;
    }
    const { dialect, faults } = guard({ [nameOf(what)]: broken });
    expect(ask(dialect)).toEqual(otherwise);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(`The adapter failed in ${what}: `);
    expect(faults[0]).toContain(reason);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('may ask for %s', (signal) => {
    const { dialect, faults } = guard({ [nameOf(what)]: () => ({ write: [], signal }) });
    expect(ask(dialect)).toEqual({ write: [], signal });
    expect(faults).toEqual([]);
  });
});

describe('the end of a turn that was held back', () => {
  it('is what the dialect says', () => {
    const { dialect, faults } = guard({});
    expect([dialect.settle?.(), faults]).toEqual([{ drafts: [{ type: 'turn_start' }] }, []]);
  });

  it.each([
    ['boom', boom],
    ['it gave no list of drafts', () => undefined],
    ['it gave no list of drafts', () => ({ drafts: 'none' })],
  ])('is nothing where the dialect fails: %s', (reason, settle) => {
    const { dialect, faults } = guard({ settle });
    expect(dialect.settle?.()).toEqual({ drafts: [] });
    expect(faults).toEqual([`The adapter failed in settle(): ${reason}`]);
  });
});

describe('what a dialect need not have', () => {
  it('is not there where it has it not', () => {
    const { dialect } = guard({ probe: undefined, settle: undefined, returnHostTool: undefined });
    const has = (asked: Dialect) => ['probe', 'settle', 'returnHostTool'].map((name) => name in asked);
    expect(has(dialect)).toEqual([false, false, false]);
    expect(has(guard({}).dialect)).toEqual([true, true, true]);
  });

  it('may be that it cannot steer, and that a question is gone', () => {
    const { dialect, faults } = guard({ steer: () => undefined, returnHostTool: () => 'gone' });
    expect(dialect.steer(input)).toBeUndefined();
    expect(dialect.returnHostTool?.('t', { type: 'output', text: '' })).toBe('gone');
    expect(faults).toEqual([]);
  });

  it('may say nothing, and then there is nothing to write, and nobody waits for a tool', () => {
    const { dialect, faults } = guard({ probe: () => undefined, returnHostTool: () => undefined });
    expect(dialect.probe?.()).toEqual({ write: [] });
    expect(dialect.returnHostTool?.('t', { type: 'output', text: '' })).toBe('gone');
    expect(faults).toEqual([]);
  });

  it('has a text as the key of what it steers', () => {
    expect(guard({ steer: () => ({ write: ['w'] }) }).dialect.steer(input)).toEqual({ write: ['w'] });
    const { dialect, faults } = guard({ steer: () => ({ write: [], key: 1 }) });
    expect(dialect.steer(input)).toBeUndefined();
    expect(faults).toEqual(['The adapter failed in steer(): it gave a key that is no string']);
  });
});

describe('the state', () => {
  const FIELDS = ['sessionId', 'busy', 'turn', 'clean', 'pending', 'hasGoneBack', 'holdsEnd'] as const;
  const OTHERWISE = {
    sessionId: null,
    busy: false,
    turn: false,
    clean: false,
    pending: new Map(),
    hasGoneBack: false,
    holdsEnd: false,
  };

  it.each(FIELDS)('is told: %s', (name) => {
    const { dialect, faults } = guard({});
    expect(dialect.state[name]).toBe(STATE[name]);
    expect(faults).toEqual([]);
  });

  it.each(['hasGoneBack', 'holdsEnd'] as const)('says no more than the dialect does: %s', (name) => {
    expect(guard({ state: { ...STATE, [name]: undefined } }).dialect.state[name]).toBe(false);
  });

  const BROKEN: readonly (readonly [what: string, state: object, reason: string])[] = [
    ['is none', { state: undefined }, 'it must have sessionId, busy, turn, clean and a Map of pending questions'],
    [
      'throws',
      {
        get state() {
          return boom();
        },
      },
      'boom',
    ],
    ['has no busy', { state: { ...STATE, busy: 1 } }, 'it must have sessionId'],
    ['has no turn', { state: { ...STATE, turn: undefined } }, 'it must have sessionId'],
    ['has no pending questions', { state: { ...STATE, pending: undefined } }, 'it must have sessionId'],
    ['has a list of pending questions', { state: { ...STATE, pending: [] } }, 'it must have sessionId'],
  ];

  it.each(FIELDS.flatMap((name) => BROKEN.map((broken) => [name, ...broken] as const)))(
    'of which %s is asked is a fault where it %s',
    (name, _what, broken, reason) => {
      const { dialect, faults } = guard(broken);
      expect(dialect.state[name]).toEqual(OTHERWISE[name]);
      expect(faults).toHaveLength(1);
      expect(faults[0]).toContain('The adapter failed in state: ');
      expect(faults[0]).toContain(reason);
    },
  );

  it('of which busy is asked often is looked at as a whole once, and is a fault when it stops being one', () => {
    let reads = 0;
    let state: unknown = {
      ...STATE,
      get turn() {
        reads++;
        return true;
      },
    };
    const { dialect, faults } = guard({
      get state() {
        return state;
      },
    });
    expect([dialect.state.busy, dialect.state.busy, dialect.state.busy]).toEqual([true, true, true]);
    expect(reads).toBe(1);
    state = { ...STATE, busy: false };
    expect(dialect.state.busy).toBe(false);
    expect(faults).toEqual([]);
    state = { ...STATE, busy: 'yes' };
    expect(dialect.state.busy).toBe(false);
    expect(faults).toEqual([expect.stringContaining('in state: it must have')]);
  });
});

describe('what it streams', () => {
  it('is told, and all of it where the dialect has no word for it or breaks', () => {
    const all = { text: true, thinking: true, toolInput: true };
    expect(guard({}).dialect.streams).toEqual({ text: false, thinking: false, toolInput: false });
    expect(guard({ streams: undefined }).dialect.streams).toEqual(all);
    const { dialect, faults } = guard({
      get streams() {
        return boom();
      },
    });
    expect(dialect.streams).toEqual(all);
    expect(faults).toEqual(['The adapter failed in streams: boom']);
  });
});

describe('an answer', () => {
  const answer = { type: 'approve' } as const;

  it.each([['gone'], ['unsupported'], [{ write: ['a'] }]])('is taken as %j', (says) => {
    expect(guard({ respond: () => says }).dialect.respond('q', answer)).toEqual(says);
  });

  it('of a broken dialect throws INTERNAL with what it threw', () => {
    const { dialect, faults } = guard({ respond: boom });
    expect(() => dialect.respond('q', answer)).toThrow(
      expect.objectContaining({
        code: 'INTERNAL',
        message: 'The adapter failed in respond(): boom',
        cause: expect.objectContaining({ message: 'boom' }),
      }),
    );
    expect(faults).toEqual([]);
    expect(() => guard({ respond: () => 'other' }).dialect.respond('q', answer)).toThrow('it gave no { write');
  });

  it('that throws an error of ours throws that one', () => {
    const error = new AgentMuxError('VALIDATION_ERROR', 'no');
    const { dialect } = guard({
      respond: () => {
        throw error;
      },
    });
    expect(() => dialect.respond('q', answer)).toThrow(error);
  });
});

describe('the end', () => {
  const info = { code: 0, signal: null, stderr: '' };

  it('is what the dialect says of it', () => {
    expect(guard({}).dialect.exit(info)).toEqual({ drafts: [{ type: 'turn_start' }] });
  });

  it.each([
    ['throws', boom, 'boom'],
    ['gives nothing', () => undefined, 'it gave no list of drafts'],
    ['gives no list', () => ({ drafts: 'none' }), 'it gave no list of drafts'],
  ])('of one that %s is no success', (_what, exit, reason) => {
    const { dialect, faults } = guard({ exit });
    expect(dialect.exit(info)).toEqual({
      drafts: [
        {
          type: 'outcome',
          outcome: { type: 'error', code: 'INTERNAL', message: `The adapter failed in exit(): ${reason}` },
        },
      ],
    });
    expect(faults).toEqual([]);
  });
});

it('hands messages on as they are, and lets what is thrown there pass', () => {
  expect(guard({}).dialect.parseEvent('line', { source: 'stdout' })).toEqual({ drafts: [], write: ['line'] });
  expect(() => guard({ parseEvent: boom }).dialect.parseEvent('line', { source: 'stdout' })).toThrow('boom');
});
