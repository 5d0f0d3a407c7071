/** The fold that all projections share. */

import { describe, expect, it } from 'vitest';
import {
  approval,
  call,
  callReady,
  message,
  onLane,
  result,
  spawn,
  thinking,
} from '../../../events/src/testing/journal.ts';
import { CORNER_JOURNALS } from '../testing/corner-journals.ts';
import {
  answers,
  asked,
  by,
  closes,
  delivered,
  FIRST,
  type Line,
  opens,
  runOf,
  SESSION,
  says,
  step,
  turn,
  usage,
  whole,
  writeJournal,
} from '../testing/write-journal.ts';
import { advance } from './advance.ts';
import { argumentsOf, inputObject, toText } from './calls.ts';
import { createModel, finalText, type Model, totalCost, totalUsage, treeCause, untoldQuestions } from './model.ts';
import type { Moment } from './moment.ts';
import { seenCause, sessionIdOf } from './runs.ts';

interface Folded {
  readonly model: Model;
  readonly moments: readonly Moment[];
}

function foldLines(lines: readonly Line[]): Folded {
  const model = createModel();
  return { model, moments: writeJournal(lines).map((entry) => ({ ...advance(model, entry) })) };
}

function foldCorner(name: string): Folded {
  const found = CORNER_JOURNALS.find((journal) => journal.name === name);
  if (found === undefined) {
    throw new Error(`There is no journal ${name}`);
  }
  const model = createModel();
  return { model, moments: found.entries.map((entry) => ({ ...advance(model, entry) })) };
}

/** The cycles that have ended, by actor: their numbers with the calls that they asked for. */
function cyclesOf({ moments }: Folded): readonly string[] {
  return moments.flatMap(({ ended, actor }) =>
    ended === null
      ? []
      : [`${actor.lane ?? 'main'} ${ended.number}: ${ended.calls.join(' ')} (${ended.usage.inputTokens})`],
  );
}

describe('generation cycles', () => {
  it('R-3: are the steps, where a turn tells its steps', () => {
    expect(cyclesOf(foldCorner('two steps with a call'))).toEqual(['main 1: c1 (10)', 'main 2:  (20)']);
  });

  it('R-3: begin with the first output after all calls have ended, where it does not', () => {
    const lines = whole(
      ...turn(
        0,
        ...thinking('Hm'),
        ...message('I look'),
        ...callReady('c1'),
        ...callReady('c2'),
        result('c2'),
        result('c1'),
        usage(4),
      ),
      ...turn(1, ...message('Done'), ...call('c3'), ...message('Really')),
    );
    expect(cyclesOf(foldLines(lines))).toEqual(['main 1: c1 c2 (4)', 'main 2: c3 (0)', 'main 3:  (0)']);
  });

  it('R-3: go on while a call runs, and do not begin where nothing comes out', () => {
    const lines = whole(
      ...turn(0),
      ...turn(1, ...callReady('c1'), ...callReady('c2'), result('c1'), ...message('Still'), result('c2')),
    );
    expect(cyclesOf(foldLines(lines))).toEqual(['main 1: c1 c2 (0)']);
  });

  it("R-3: are each lane's own", () => {
    const lines = whole(
      ...turn(0, spawn('l1'), ...onLane('l1', [...call('c1'), ...message('Seen'), ...call('c2'), ...message('Done')])),
    );
    const { model } = foldLines(lines);
    expect(Object.values(model.actors).map(({ lane, cycles }) => [lane, cycles])).toEqual([
      [null, 1],
      ['l1', 3],
    ]);
  });

  it.each<[string, Line]>([
    ['the first outcome of a call', result('c1')],
    ['a question', approval('i1', 'c1')],
    ['usage', usage(1)],
    ['the end of the step', { type: 'step_end', turnIndex: 0, stepIndex: 0 }],
    ['the end of the turn', { type: 'turn_end', turnIndex: 0 }],
  ])('R-3: are answered with %s', (_what, line) => {
    const before = [opens(), FIRST, SESSION, { type: 'turn_start', turnIndex: 0 } as const, ...callReady('c1')];
    const { moments } = foldLines([...before, line]);
    expect(moments.map(({ answered }) => answered?.number ?? 0)).toEqual([...before.map(() => 0), 1]);
  });
});

describe('actors', () => {
  it('R-4: stand one below who has called them, lanes within lanes too', () => {
    const { model } = foldCorner('a lane within a lane');
    expect(Object.values(model.actors).map(({ name, depth, parent }) => [name, depth, parent?.slice(26)])).toEqual([
      ['main', 0, undefined],
      ['scout', 1, ''],
      ['scout', 2, '/l1'],
    ]);
  });

  it('R-4: are called as the agent is, where nobody has told of them', () => {
    const { model } = foldLines([...onLane('l9', message('Hi'))]);
    expect(Object.values(model.actors).map(({ name, depth }) => `${name}@${depth}`)).toEqual(['claude@0', 'claude@1']);
  });

  it('R-4: are called as the agent is, where their name is empty', () => {
    const subagent = { subagentId: 'l1', agentName: '' } as const;
    const { model } = foldLines([
      opens({ name: '' }),
      ...turn(
        0,
        { type: 'subagent_spawn', ...subagent, prompt: '' },
        { type: 'subagent_result', ...subagent, summary: '' },
      ),
    ]);
    expect(Object.values(model.actors).map(({ name, depth }) => `${name}@${depth}`)).toEqual(['claude@0', 'claude@1']);
  });

  it('R-4: keep a call that ends on another lane', () => {
    const { moments } = foldCorner('a call that ends on another lane');
    const end = moments.find(({ entry }) => 'type' in entry && entry.type === 'tool_result');
    expect(end?.actor.lane).toBeNull();
    expect(end?.call?.id).toBe('c1');
  });
});

describe('calls', () => {
  it('R-5: have ids that no other run of the tree has', () => {
    const ids = foldCorner('a child').moments.flatMap(({ call: each, entry }) =>
      each !== null && 'type' in entry && entry.type === 'tool_result' ? [each.id] : [],
    );
    expect(ids).toEqual([`${runOf(1)}/c1`]);
  });

  it('R-5: show what was granted, also where the grant came first', () => {
    for (const name of ['an approval that changes the input', 'an approval before its call begins']) {
      const end = foldCorner(name).moments.find(({ entry }) => 'type' in entry && entry.type === 'tool_result');
      expect(end?.call).toMatchObject({ input: { command: 'ls -l' }, isChanged: true });
    }
    const { moments } = foldCorner('a grant that a stop overtakes');
    expect(moments.find(({ call: each }) => each?.isChanged === true)).toBeUndefined();
  });

  it('R-5: give their input as text and as an object', () => {
    const of = (input: unknown, readyAt: number | null = 1) => ({ input, readyAt, text: '{"a' });
    expect([of({ a: 1 }), of('{"a'), of(null), of(1, null)].map(argumentsOf)).toEqual([
      '{"a":1}',
      '{"a',
      'null',
      '{"a',
    ]);
    expect([{ a: 1 }, [1], 'x', null, undefined].map((input) => inputObject({ input }))).toEqual([
      { a: 1 },
      { value: [1] },
      { value: 'x' },
      {},
      {},
    ]);
    expect([toText(undefined), toText({ a: 1 }), toText('x')]).toEqual(['', '{"a":1}', 'x']);
  });
});

describe('questions', () => {
  const waiting = [
    opens(),
    FIRST,
    SESSION,
    { type: 'turn_start', turnIndex: 0 } as const,
    ...callReady('c1'),
    approval('i1', 'c1'),
  ];

  it('R-6: are told with what they offer, else with what comes next, else at the end', () => {
    const told = (lines: readonly Line[]) => foldLines(lines).moments.map((moment) => moment.told?.asked !== undefined);
    expect(foldLines([...waiting, asked('i1')]).moments.at(-1)?.told?.asked?.acceptsUpdatedInput).toBe(true);
    const next = foldLines([...waiting, result('c1')]).moments.at(-1);
    expect([next?.told?.id, next?.told?.asked]).toEqual(['i1', null]);
    expect(told(waiting)).not.toContain(true);
    expect(untoldQuestions(foldLines(waiting).model).map(({ id }) => id)).toEqual(['i1']);
  });

  it('R-6: are bound to the call that they name, else to the oldest of its name', () => {
    const { moments } = foldCorner('calls of one name asked for one after another');
    const bound = moments.flatMap(({ entry, call: each }) =>
      'type' in entry && entry.type === 'approval_request' ? [each?.id] : [],
    );
    expect(bound).toEqual(['c1', 'c2']);
  });

  it('R-6: are closed by their answer in words, and approvals by their grant or denial', () => {
    const closed = (name: string) => Object.keys(foldCorner(name).model.questions);
    expect([
      closed('a question in words'),
      closed('a form'),
      closed('an approval granted'),
      closed('an approval denied'),
    ]).toEqual([[], [], [], []]);
    const open = foldLines([...waiting, asked('i1'), answers('i1', { type: 'approve' })]).model.questions;
    expect(Object.values(open)[0]?.answer?.response).toEqual({ type: 'approve' });
  });
});

describe('prompts', () => {
  const heard = (lines: readonly Line[]) => foldLines(lines).moments.flatMap(({ prompt }) => prompt ?? []);

  it('R-7: have their place where they reach the agent', () => {
    const lines = [
      opens(),
      FIRST,
      says('p2', 'Two', 'new-turn'),
      delivered('p2', 'new-turn'),
      says('p3', 'Three', 'steer'),
      ...message('Hm'),
      delivered('p3', 'steered'),
      says('p4', 'Four', 'steer'),
      delivered('p4', 'new-turn'),
      says('p5', 'Five', 'steer'),
    ];
    expect(heard(lines).map(({ id, how }) => `${id} ${how}`)).toEqual([
      'p1 first',
      'p2 new-turn',
      'p3 steered',
      'p4 new-turn',
    ]);
    expect(Object.keys(foldLines(lines).model.runs[runOf(0)]?.prompts ?? {})).toEqual(['p5']);
  });
});

describe('a whole tree', () => {
  it('R-8: sums up tokens and money of all its runs', () => {
    const lines = [
      opens(),
      FIRST,
      usage(10),
      opens({ number: 1, depth: 1, parent: runOf(0) }),
      ...by(1, [usage(20), { type: 'cost', cost: { totalUsd: 0.5, inputTokens: 1, outputTokens: 1 } }, closes()]),
      opens({ number: 2, depth: 1, parent: runOf(0) }),
      ...by(2, [{ type: 'cost', cost: { totalUsd: 0.25, inputTokens: 7, outputTokens: 3, priced: false } }, closes()]),
    ];
    const { model } = foldLines(lines);
    expect(totalUsage(model)).toMatchObject({ inputTokens: 37, outputTokens: 13, cachedTokens: 4, reports: 2 });
    expect(totalCost(model)).toEqual({ usd: 0.75, priced: false });
    expect(totalCost(createModel())).toBeNull();
  });

  it.each([
    ['a message', 'completed', 'Hello'],
    ['a message without other entries', 'completed', 'Hello'],
    ['a crash without other entries', 'crash', 'Hi'],
    ['an open and no more', 'lost', ''],
    ['nothing at all', 'lost', ''],
    ['a handoff', 'completed', 'I know'],
    ['a handoff that nobody takes', 'lost', 'B will'],
    ['a handoff of a child', 'completed', 'Good'],
    ['a successor that is given up before its time', 'completed', 'I stay'],
    ['a successor of a run that fails', 'crash', 'Oh'],
    ['a child that fails', 'completed', 'It failed'],
  ])('R-8: ends as its front does: %s', (name, cause, text) => {
    const { model } = foldCorner(name);
    expect([treeCause(model), finalText(model)]).toEqual([cause, text]);
  });

  it('R-8: has no text where the run says that it has none', () => {
    expect(finalText(foldCorner('a text that was given up').model)).toBe('');
  });

  it('R-10: knows a run of which only events are there', () => {
    const run = Object.values(foldLines(turn(0, ...message('Hi'))).model.runs)[0];
    if (run === undefined) {
      throw new Error('There is no run');
    }
    expect([seenCause(run), sessionIdOf(run), run.turns]).toEqual(['lost', `transient-${runOf(0)}`, 1]);
  });

  it('R-9: counts artifacts by their versions, and what a shell has put out', () => {
    const { moments } = foldCorner('files and images');
    expect(
      moments.flatMap(({ artifact }) => (artifact === null ? [] : [`${artifact.id} ${artifact.version}`])),
    ).toEqual(['file:/w/a 1', 'file:/w/a 2', 'file:/w/a 3', 'file:/w/a 4', 'image:1 1']);
    const shells = foldCorner('shells with and without a call').moments.flatMap(({ shell, entry }) =>
      shell !== null && 'type' in entry && entry.type === 'shell_exit' ? [[shell.command, shell.isHeard]] : [],
    );
    expect(shells).toEqual([
      ['ls', true],
      ['true', false],
    ]);
  });

  it('R-3: has steps of a turn as cycles only as long as the turn goes on', () => {
    const lines = whole(
      ...turn(0, ...step(0, ...call('c1'))),
      { type: 'turn_start', turnIndex: 1 },
      ...call('c2'),
      ...message('Done'),
      { type: 'turn_end', turnIndex: 1 },
    );
    expect(cyclesOf(foldLines(lines))).toEqual(['main 1: c1 (0)', 'main 2: c2 (0)', 'main 3:  (0)']);
  });
});
