import { describe, expect, it } from 'vitest';
import { EVENT_CATEGORY } from '../event-types.ts';
import type { AgentEvent } from '../events.ts';
import { BLOCKS } from '../testing/illegal/blocks.ts';
import { CALLS } from '../testing/illegal/calls.ts';
import { CONTROL } from '../testing/illegal/control.ts';
import { type Illegal, start } from '../testing/illegal/illegal.ts';
import { INTERACTIONS } from '../testing/illegal/interactions.ts';
import { JOURNAL } from '../testing/illegal/journal.ts';
import { SESSION } from '../testing/illegal/session.ts';
import { SUBAGENTS } from '../testing/illegal/subagents.ts';
import { TURNS } from '../testing/illegal/turns.ts';
import { broken, journal, message, run, turn, type Unstamped } from '../testing/journal.ts';
import { SAMPLE_EVENTS } from '../testing/sample-events.ts';
import { checkStream } from './checker.ts';
import { RULES } from './rules.ts';

const ALL: readonly Illegal[] = [
  ...JOURNAL,
  ...SESSION,
  ...TURNS,
  ...BLOCKS,
  ...CALLS,
  ...SUBAGENTS,
  ...INTERACTIONS,
  ...CONTROL,
];
const spoilt = ({ events, spoil = (all) => [...all] }: Illegal): AgentEvent[] => spoil(journal(events));

describe('a stream that breaks a rule', () => {
  it.each(ALL)('$rule: $name', (illegal) => {
    const rules = checkStream(spoilt(illegal), illegal.options).map(({ rule }) => rule);
    expect([...new Set(rules)]).toEqual([illegal.rule]);
  });

  const WITHIN = ['text', 'thinking', 'tool', 'file', 'shell', 'mcp', 'subagent', 'multimodal'];
  it.each(SAMPLE_EVENTS.filter(({ type }) => WITHIN.includes(EVENT_CATEGORY[type])))(
    'M-17: $type outside of a turn',
    (event) => {
      const { runId: _run, agent: _agent, timestamp: _time, seq: _seq, ...body } = event;
      const rules = checkStream(journal(run(body as Unstamped))).map(({ rule }) => rule);
      expect(rules).toContain('M-17');
    },
  );

  it('exists for every rule', () => {
    expect(Object.keys(RULES).filter((rule) => !ALL.some((illegal) => illegal.rule === rule))).toEqual([]);
  });

  it.each(ALL.filter(({ rule }) => rule.startsWith('D-')))('is none of a foreign stream: $rule: $name', (illegal) => {
    expect(checkStream(spoilt(illegal), { foreign: true })).toEqual([]);
  });

  it.each(ALL)('is told in words: $rule: $name', (illegal) => {
    const told = checkStream(spoilt(illegal), illegal.options).map(({ message }) => message);
    expect(told.filter((message) => !/^\S+ .*\S \S+$/.test(message))).toEqual([]);
  });

  it('is told of what is open where the stream just stops', () => {
    const events = journal(run(...turn(0, ...message('a').slice(0, 2)))).slice(0, -2);
    expect(checkStream(events).map(({ message: words }) => words)).toEqual([
      'session_end is missing',
      expect.stringMatching(/^turn is open at the end of the stream/),
      expect.stringMatching(/^message is open at the end of the stream/),
    ]);
  });

  it('is told with the place of its event in the stream where that has no number', () => {
    const events = journal(run(...turn(1))).map((event) => broken(event, { seq: undefined }));
    expect(checkStream(events, { foreign: true }).map(({ rule, seq }) => ({ rule, seq }))).toContainEqual({
      rule: 'M-16',
      seq: 1,
    });
  });

  it.each(Object.entries(RULES))('%s demands something in words', (_rule, demand) => {
    expect(demand).toMatch(/^\S+( \S+){2,}$/);
  });

  it('is told with its rule, its event and what is wrong', () => {
    expect(checkStream(journal(run(...turn(0, ...message('a').slice(0, 2)), ...turn(2))))).toEqual([
      { rule: 'M-19', seq: 4, message: 'message is open at turn_end' },
      { rule: 'M-16', seq: 5, message: 'turn 2 where 1 was to come' },
    ]);
    expect(checkStream(journal([start]))).toEqual([
      { rule: 'M-15', seq: undefined, message: 'session_end is missing' },
    ]);
  });
});
