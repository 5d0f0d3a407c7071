/** The rules of AFK that no single stream shows, as far as the projection and the way back keep them. */
import { CAUSES } from '@agent-mux/events/journal';
import { describe, expect, it, vi } from 'vitest';
import { callReady, message, onLane, result, spawn, subagentResult } from '../../../events/src/testing/journal.ts';
import type { Answerable, OpenQuestion } from '../inbound.ts';
import { projectAll } from '../project.ts';
import { CORNER_JOURNALS } from '../testing/corner-journals.ts';
import { ENDS } from '../testing/corners/ends.ts';
import {
  answers,
  asked,
  closes,
  controls,
  delivered,
  FIRST,
  LEFT,
  type Line,
  opens,
  rests,
  SESSION,
  says,
  step,
  turn,
  usage,
  whole,
  writeJournal,
} from '../testing/write-journal.ts';
import { checkAfk } from './check.ts';
import { approve, cancel, decode, deny, interrupt, pause, provideInput, resume } from './inbound.ts';
import { type AfkOptions, afk } from './project/index.ts';
import type { AfkEvent } from './types.ts';

const corner = (name: string): AfkEvent[] => {
  const found = CORNER_JOURNALS.find((journal) => journal.name === name);
  if (found === undefined) {
    throw new Error(`There is no journal ${name}`);
  }
  return projectAll(found.entries, afk());
};
const of = (lines: readonly Line[], options?: AfkOptions): AfkEvent[] => projectAll(writeJournal(lines), afk(options));
const typesOf = (events: readonly AfkEvent[]): string[] => events.map(({ type }) => type);
const dataOf = (events: readonly AfkEvent[], type: AfkEvent['type']): unknown[] =>
  events.flatMap((event) => (event.type === type && 'data' in event ? [event.data] : []));

describe('afk', () => {
  it('A-2 A-4 A-5 A-21 A-1 A-24: tells the loop of the main agent, one step for each request to the model', () => {
    const lines = whole(...turn(0, ...callReady('c1'), usage(9), result('c1'), ...message('Done'), usage(12)));
    const wanted = [
      'run_started',
      'step_started',
      'llm_called',
      'llm_completed',
      'tool_batch_started',
      'tool_completed',
      'step_started',
      'llm_called',
      'llm_completed',
      'run_completed',
    ];
    expect(typesOf(of(lines))).toEqual(wanted);
    expect(of(lines).map((event) => event.step)).toEqual([undefined, 1, 1, 1, 1, 1, 2, 2, 2, 2]);
    const stepped = whole(...turn(0, ...step(0, ...message('One')), ...step(1, ...message('Two'))));
    expect(typesOf(of(stepped)).filter((type) => type === 'step_started')).toHaveLength(2);
  });

  it('A-2 A-20 A-17 A-19: starts with the first entry, says whether it resumes, and leaves out a model that is not known', () => {
    const [started] = of([opens({ resumes: 's1' })]);
    expect(started).toEqual({
      type: 'run_started',
      run_id: '01JZ8M3QK5V7W9X2Y4Z6A8B0CD',
      thread_id: '01JZ8M3QK5V7W9X2Y4Z6A8B0CD',
      state: 'running',
      data: { agent_name: 'main', resumed: true },
      schema_version: 'v1',
    });
    expect(of([opens()], { thread: 't1' })[0]?.thread_id).toBe('t1');
    const said = (more: object) =>
      dataOf(of([opens(more), FIRST, SESSION, ...turn(0, ...message('Hi'))]), 'llm_called');
    expect(said({})).toEqual([{}]);
    expect(said({ model: 'm', provider: 'p' })).toEqual([{ model: 'm', provider: 'p' }]);
  });

  it('A-19: tells the model that the CLI has told last, before the one that was asked for, and none of a subagent', () => {
    const used = { type: 'token_usage', inputTokens: 9, outputTokens: 5 } as const;
    const lines: readonly Line[] = [
      opens({ model: 'asked', provider: 'p' }),
      FIRST,
      { type: 'session_start', sessionId: 's1', resumed: false, model: 'set' },
      ...turn(0, ...callReady('c1'), { ...used, model: 'answered', provider: 'q' }, result('c1'), ...message('One')),
      ...turn(1, ...onLane('s1', [{ ...used, model: 'of-subagent' }]), ...message('Two')),
    ];
    expect(dataOf(of(lines), 'llm_called')).toEqual([
      { model: 'set', provider: 'p' },
      { model: 'answered', provider: 'q' },
      { model: 'answered', provider: 'q' },
    ]);
  });

  it('A-3 A-7 A-18: pauses for an approval, and for none that the mode refuses', () => {
    const isPause = (type: string): boolean => type === 'run_paused' || type === 'run_resumed';
    expect(typesOf(corner('an approval granted')).filter(isPause)).toEqual(['run_paused', 'run_resumed']);
    const refused = corner('an approval that the mode refuses');
    expect(typesOf(refused).filter(isPause)).toEqual([]);
    expect(dataOf(refused, 'policy_decision')).toMatchObject([
      { action: 'request_approval', policy_id: null },
      { action: 'deny', policy_id: 'approval-mode', matched_rules: ['approval-mode'] },
    ]);
  });

  it('A-3: tells the rule of the program by which an approval was granted or denied', () => {
    const decided = (answer: 'approve' | 'deny', rule?: string): Line[] => [
      { type: 'approval_request', interactionId: 'i1', action: 'Run', detail: 'ls', riskLevel: 'high' },
      asked('i1'),
      answers('i1', { type: answer }, { kind: 'program', ...(rule === undefined ? {} : { rule }) }),
      answer === 'approve'
        ? { type: 'approval_granted', interactionId: 'i1' }
        : { type: 'approval_denied', interactionId: 'i1', reason: 'no' },
    ];
    const rulesOf = (...lines: Line[]) => dataOf(of(whole(...turn(0, ...lines))), 'policy_decision');
    expect(rulesOf(...decided('approve', 'tests'))).toMatchObject([
      { action: 'request_approval', policy_id: null, matched_rules: [] },
      { action: 'allow', policy_id: 'tests', matched_rules: ['tests'] },
    ]);
    expect(rulesOf(...decided('deny', 'secrets'))[1]).toMatchObject({ policy_id: 'secrets', reason: 'no' });
    expect(rulesOf(...decided('approve'))[1]).toMatchObject({ policy_id: null, matched_rules: [] });
  });

  it('A-7 A-22 A-27: is paused once for two that wait at once, and with a message where the program has paused it', () => {
    const asks = (id: string): Line[] => [
      { type: 'approval_request', interactionId: id, action: 'Run', detail: 'ls', riskLevel: 'high' },
      asked(id),
    ];
    const grants = (id: string): Line[] => [
      answers(id, { type: 'approve' }),
      { type: 'approval_granted', interactionId: id },
    ];
    const both = of(whole(...turn(0, ...asks('i1'), ...asks('i2'), ...grants('i1'), ...grants('i2'))));
    expect(typesOf(both).slice(1, -1)).toEqual([
      'policy_decision',
      'run_paused',
      'policy_decision',
      'policy_decision',
      'run_resumed',
      'policy_decision',
    ]);
    expect(both.map(({ state }) => state).slice(2, 5)).toEqual(['paused', 'paused', 'paused']);
    const paused = of(whole(...turn(0, { type: 'paused' }, { type: 'resumed' })));
    expect(paused.slice(1, -1)).toMatchObject([
      { type: 'run_paused', message: 'The program has paused the run.' },
      { type: 'run_resumed', state: 'running' },
    ]);
  });

  it('A-4 A-7 A-22: tells how a request ended before the pause that follows its step', () => {
    const told = corner('a pause between two steps').map(({ type, state }) => `${type} ${state}`);
    expect(told.slice(2, 6)).toEqual([
      'llm_called running',
      'llm_completed running',
      'run_paused paused',
      'run_resumed running',
    ]);
  });

  it('A-7: goes on after a question of whose answer nobody tells, once its agent goes on', () => {
    const question: Line = { type: 'input_required', interactionId: 'q1', question: 'Which?', source: 'agent' };
    const events = of(
      whole(...turn(0, ...message('Hm'), usage(1), question, asked('q1')), ...turn(1, ...message('Blue'))),
    );
    expect(typesOf(events).slice(4, 7)).toEqual(['policy_decision', 'run_paused', 'run_resumed']);
  });

  it.each<[string, Line]>([
    ['a line that was lost', { type: 'error', code: 'PARSE_ERROR', message: '9 bytes were lost', recoverable: true }],
    ['a plugin', { type: 'plugin_error', pluginId: 'p', pluginName: 'p', error: 'no' }],
    ['the store', { type: 'debug', level: 'warn', message: 'The store does not keep this run any more: full.' }],
  ])('A-15: is degraded from the loss of %s on', (_what, loss) => {
    const lost = of(whole(...turn(0, loss, ...message('Hi'))));
    expect(lost.map(({ state }) => state)).toEqual([
      'running',
      'degraded',
      'degraded',
      'degraded',
      'degraded',
      'completed',
    ]);
    const passing = of(whole(...turn(0, { type: 'rate_limited', retryAfterMs: 5 }, ...message('Hi'))));
    expect(passing[1]).toMatchObject({ type: 'warning', state: 'running', data: { source: 'rate_limited' } });
  });

  it('A-6 A-25: tells of subagents and child runs their starts and ends, and their tools under their own names', () => {
    const lanes = of(
      whole(
        ...turn(
          0,
          spawn('l1'),
          ...onLane('l1', [...message('In'), ...callReady('c9'), result('c9')]),
          subagentResult('l1'),
        ),
      ),
    );
    expect(typesOf(lanes).filter((type) => /tool|subagent|step/.test(type))).toEqual([
      'step_started',
      'subagent_started',
      'tool_completed',
      'subagent_completed',
    ]);
    expect(dataOf(lanes, 'tool_completed')).toMatchObject([
      { agent_name: 'scout', agent_depth: 1, agent_path: ['main', 'scout'], tool_call_id: 'c9', success: true },
    ]);
    expect(dataOf(corner('a child that fails'), 'subagent_completed')).toMatchObject([
      { subagent_name: 'scout', success: false, error: expect.stringContaining('exit code 3') },
    ]);
    expect(new Set(corner('three deep').map(({ run_id }) => run_id)).size).toBe(1);
  });

  it.each(CAUSES.map((cause) => [cause]))(
    'A-8 A-22 A-26: ends one way with %s, cut off in the middle of a request',
    (cause) => {
      const wanted: Readonly<Record<string, readonly string[]>> = {
        completed: ['run_completed', 'completed', 'stop'],
        interrupted: ['run_interrupted', 'cancelled', 'cancelled'],
        aborted: ['run_cancelled', 'cancelled', 'cancelled'],
        timeout: ['run_interrupted', 'cancelled', 'cancelled'],
        inactivity: ['run_interrupted', 'cancelled', 'cancelled'],
        context: ['run_failed', 'failed', 'length'],
      };
      const events = of([
        opens(),
        FIRST,
        SESSION,
        ...turn(0, ...message('Half')),
        ...(ENDS[cause] ?? []),
        LEFT,
        closes(cause),
      ]);
      const last = events.at(-1);
      const [completed] = dataOf(events, 'llm_completed') as { finish_reason: string }[];
      expect([last?.type, last?.state, completed?.finish_reason]).toEqual(
        wanted[cause] ?? ['run_failed', 'failed', 'error'],
      );
      expect(last?.message === undefined).toBe(['completed', 'interrupted', 'aborted'].includes(cause));
    },
  );

  it('A-22: tells a request that an interrupt has cut off as cancelled, and the next one as it ends', () => {
    const events = of(
      whole(
        delivered('p1', 'new-turn'),
        { type: 'turn_start', turnIndex: 0 },
        ...message('Half'),
        controls('interrupt'),
        { type: 'turn_end', turnIndex: 0 },
        rests('p1', 'interrupted'),
        says('p2', 'Go on', 'new-turn'),
        delivered('p2', 'new-turn'),
        ...turn(1, ...message('Whole')),
      ),
    );
    expect(dataOf(events, 'llm_completed')).toMatchObject([{ finish_reason: 'cancelled' }, { finish_reason: 'stop' }]);
    expect(checkAfk(events)).toEqual([]);
  });

  it('A-26: fails where the journal breaks off, and is cancelling from an abort on', () => {
    const broken = of([opens(), FIRST, SESSION, { type: 'turn_start', turnIndex: 0 }, ...message('Half')]);
    expect(broken.at(-1)).toMatchObject({ type: 'run_failed', message: expect.stringContaining('breaks off') });
    const aborted = of([
      opens(),
      FIRST,
      controls('abort'),
      { type: 'plugin_error', pluginId: 'p', pluginName: 'p', error: 'x' },
    ]);
    expect(aborted.map(({ state }) => state)).toEqual(['running', 'cancelling', 'failed']);
  });

  it('A-3 A-30: tells decisions of the host, in their place', () => {
    const note: Line = { entry: 'note', kind: 'policy_decision', data: { action: 'defer', reason: 'office hours' } };
    const events = of(whole(note, { entry: 'note', kind: 'policy_decision', data: { action: 'maybe' } }));
    expect(events.slice(1, -1)).toMatchObject([
      {
        type: 'policy_decision',
        message: 'office hours',
        data: { action: 'defer', event_type: 'host', matched_rules: [] },
      },
    ]);
  });

  it('A-31: asks with the input of the call, and runs with that of the grant', () => {
    const lines = whole(
      ...turn(
        0,
        {
          type: 'approval_request',
          interactionId: 'i1',
          action: 'Run',
          detail: 'ls',
          riskLevel: 'high',
          toolCallId: 'c1',
        },
        asked('i1', { input: { command: 'ls' } }),
        answers('i1', { type: 'approve', input: { command: 'ls -l' } }),
        { type: 'approval_granted', interactionId: 'i1', toolCallId: 'c1' },
        ...callReady('c1'),
        {
          type: 'approval_request',
          interactionId: 'i2',
          action: 'Run',
          detail: 'ls',
          riskLevel: 'high',
          toolCallId: 'c1',
        },
      ),
    );
    expect(dataOf(of(lines), 'policy_decision')).toMatchObject([
      { tool_args: { command: 'ls' } },
      { action: 'allow' },
      { tool_args: { command: 'ls -l' } },
    ]);
  });

  it('A-2 A-8: tells one run after another, and ends the one before', () => {
    const next = '01JZ8M3QK5V7W9X2Y4Z6A8B099';
    const events = of([
      opens(),
      FIRST,
      { ...opens({ number: 99, root: next, threadId: next }) },
      { ...closes(), of: 99 },
    ]);
    expect(typesOf(events)).toEqual(['run_started', 'run_failed', 'run_started', 'run_completed']);
    expect(events.map(({ run_id }) => run_id === next)).toEqual([false, false, true, true]);
  });
});

function runWith(...pending: readonly OpenQuestion[]): Answerable & { readonly respond: ReturnType<typeof vi.fn> } {
  const respond = vi.fn(() => Promise.resolve());
  return { respond, interaction: { pending, respond } };
}

const approval = (id: string, toolCallId: string): OpenQuestion => ({
  id,
  type: 'approval',
  scopes: ['once'],
  toolCallId,
});
const question: OpenQuestion = { id: 'q1', type: 'input', scopes: ['once'] };

describe('the way back of AFK', () => {
  const by = { kind: 'user', id: 'ada' } as const;

  it('A-32: makes decisions answers of the run', async () => {
    const run = runWith(approval('i1', 'c1'), approval('i2', 'c2'), question);
    await approve(run);
    await approve(run, { tool_call_id: 'c2', tool_args: { a: 1 }, scope: 'session' }, { by });
    await deny(run, { interaction_id: 'i2', reason: 'no' });
    await deny(run, { interaction_id: 'q1' });
    await provideInput(run, { value: 'blue' });
    await provideInput(run, { interaction_id: 'q1', value: { c: ['red', 'blue'] } });
    expect(run.respond.mock.calls).toEqual([
      ['i1', { type: 'approve', scope: 'once' }, {}],
      ['i2', { type: 'approve', scope: 'once', input: { a: 1 } }, { by }],
      ['i2', { type: 'deny', reason: 'no' }, {}],
      ['q1', { type: 'deny' }, {}],
      ['q1', { type: 'text', text: 'blue' }, {}],
      ['q1', { type: 'answers', answers: { c: ['red', 'blue'] } }, {}],
    ]);
  });

  it('A-32: makes commands those of the run', async () => {
    const done: string[] = [];
    const act = (name: string) => async () => void done.push(name);
    const run = { pause: act('pause'), resume: act('resume'), interrupt: act('interrupt'), abort: act('abort') };
    await pause(run);
    await resume(run);
    await interrupt(run);
    await cancel(run);
    expect(done).toEqual(['pause', 'resume', 'interrupt', 'abort']);
  });

  it.each<[string, () => Promise<void>, RegExp]>([
    ['no object', () => approve(runWith(approval('i1', 'c1')), 'yes' as never), /the message: expected an object/],
    [
      'an unknown scope',
      () => approve(runWith(approval('i1', 'c1')), { scope: 'ever' as never }),
      /scope: expected once or session/,
    ],
    [
      'a reason that is no text',
      () => deny(runWith(approval('i1', 'c1')), { reason: 1 as never }),
      /reason: expected a string/,
    ],
    [
      'an id that is no text',
      () => deny(runWith(approval('i1', 'c1')), { interaction_id: 1 as never }),
      /interaction_id/,
    ],
    [
      'what nobody asked for',
      () => approve(runWith(approval('i1', 'c1')), { tool_call_id: 'c9' }),
      /no approval for "c9" waits.*c1/,
    ],
    ['an answer without words', () => provideInput(runWith(question), {} as never), /value: expected a string/],
  ])('A-32: refuses %s', async (_what, act, reason) => {
    const done = act();
    await expect(done).rejects.toThrow(reason);
    await expect(done).rejects.toBeInstanceOf(TypeError);
  });

  it('A-14: reads unknown types without data, and refuses an event by the field that is missing', () => {
    const event = { type: 'x', run_id: 'r', thread_id: 't', state: 'running', schema_version: 'v1' };
    expect(decode(JSON.stringify(event))).toEqual(event);
    expect(() => decode({ ...event, type: 'tool_completed' })).toThrow(
      'data: expected an object with tool_name, success, got undefined',
    );
    const { thread_id: _, ...without } = event;
    expect(() => decode(JSON.stringify(without))).toThrow(/thread_id: expected a string/);
    expect(() => decode('{')).toThrow(TypeError);
    const onInvalid = vi.fn();
    expect(decode(without, { onInvalid })).toBeUndefined();
    expect(onInvalid).toHaveBeenCalledExactlyOnceWith(expect.any(TypeError));
    for (const { entries } of CORNER_JOURNALS) {
      for (const output of projectAll(entries, afk())) {
        expect(decode(JSON.stringify(output))).toEqual(output);
      }
    }
  });
});
