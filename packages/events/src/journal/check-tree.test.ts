import { describe, expect, it } from 'vitest';
import { journal, message, run, START, turn } from '../testing/journal.ts';
import { SAMPLE_ENTRIES } from '../testing/sample-entries.ts';
import {
  type Cause,
  checkTree,
  createTreeChecker,
  type JournalEntry,
  type RunHeader,
  TREE_RULES,
  type TreeEntry,
  type TreeRule,
} from './index.ts';

type Kind<E extends string> = Extract<JournalEntry, { readonly entry: E }>;

const sample = <E extends string>(kind: E): Kind<E> =>
  SAMPLE_ENTRIES.find(({ entry }) => entry === kind) as unknown as Kind<E>;
const idOf = (name: string): string => `01JAAAAAAAAAAAAAAAAAAAAAA${name.toUpperCase()}`;

function header(name: string, fields: Partial<RunHeader> = {}): RunHeader {
  const { parent: _parent, handoffFrom: _from, parentCall: _call, ...rest } = sample('open').header;
  const runId = idOf(name);
  return { ...rest, runId, name, root: idOf('a'), contextId: 'chat', depth: 0, path: [name], ...fields };
}

const A = header('a');
const B = header('b', { parent: idOf('a'), depth: 1, path: ['a', 'b'] });
const C = header('c', { parent: idOf('a'), depth: 1, path: ['a', 'c'], handoffFrom: idOf('b') });
const D = header('d', { handoffFrom: idOf('a') });
const IDLE = header('e', { handoffFrom: idOf('a') });

const IDLE_LATE = header('g', { handoffFrom: idOf('d') });

const at = { timestamp: START };
const opens = (run: RunHeader): JournalEntry => ({ ...at, entry: 'open', runId: run.runId, header: run });
const closes = ({ runId }: RunHeader, handoffTo?: RunHeader, cause: Cause = 'completed'): JournalEntry => {
  const { handoffTo: _to, ...close } = sample('close');
  return { ...close, cause, runId, ...(handoffTo === undefined ? {} : { handoffTo: handoffTo.runId }) };
};
const note = ({ runId }: RunHeader): JournalEntry => ({ ...sample('note'), runId });
const words = journal(run(...turn(0, ...message('hi'))));
const said = (by: RunHeader): readonly JournalEntry[] => words.map((event) => ({ ...event, runId: by.runId }));
const prompt = ({ runId }: RunHeader): JournalEntry => {
  return { ...at, entry: 'input', runId, input: 'prompt', by: { kind: 'program' }, id: 'p', text: 'go', as: 'first' };
};

/** A calls B, which hands over to C; a successor of A is withdrawn; A hands over to D. */
const GOOD: readonly (readonly [RunHeader, JournalEntry])[] = [
  [A, opens(A)],
  [A, prompt(A)],
  [B, opens(B)],
  [B, prompt(B)],
  ...said(B).map((entry) => [B, entry] as const),
  [IDLE, opens(IDLE)],
  [IDLE, closes(IDLE, undefined, 'aborted')],
  [B, closes(B, C)],
  [C, opens(C)],
  [C, closes(C)],
  ...said(A).map((entry) => [A, entry] as const),
  [A, closes(A, D)],
  [D, opens(D)],
  [D, prompt(D)],
  ...said(D).map((entry) => [D, entry] as const),
  [D, closes(D)],
];
const tree = (pairs: typeof GOOD): TreeEntry[] => pairs.map(([run, entry], pos) => ({ pos, run, entry }));
const place = (run: RunHeader, kind: 'open' | 'close'): number =>
  GOOD.findIndex(([, entry]) => 'entry' in entry && entry.entry === kind && entry.runId === run.runId);
const without = (index: number): typeof GOOD => GOOD.toSpliced(index, 1);
const moved = (from: number, to: number): typeof GOOD => {
  const pair = GOOD[from] as (typeof GOOD)[number];
  return GOOD.toSpliced(from, 1).toSpliced(to, 0, pair);
};
const reopened = (run: RunHeader, as: Partial<RunHeader>): typeof GOOD => {
  const changed = { ...run, ...as };
  return GOOD.map(([by, entry]) => {
    const isOpen = entry.runId === run.runId && 'entry' in entry && entry.entry === 'open';
    return [by.runId === run.runId ? changed : by, isOpen ? opens(changed) : entry] as const;
  });
};

/** At least one tree for each rule, which breaks that rule and no other. */
const WRONG: readonly { readonly rule: TreeRule; readonly what: string; readonly entries: readonly TreeEntry[] }[] = [
  {
    rule: 'T-pos',
    what: 'a place that is left out',
    entries: tree(GOOD).map((e) => (e.pos > 3 ? { ...e, pos: e.pos + 1 } : e)),
  },
  {
    rule: 'T-run',
    what: 'an entry under the header of another run',
    entries: tree(GOOD.with(5, [A, said(B)[1] as JournalEntry])),
  },
  { rule: 'T-run', what: 'a run that was never opened', entries: tree([...GOOD, [header('f'), note(header('f'))]]) },
  {
    rule: 'T-root',
    what: 'a run that nobody has called',
    entries: tree(GOOD.toSpliced(2, 0, [header('f'), opens(header('f'))], [header('f'), closes(header('f'))])),
  },
  { rule: 'T-root', what: 'a run of another context', entries: tree(reopened(B, { contextId: 'other' })) },
  {
    rule: 'T-call',
    what: 'the wrong depth',
    entries: tree(reopened(B, { depth: 2 }))
      .filter(({ run }) => run.runId !== C.runId)
      .map((e, pos) => ({ ...e, pos }))
      .map((e) =>
        'entry' in e.entry && e.entry.entry === 'close' && e.run.runId === B.runId ? { ...e, entry: closes(B) } : e,
      ),
  },
  {
    rule: 'T-call',
    what: 'a caller that is over',
    entries: tree([
      ...GOOD,
      ...(['f'] as const).flatMap((name) => {
        const late = header(name, { parent: idOf('d'), depth: 1, path: ['d', name] });
        return [
          [late, opens(late)],
          [late, closes(late)],
        ] as const;
      }),
    ]),
  },
  { rule: 'T-close', what: 'a caller that closes first', entries: tree(moved(place(C, 'close'), GOOD.length - 1)) },
  {
    rule: 'T-handoff',
    what: 'something between a close and its successor',
    entries: tree(GOOD.toSpliced(place(C, 'open'), 0, [A, note(A)]))
      .filter(({ run }) => run.runId !== C.runId)
      .map((e, pos) => ({ ...e, pos })),
  },
  { rule: 'T-handoff', what: 'a successor at another depth', entries: tree(reopened(D, { depth: 1 })) },
  {
    rule: 'T-handoff',
    what: 'a successor that never opens',
    entries: tree(GOOD.filter(([run]) => run.runId !== D.runId)),
  },
  {
    rule: 'T-successor',
    what: 'a successor of a run that has failed',
    entries: tree(GOOD.with(place(A, 'close'), [A, closes(A, D, 'crash')])),
  },
  {
    rule: 'T-successor',
    what: 'a withdrawn successor that is completed',
    entries: tree(GOOD.with(place(IDLE, 'close'), [IDLE, closes(IDLE)])),
  },
  {
    rule: 'T-handoff',
    what: 'a successor of a run that is over',
    entries: tree([...GOOD, [IDLE_LATE, opens(IDLE_LATE)], [IDLE_LATE, closes(IDLE_LATE, undefined, 'aborted')]]),
  },
  {
    rule: 'T-successor',
    what: 'a withdrawn successor that speaks',
    entries: tree(
      GOOD.toSpliced(
        place(IDLE, 'open') + 1,
        0,
        [IDLE, prompt(IDLE)],
        ...said(IDLE).map((entry) => [IDLE, entry] as const),
      ),
    ),
  },
];

const OTHER = header('f', { parent: idOf('a'), depth: 1, path: ['a', 'f'] });
const LOST = header('d', { handoffFrom: idOf('x') });
const MISSING = GOOD.findIndex(([, entry]) => 'type' in entry && entry.type === 'message_stop');

/** Trees, open at their ends, with everything that is told of them: rule, run, place and words. */
const TOLD: readonly { readonly what: string; readonly entries: typeof GOOD; readonly told: readonly unknown[][] }[] = [
  ...[{ root: idOf('b') }, { parent: idOf('b') }, { handoffFrom: idOf('b') }, { depth: 1 }].map((fields) => ({
    what: `a first run with the ${Object.keys(fields)} of another`,
    entries: [[header('a', fields), opens(header('a', fields))]] as const,
    told: [['T-root', 'A', 0, 'the first run is no root']],
  })),
  {
    what: 'a run that is opened twice',
    entries: GOOD.toSpliced(2, 0, [A, opens(A)]),
    told: [
      ['T-run', 'A', 2, 'a run with this id was opened before'],
      ['J-open', 'A', 2, 'the run is opened again'],
    ],
  },
  {
    what: 'an entry of a run that was not opened',
    entries: GOOD.toSpliced(3, 0, [OTHER, note(OTHER)]),
    told: [['T-run', 'F', 3, 'its run was not opened']],
  },
  {
    what: 'a caller that closes before what it has called',
    entries: GOOD.toSpliced(2, 0, [OTHER, opens(OTHER)]),
    told: [['T-close', 'A', place(A, 'close') + 1, `run ${idOf('f')}, which it has called, is open`]],
  },
  {
    what: 'a successor of a run that nobody knows',
    entries: [
      [A, opens(A)],
      [LOST, opens(LOST)],
    ],
    told: [['T-handoff', 'D', 1, `it does not stand where run ${idOf('x')} did`]],
  },
  {
    what: 'a run that does not take over, and has entries',
    entries: [
      [A, opens(A)],
      [IDLE, opens(IDLE)],
      [IDLE, note(IDLE)],
      ...said(IDLE)
        .slice(0, 1)
        .map((e) => [IDLE, e] as const),
    ],
    told: [
      ['T-successor', 'E', 2, 'note of a run that does not take over'],
      ['T-successor', 'E', 3, 'session_start of a run that does not take over'],
    ],
  },
  {
    what: 'an event that is missing in a run',
    entries: without(MISSING),
    told: [
      ['D-seq', 'B', MISSING, 'seq 5 where 4 was to come'],
      ['M-19', 'B', MISSING, 'message is open at turn_end'],
    ],
  },
];

describe('a tree', () => {
  it('has rules in words', () => {
    expect(Object.values(TREE_RULES).filter((words) => !/^\S+( \S+)+$/.test(words))).toEqual([]);
  });

  it('is in order', () => {
    expect(checkTree(tree(GOOD))).toEqual([]);
  });

  it('may lack its end where its host died, anywhere', () => {
    for (let length = 1; length <= GOOD.length; length++) {
      expect(checkTree(tree(GOOD.slice(0, length)), { mayBeOpen: true })).toEqual([]);
    }
  });

  it.each(WRONG)('breaks $rule with $what', ({ rule, entries }) => {
    expect([...new Set(checkTree(entries).map((violation) => violation.rule))]).toEqual([rule]);
  });

  it.each(TOLD)('is told of all that is wrong, and of nothing twice: $what', ({ entries, told }) => {
    const found = checkTree(tree(entries), { mayBeOpen: true });
    expect(found.map(({ rule, runId, place, message: words }) => [rule, runId.at(-1), place, words])).toEqual(told);
  });

  it('is broken by an example for every rule', () => {
    expect(Object.keys(TREE_RULES).filter((rule) => !WRONG.some((wrong) => wrong.rule === rule))).toEqual([]);
  });

  it('is not compared by its texts where a secret was hidden in the header of a run', () => {
    const hidden = header('b', { parent: idOf('a'), depth: 1, path: ['***', 'b'], contextId: '***' });
    const foundWith = (redacted: 'yes' | 'maybe' | 'no') => {
      const checker = createTreeChecker({ mayBeOpen: true });
      checker.push({ pos: 0, run: A, entry: opens(A) });
      checker.push({ pos: 1, run: hidden, entry: opens(hidden) }, { redacted });
      return checker.end().map(({ rule }) => rule);
    };
    expect((['no', 'maybe', 'yes'] as const).map(foundWith)).toEqual([['T-root', 'T-call'], ['T-root', 'T-call'], []]);
  });
});
