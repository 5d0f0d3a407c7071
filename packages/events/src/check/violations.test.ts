import { describe, expect, it } from 'vitest';
import { EVENT_CATEGORY } from '../event-types.ts';
import type { AgentEvent } from '../events.ts';
import { BLOCKS } from '../testing/illegal/blocks.ts';
import { CALLS } from '../testing/illegal/calls.ts';
import { CONTROL } from '../testing/illegal/control.ts';
import {
  denied,
  fileEvents,
  granted,
  type Illegal,
  inTurn,
  mcpResult,
  mcpStart,
  shellExit,
  shellStart,
  start,
} from '../testing/illegal/illegal.ts';
import { INTERACTIONS } from '../testing/illegal/interactions.ts';
import { JOURNAL } from '../testing/illegal/journal.ts';
import { SESSION } from '../testing/illegal/session.ts';
import { SUBAGENTS } from '../testing/illegal/subagents.ts';
import { TURNS } from '../testing/illegal/turns.ts';
import {
  approval,
  broken,
  callReady,
  journal,
  message,
  onLane,
  result,
  run,
  spawn,
  step,
  subagentResult,
  thinking,
  turn,
  type Unstamped,
} from '../testing/journal.ts';
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
/** Streams with everything that is told of them, in order. */
const TOLD: readonly { readonly what: string; readonly events: readonly Unstamped[]; readonly told: string[] }[] = [
  {
    what: 'a turn and a step that end as another',
    events: run(
      { type: 'turn_start', turnIndex: 0 },
      { type: 'step_start', turnIndex: 0, stepIndex: 0, stepType: '' },
      { type: 'step_end', turnIndex: 0, stepIndex: 1 },
      { type: 'turn_end', turnIndex: 1 },
    ),
    told: ['M-18 step 0 ends as 1', 'M-16 turn 0 ends as 1'],
  },
  {
    what: 'steps that lie in no turn or say that they lie in another, and count for nothing',
    events: run(
      { type: 'step_start', turnIndex: 0, stepIndex: 4, stepType: '' },
      ...turn(0, { type: 'step_end', turnIndex: 1, stepIndex: 4 }, ...step(0)),
      { type: 'step_end', turnIndex: 0, stepIndex: 4 },
    ),
    told: ['M-18 step_start outside a turn', 'M-18 step_end says turn 1, not 0', 'M-18 step_end outside a turn'],
  },
  {
    what: 'a long path, of which the beginning is shown',
    events: run({ type: 'agentdoc_read', path: `${'0123456789'.repeat(8)}and more` }),
    told: [`D-path agentdoc_read: "${'0123456789'.repeat(8)}" is no absolute path`],
  },
  {
    what: 'calls that end as the other family',
    events: inTurn(
      mcpStart('m'),
      result('m', 'list'),
      mcpResult('m'),
      ...callReady('t', 'list'),
      mcpResult('t'),
      result('t', 'list'),
    ),
    told: ['M-23 tool_result of m, which is an MCP call', 'M-23 mcp_tool_result of t, which is a native call'],
  },
  {
    what: 'what a call does that was denied',
    events: inTurn(
      ...callReady('t'),
      approval('i', 't'),
      denied('i'),
      shellStart('t'),
      { type: 'shell_stdout_delta', delta: 'a', toolCallId: 't' },
      { type: 'shell_stderr_delta', delta: 'b', toolCallId: 't' },
      shellExit('t'),
      result('t'),
      ...fileEvents('/a', 't'),
    ),
    told: [
      ...['shell_start', 'shell_stdout_delta', 'shell_stderr_delta', 'shell_exit', 'tool_result'],
      ...['file_read', 'file_write', 'file_create', 'file_delete', 'file_patch'],
    ].map((type) => `D-grant ${type} of t, which was denied`),
  },
  {
    what: 'answers to what is no approval, and to none',
    events: run(
      { type: 'input_required', interactionId: 'q', question: '', source: 'agent' },
      granted('q'),
      denied('i'),
      approval('i'),
      granted('i'),
      denied('i'),
    ),
    told: [
      'M-30 approval_granted of q, which is no approval',
      'M-30 approval_denied of i, which nobody asked',
      'M-30 approval_denied of i, which is no longer open',
    ],
  },
  {
    what: 'a subagent that ends before it begins, and twice',
    events: inTurn(subagentResult('a'), spawn('a'), subagentResult('a'), subagentResult('a')),
    told: ['M-26 subagent_result of a, which was never spawned', 'M-26 subagent_result of a, which has ended'],
  },
  {
    what: 'a lane that is not finished when its subagent ends',
    events: inTurn(spawn('a'), ...onLane('a', [...message('x').slice(0, 2), approval('i')]), subagentResult('a')),
    told: ['M-19 message a is open at subagent_result', 'M-30 approval i is open at subagent_result'],
  },
  {
    what: 'a pause in which a turn ended, and another pause',
    events: run(
      { type: 'turn_start', turnIndex: 0 },
      { type: 'paused' },
      { type: 'turn_end', turnIndex: 0 },
      { type: 'resumed' },
      { type: 'paused' },
      { type: 'resumed' },
    ),
    told: ['M-34 turn_end between paused and resumed'],
  },
  {
    what: 'all that can be open when a run is aborted',
    events: run(
      { type: 'turn_start', turnIndex: 0 },
      { type: 'step_start', turnIndex: 0, stepIndex: 0, stepType: '' },
      ...callReady('t'),
      shellStart('t'),
      { type: 'shell_start', command: 'ls', cwd: '/' },
      { type: 'shell_start', command: 'ls', cwd: '/' },
      mcpStart('m'),
      spawn('a'),
      ...onLane('a', thinking('y').slice(0, 2)),
      ...message('x').slice(0, 2),
      approval('i'),
      { type: 'aborted' },
    ),
    told: [
      'M-16 turn',
      'M-18 step',
      'M-21 call t',
      'M-23 call m',
      'M-25 shell t',
      'M-25 shell without a call 1',
      'M-25 shell without a call 2',
      'M-26 subagent a',
      'M-20 thinking a',
      'M-19 message',
      'M-30 approval i',
    ].map((thing) => `${thing} is open at aborted`),
  },
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

  it.each(TOLD)('is told of all that is wrong, and of nothing twice: $what', ({ events, told }) => {
    expect(checkStream(journal(events)).map(({ rule, message: words }) => `${rule} ${words}`)).toEqual(told);
  });
});
