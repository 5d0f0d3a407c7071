import type { EventDraft, ExitInfo, Outcome } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { createOneShotDialect, OneShotTurn } from './one-shot.ts';

const OUTCOME: Outcome = { type: 'auth_error', message: 'no', guidance: 'log in' };
const MISSING: Outcome = { type: 'error', code: 'SESSION_NOT_FOUND', message: 'no such session' };
const exit = (more: Partial<ExitInfo> = {}): ExitInfo => ({ code: 1, signal: null, stderr: 'bad', ...more });

function play(...lines: readonly string[]) {
  const turn = new OneShotTurn();
  const dialect = createOneShotDialect({
    turn,
    streams: { text: false, thinking: false, toolInput: false },
    lines: {
      parse: ({ type }) => (type === 'begin' ? [turn.begin()] : [turn.end(type === 'fail' ? OUTCOME : undefined)]),
    },
    exitMeaning: ({ stderr }) => (stderr === 'no such session' ? MISSING : undefined),
  });
  const drafts = lines.flatMap((line) => [...dialect.parseEvent(line, { source: 'stdout' }).drafts]);
  return { turn, dialect, drafts };
}

const BEGIN = '{"type":"begin"}';

describe('the turn', () => {
  it.each<[string, string[], EventDraft[], object]>([
    ['has not begun', [], [], { busy: true, turn: false, clean: false }],
    ['is open', [BEGIN], [{ type: 'turn_start' }], { busy: true, turn: true, clean: false }],
    [
      'has ended',
      [BEGIN, '{"type":"end"}'],
      [{ type: 'turn_start' }, { type: 'turn_end' }],
      { busy: false, turn: false, clean: true },
    ],
    [
      'has failed',
      [BEGIN, '{"type":"fail"}'],
      [{ type: 'turn_start' }, { type: 'turn_end', outcome: OUTCOME }],
      { busy: false, turn: false, clean: true },
    ],
    [
      'has failed before it began',
      ['{"type":"fail"}'],
      [{ type: 'outcome', outcome: OUTCOME }],
      { busy: false, turn: false, clean: true },
    ],
  ])('%s', (_what, lines, drafts, state) => {
    const { dialect, drafts: told } = play(...lines);
    expect(told).toEqual(drafts);
    expect(dialect.state).toMatchObject(state);
  });
});

describe('an exit', () => {
  it.each([{}, { asked: 'abort' }] as const)('tells a failure that waits for the end of its turn: %j', (info) => {
    const { turn, dialect } = play(BEGIN);
    Object.assign(turn, { failure: OUTCOME });
    expect(dialect.exit(exit(info)).drafts[0]).toEqual({
      type: 'debug',
      level: 'warn',
      message: 'The agent reported a failure, and left before the end of its turn: no',
    });
  });

  it.each<[string, string[]]>([
    ['that has ended', [BEGIN, '{"type":"end"}']],
    ['that has failed', [BEGIN, '{"type":"fail"}']],
  ])('tells a failure that came after the end of a turn %s, and says so', (_what, lines) => {
    const { turn, dialect } = play(...lines);
    Object.assign(turn, { failure: MISSING });
    expect(dialect.exit(exit({ code: 0 })).drafts).toEqual([
      {
        type: 'debug',
        level: 'warn',
        message: 'The agent reported a failure after the end of its turn: no such session',
      },
    ]);
  });

  it('tells a failure before any turn as one that its turn would have ended with', () => {
    const { turn, dialect } = play();
    Object.assign(turn, { failure: MISSING });
    expect(dialect.exit(exit({ asked: 'abort' })).drafts).toMatchObject([
      { message: 'The agent reported a failure, and left before the end of its turn: no such session' },
    ]);
  });

  const CRASH = { type: 'crash', exitCode: 1, stderr: 'bad' } as const;

  it.each<[string, string[], Partial<ExitInfo>, EventDraft[]]>([
    ['after the end says nothing', [BEGIN, '{"type":"end"}'], { code: 0 }, []],
    ['after a failure says nothing more', [BEGIN, '{"type":"fail"}'], {}, []],
    ['after the end with a code is a crash', [BEGIN, '{"type":"end"}'], {}, [{ type: 'outcome', outcome: CRASH }]],
    ['in the turn is a crash', [BEGIN], {}, [{ type: 'turn_end', outcome: CRASH }]],
    [
      'before anything is a crash, whatever its code',
      [],
      { code: 0 },
      [{ type: 'outcome', outcome: { ...CRASH, exitCode: 0 } }],
    ],
    ['may have a meaning of its own', [], { stderr: 'no such session' }, [{ type: 'outcome', outcome: MISSING }]],
    ['may have one in the turn', [BEGIN], { stderr: 'no such session' }, [{ type: 'turn_end', outcome: MISSING }]],
    [
      'that was asked for is what was asked for',
      [BEGIN],
      { stderr: 'no such session', asked: 'interrupt' },
      [{ type: 'turn_end', outcome: { type: 'interrupted' } }],
    ],
    ['of an abort is the business of the host', [BEGIN], { asked: 'abort' }, []],
  ])('%s', (_what, lines, info, drafts) => {
    expect(play(...lines).dialect.exit(exit(info)).drafts).toEqual(drafts);
  });
});

describe('a line', () => {
  it.each([
    ['of stdin is the prompt', 'stdin', BEGIN, []],
    ['of stderr is a log', 'stderr', BEGIN, [{ type: 'log', source: 'stderr', line: BEGIN }]],
    ['that is empty is nothing', 'stdout', '', []],
    ['of plain words is a log', 'stdout', 'Hello', [{ type: 'log', source: 'stdout', line: 'Hello' }]],
    ['of JSON that is no object is a log', 'stdout', '[1]', [{ type: 'log', source: 'stdout', line: '[1]' }]],
    ['that is broken is an error', 'stdout', '{"type":', [expect.objectContaining({ code: 'PARSE_ERROR' })]],
  ] as const)('%s', (_what, source, line, drafts) => {
    expect(play().dialect.parseEvent(line, { source }).drafts).toEqual(drafts);
  });
});

it('asks nothing and takes nothing', () => {
  const { dialect } = play();
  expect([
    dialect.open(),
    dialect.close(),
    dialect.prompt({ text: 'x' }),
    dialect.steer({ text: 'x' }),
    dialect.respond('x', { type: 'approve' }),
    dialect.interrupt(),
  ]).toEqual([{ write: [] }, { write: [] }, { write: [] }, undefined, 'gone', { write: [], signal: 'SIGINT' }]);
});
