import { describe, expect, it } from 'vitest';
import { journal, message, RUN_ID, run, START, turn } from '../testing/journal.ts';
import { SAMPLE_ENTRIES } from '../testing/sample-entries.ts';
import { checkEntries, isEventEntry, JOURNAL_RULES, type JournalEntry, type JournalRule } from './index.ts';

type Kind = Exclude<JournalEntry, { readonly type: string }>;

const base = { runId: RUN_ID, timestamp: START };
const by = { kind: 'program' } as const;
const sample = (kind: Kind['entry']): Kind => SAMPLE_ENTRIES.find(({ entry }) => entry === kind) as Kind;
const OPEN: Kind = sample('open');
const CLOSE: Kind = sample('close');
const prompt = (id: string, as: 'first' | 'new-turn' | 'steer'): Kind => {
  return { ...base, entry: 'input', input: 'prompt', by, id, text: 'go', as };
};
const delivered = (id: string): Kind => ({ ...base, entry: 'delivered', id, delivered: 'new-turn' });
const over: Kind = { ...base, entry: 'turn', id: 'p1', outcome: 'completed' };
const control = (action: 'pause' | 'abort'): Kind => ({ ...base, entry: 'input', input: 'control', by, action });
const asked: Kind = { ...base, entry: 'asked', interactionId: 'i1', scopes: ['once'], acceptsUpdatedInput: false };
const answer = (interactionId: string, rule?: 'stopping' | 'timeout'): Kind => ({
  ...base,
  entry: 'input',
  input: 'answer',
  by: rule === undefined ? by : { kind: 'policy', rule },
  interactionId,
  response: { type: 'approve' },
});

const events = journal(
  run(
    ...turn(
      0,
      ...message('a'),
      {
        type: 'approval_request',
        interactionId: 'i1',
        action: 'Run',
        detail: 'ls',
        toolName: 'Bash',
        riskLevel: 'low',
      },
      { type: 'approval_granted', interactionId: 'i1' },
      { type: 'paused' },
      { type: 'resumed' },
    ),
  ),
);
const at = (type: string): number => events.findIndex((event) => event.type === type);
const GOOD: readonly JournalEntry[] = [
  OPEN,
  prompt('p1', 'first'),
  ...events.slice(0, 1),
  delivered('p1'),
  ...events.slice(1, at('approval_request') + 1),
  asked,
  answer('i1'),
  ...events.slice(at('approval_granted'), at('paused')),
  prompt('p2', 'steer'),
  control('pause'),
  ...events.slice(at('paused')),
  over,
  CLOSE,
];

const place = (is: (entry: JournalEntry) => boolean): number => GOOD.findIndex(is);
const kind = (name: Kind['entry']) => (entry: JournalEntry) => !isEventEntry(entry) && entry.entry === name;
const without = (index: number): JournalEntry[] => GOOD.toSpliced(index, 1);
const withOne = (index: number, entry: JournalEntry): JournalEntry[] => GOOD.toSpliced(index, 0, entry);

/** A question that is told, and something else before its offer. */
const QUESTION = journal(
  run(
    { type: 'approval_request', interactionId: 'i1', action: 'Run', detail: 'ls', riskLevel: 'low' },
    { type: 'log', source: 'stderr', line: 'x' },
    { type: 'approval_granted', interactionId: 'i1' },
  ),
);

/** At least one journal for each rule, which breaks that rule and no other. */
const WRONG: readonly {
  readonly rule: JournalRule;
  readonly what: string;
  readonly entries: readonly JournalEntry[];
}[] = [
  { rule: 'J-open', what: 'no entry at all', entries: [] },
  { rule: 'J-open', what: 'a second open', entries: withOne(5, OPEN) },
  { rule: 'J-open', what: 'an entry of another run', entries: withOne(5, { ...sample('note'), runId: 'other' }) },
  { rule: 'J-first', what: 'a first prompt that is the second', entries: withOne(6, prompt('p9', 'first')) },
  { rule: 'J-first', what: 'an entry before the first prompt', entries: withOne(1, sample('note')) },
  {
    rule: 'J-first',
    what: 'a steer without a first prompt',
    entries: GOOD.filter((entry) => !('id' in entry && entry.id === 'p1')),
  },
  { rule: 'J-prompt', what: 'two prompts with one id', entries: withOne(8, prompt('p1', 'new-turn')) },
  { rule: 'J-delivered', what: 'a prompt that nobody said', entries: withOne(8, delivered('p7')) },
  { rule: 'J-delivered', what: 'a prompt that is delivered twice', entries: withOne(8, delivered('p1')) },
  { rule: 'J-turn', what: 'the end of a turn that nobody asked for', entries: withOne(8, { ...over, id: 'p7' }) },
  { rule: 'J-turn', what: 'a turn that is over twice', entries: withOne(place(kind('turn')), over) },
  { rule: 'J-asked', what: 'an offer without its question', entries: withOne(3, { ...asked, interactionId: 'i7' }) },
  { rule: 'J-asked', what: 'an offer that is told twice', entries: withOne(place(kind('asked')), asked) },
  {
    rule: 'J-asked',
    what: 'an offer behind something else',
    entries: withOne(place(kind('asked')), sample('note')),
  },
  {
    rule: 'J-asked',
    what: 'an offer behind an entry of a later version that names its question too',
    entries: withOne(place(kind('asked')), JSON.parse(JSON.stringify({ ...asked, entry: 'shown' }))),
  },
  {
    rule: 'J-asked',
    what: 'an offer behind another event',
    entries: [...[OPEN, prompt('p1', 'first')], ...QUESTION.slice(0, 3), asked, ...QUESTION.slice(3), CLOSE],
  },
  { rule: 'J-answer', what: 'an answer to nothing', entries: withOne(8, answer('i7')) },
  { rule: 'J-answer', what: 'a second answer', entries: withOne(place(kind('asked')) + 2, answer('i1', 'timeout')) },
  {
    rule: 'J-cause',
    what: 'a pause that nobody asked for',
    entries: without(place((entry) => entry === GOOD.find((e) => 'action' in e && e.action === 'pause'))),
  },
  {
    rule: 'J-cause',
    what: 'an abort that nobody asked for',
    entries: [OPEN, prompt('p1', 'first'), ...journal([{ type: 'aborted' }]), CLOSE],
  },
  { rule: 'J-close', what: 'no close', entries: GOOD.slice(0, -1) },
  { rule: 'J-close', what: 'a note behind close', entries: [...GOOD, sample('note')] },
  { rule: 'J-close', what: 'a second close', entries: [...GOOD, CLOSE] },
];

describe('a journal', () => {
  it('is in order', () => {
    expect(checkEntries(GOOD)).toEqual([]);
    expect(checkEntries([OPEN, CLOSE])).toEqual([]);
  });

  it('may lack its end where its host died, anywhere', () => {
    for (let length = 1; length <= GOOD.length; length++) {
      expect(checkEntries(GOOD.slice(0, length), { mayBeOpen: true })).toEqual([]);
    }
  });

  it('may have several pauses that are told late, but no more than were asked for', () => {
    const pauses = journal(
      run(
        { type: 'paused' },
        { type: 'resumed' },
        { type: 'paused' },
        { type: 'resumed' },
        ...turn(0, ...message('a')),
      ),
    );
    const told = (asked: number) => [
      ...[OPEN, prompt('p1', 'first'), ...Array.from({ length: asked }, () => control('pause'))],
      ...[...pauses, over, CLOSE],
    ];
    expect(checkEntries(told(2))).toEqual([]);
    expect(checkEntries(told(1)).map(({ rule }) => rule)).toEqual(['J-cause']);
  });

  it('may have another answer of a rule that stops the run', () => {
    expect(checkEntries(withOne(place(kind('asked')) + 2, answer('i1', 'stopping')))).toEqual([]);
  });

  it.each(WRONG)('breaks $rule with $what', ({ rule, entries }) => {
    const found = checkEntries(entries);
    expect([...new Set(found.map((violation) => violation.rule))]).toEqual([rule]);
    expect(found.filter(({ message: words }) => !/^\S+ .*\S \S+$/.test(words))).toEqual([]);
  });

  it.each<[string, readonly JournalEntry[], string]>([
    ['begins with something else', GOOD.slice(1), 'input is the first entry'],
    ['begins with an event', events.slice(0, 1), `${events[0]?.type} is the first entry`],
    ['has an entry of another run', withOne(2, { ...sample('note'), runId: 'other' }), 'note is of run other'],
  ])('says which entry it is that is out of place: it %s', (_what, entries, message) => {
    expect(checkEntries(entries)).toContainEqual({ rule: 'J-open', place: expect.any(Number), message });
  });

  it('has rules in words', () => {
    expect(Object.values(JOURNAL_RULES).filter((words) => !/^\S+( \S+)+$/.test(words))).toEqual([]);
  });

  it('is broken by an example for every rule', () => {
    expect(Object.keys(JOURNAL_RULES).filter((rule) => !WRONG.some((wrong) => wrong.rule === rule))).toEqual([]);
  });

  it('breaks the rules of its events at its end too, where it has events', () => {
    const found = checkEntries([OPEN, prompt('p1', 'first'), ...events.slice(0, 1), CLOSE]);
    expect(found).toEqual([{ rule: 'M-15', place: undefined, message: 'session_end is missing' }]);
  });

  it.each([
    [4, []],
    [undefined, ['M-19']],
    ['4', ['M-19']],
  ])('has the beginning of a long text where its header sets a bound: %j', (maxTextBytes, broken) => {
    const { header } = OPEN as Extract<Kind, { entry: 'open' }>;
    const options = { ...header.options, ...(maxTextBytes === undefined ? {} : { maxTextBytes }) };
    const open: Kind = { ...base, entry: 'open', header: { ...header, options } };
    const cut = journal(run(...turn(0, ...message('a long text').slice(0, 2), { type: 'message_stop', text: 'a lo' })));
    expect(checkEntries([open, ...cut, CLOSE]).map(({ rule }) => rule)).toEqual(broken);
  });

  it('breaks the rules of its events too, at their place', () => {
    const index = place((entry) => 'type' in entry && entry.type === 'message_stop');
    expect(checkEntries(without(index))).toContainEqual({
      rule: 'D-seq',
      place: index,
      message: expect.stringContaining('seq'),
    });
    const yolo = { ...OPEN, header: { ...(OPEN as Extract<Kind, { entry: 'open' }>).header, approvalMode: 'yolo' } };
    expect(checkEntries([yolo as JournalEntry, ...GOOD.slice(1)]).map(({ rule }) => rule)).toEqual(['M-32']);
  });
});
