/** What the projection tells of a run: each rule about behaviour, on a journal that shows it. */
import { CAUSES } from '@agent-mux/events/journal';
import { describe, expect, it } from 'vitest';
import {
  call,
  callReady,
  message,
  onLane,
  result,
  spawn,
  subagentResult,
  thinking,
} from '../../../events/src/testing/journal.ts';
import { projectAll } from '../project.ts';
import { CORNER_JOURNALS } from '../testing/corner-journals.ts';
import { ENDS } from '../testing/corners/ends.ts';
import {
  closes,
  controls,
  FIRST,
  LEFT,
  type Line,
  opens,
  rests,
  SESSION,
  says,
  turn,
  usage,
  whole,
  writeJournal,
} from '../testing/write-journal.ts';
import { LOOOPY_ENDS, type LooopyEvent, type LooopyOptions, looopy } from './index.ts';

const tell = (lines: readonly Line[], options: LooopyOptions = {}): LooopyEvent[] =>
  projectAll(writeJournal(lines), looopy(options));

function corner(name: string, options: LooopyOptions = {}): LooopyEvent[] {
  const found = CORNER_JOURNALS.find((journal) => journal.name === name);
  if (found === undefined) {
    throw new Error(`There is no corner ${name}`);
  }
  return projectAll(found.entries, looopy(options));
}

const pick = <K extends LooopyEvent['kind']>(events: readonly LooopyEvent[], kind: K) =>
  events.filter((event): event is Extract<LooopyEvent, { kind: K }> => event.kind === kind);

/** Kinds, statuses and tasks, as lines. */
const lines = (events: readonly LooopyEvent[]): string[] =>
  events.map((event) =>
    `${event.taskId.slice(26)} ${event.kind}${event.kind === 'task-status' ? ` ${event.status}` : ''}`.trim(),
  );

const DONE = ['task-status completed', 'task-complete'];

describe('looopy()', () => {
  it('L-3 L-23: tells a run as a task, in the order of its journal', () => {
    expect(lines(tell(whole(...turn(0, ...message('Hi'), ...call('c1'), usage(7)))))).toEqual([
      'task-created',
      'task-status working',
      'task-status working',
      'content-delta',
      'content-complete',
      'tool-start',
      'tool-complete',
      ...DONE,
    ]);
  });

  it('L-6: lets the user alone answer what is risky, or what the host says', () => {
    const asks = (options?: LooopyOptions) =>
      pick(corner('calls of one name asked for one after another', options), 'input-required').map(
        ({ requireUser }) => requireUser,
      );
    expect(asks()).toEqual([true, true]);
    expect(asks({ requireUser: () => false })).toEqual([false, false]);
    expect(pick(corner('an approval granted'), 'input-required')[0]?.requireUser).toBe(false);
  });

  const inLane = whole(
    ...turn(
      0,
      spawn('l1'),
      ...onLane('l1', [...message('Lane'), ...callReady('c1', 'Bash')]),
      {
        type: 'approval_request',
        interactionId: 'i1',
        action: 'Run',
        detail: 'ls',
        riskLevel: 'high',
        toolCallId: 'c1',
        lane: 'l1',
      },
      { type: 'auth_error', message: 'No key', guidance: 'Set one.', lane: 'l1' },
    ),
  );

  it('L-7 L-8 L-33: tells what subtasks say under their own task, or what must reach the user on the task above them', () => {
    const all = tell(inLane);
    expect(pick(all, 'content-complete').map(({ taskId }) => taskId.endsWith('/l1'))).toEqual([true]);
    expect(pick(all, 'auth-required')[0]?.taskId).toMatch(/\/l1$/);
    const quiet = tell(inLane, { forwardSubtasks: false });
    const [top] = quiet;
    expect(new Set(quiet.map(({ taskId }) => taskId))).toEqual(new Set([top?.taskId]));
    expect(pick(quiet, 'input-required')[0]).toMatchObject({
      taskId: top?.taskId,
      metadata: { subtaskId: `${top?.taskId}/l1` },
    });
    expect(pick(quiet, 'auth-required')).toHaveLength(1);
    expect(pick(quiet, 'subtask-created')).toHaveLength(1);
  });

  it('L-14: tells internal events only where they are wanted', () => {
    const journal = whole(
      { type: 'session_checkpoint', sessionId: 's', checkpointId: 'k' },
      ...turn(0, ...message('Hi')),
    );
    expect(tell(journal).some(({ kind }) => kind.startsWith('internal:'))).toBe(false);
    const internal = tell(journal, { internal: true }).filter(({ kind }) => kind.startsWith('internal:'));
    expect(internal.map(({ kind }) => kind)).toEqual([
      'internal:checkpoint',
      'internal:llm-call',
      'internal:session_end',
    ]);
  });

  it('L-26: shows the input that a grant has changed', () => {
    const [started] = pick(corner('an approval that changes the input'), 'tool-start');
    expect(started?.arguments).toEqual({ command: 'ls -l' });
    const [asked] = pick(corner('an approval before its call begins'), 'tool-start');
    expect(asked?.arguments).toEqual({ command: 'ls -l' });
  });

  it('L-29: begins a task with each prompt, and ends it with the turn where the run waits', () => {
    const ids = (events: readonly LooopyEvent[]) => lines(events).filter((line) => /created|completed/.test(line));
    expect(ids(corner('three turns'))).toEqual([
      'task-created',
      'task-status completed',
      '.2 task-created',
      '.2 task-status completed',
      '.3 task-created',
      '.3 task-status completed',
    ]);
    const keepsOpen = [
      opens({ options: { keepOpen: true } }),
      FIRST,
      SESSION,
      ...turn(0, ...message('One')),
      rests('p1', 'completed'),
    ];
    const waiting = projectOpen(keepsOpen);
    expect(lines(waiting).slice(-2)).toEqual(DONE);
    const between = tell([...keepsOpen, { type: 'paused' }, closes()]);
    expect(ids(between)).toEqual([
      'task-created',
      'task-status completed',
      '.2 task-created',
      '.2 task-status completed',
    ]);
    expect(ids(corner('words for the running turn'))).toHaveLength(2);
    expect(ids(corner('words for a turn that was over'))).toHaveLength(4);
  });

  it('L-29: tells a turn that somebody has interrupted as canceled, where the run waits', () => {
    const events = tell([
      opens({ options: { keepOpen: true } }),
      FIRST,
      SESSION,
      ...turn(0, ...message('One'), controls('interrupt')),
      says('p2', 'Two?', 'new-turn'),
      ...turn(1, ...message('Two')),
      closes(),
    ]);
    expect(lines(events).filter((line) => /completed|canceled/.test(line))).toEqual([
      'task-status canceled',
      '.2 task-status completed',
    ]);
  });

  it('L-29: tells a turn in which the run was aborted as canceled, and not as completed before', () => {
    const statuses = lines(corner('a turn in which a run is aborted that would wait')).filter((line) =>
      /completed|canceled/.test(line),
    );
    expect(statuses).toEqual(['task-status completed', '.2 task-status canceled']);
  });

  const causes = [...CAUSES, 'lost'] as const;

  it.each(causes)('L-31: ends with %s as its table says', (cause) => {
    const journal: Line[] = [opens(), FIRST, ...(ENDS[cause] ?? []), ...(cause === 'lost' ? [] : [closes(cause)])];
    const { status, reason } = LOOOPY_ENDS[cause];
    const last = tell(journal).at(-1);
    if (status === 'completed') {
      expect(last?.kind).toBe('task-complete');
    } else {
      expect(last).toMatchObject({ kind: 'task-status', status, metadata: { reason } });
    }
  });

  it('L-22 L-32: tells a failed login as waiting-auth, and then what failed', () => {
    const events = tell([opens(), FIRST, ...(ENDS['auth'] ?? []), LEFT, closes('auth')]);
    expect(lines(events).slice(-3)).toEqual(['auth-required', 'task-status waiting-auth', 'task-status failed']);
    expect(events.at(-1)?.metadata?.['error']).toEqual({
      code: 'AUTH_ERROR',
      message: 'No key Set one.',
      retryable: false,
      recoverable: false,
    });
  });

  it('L-30 L-33: says what a task waits for: a subtask, the user, or the task above it', () => {
    const blocked = (events: readonly LooopyEvent[]) =>
      pick(events, 'task-status').flatMap(({ status, metadata }) =>
        status.startsWith('waiting') ? [`${status} ${String(metadata?.['blockedBy']).slice(26)}`.trim()] : [],
      );
    expect(blocked(corner('subagents at once without lanes'))).toEqual(['waiting-subtask /l1']);
    expect(blocked(tell(inLane, { requireUser: () => false }))[1]).toBe('waiting-input');
    expect(pick(tell(inLane), 'task-status').find(({ status }) => status === 'waiting-input')?.metadata).toEqual({
      blockedBy: 'user',
    });
  });

  it('L-33: has the words of the main lane as the content of a task, and the summary of a subtask that said nothing', () => {
    const journal = whole(
      ...turn(
        0,
        ...message('Main'),
        spawn('l1'),
        subagentResult('l1'),
        spawn('l2'),
        ...onLane('l2', message('Lane')),
        subagentResult('l2'),
      ),
    );
    expect(pick(tell(journal), 'task-complete').map(({ content }) => content)).toEqual(['seen', 'Lane', 'Main']);
  });

  it('L-12 L-33: begins a task of its own with a child and with who takes over', () => {
    const created = (name: string) =>
      pick(corner(name), 'task-created').map(({ parentTaskId, metadata }) => [
        metadata?.['agentId'],
        parentTaskId?.slice(24),
        metadata?.['handoffFrom'] !== undefined,
      ]);
    expect(created('three deep')).toEqual([
      ['main', undefined, false],
      ['scout', 'CD', false],
      ['digger', '01', false],
    ]);
    expect(created('a handoff')).toEqual([
      ['main', undefined, false],
      ['expert', undefined, true],
    ]);
    expect(corner('a handoff that nobody takes').at(-1)).toMatchObject({
      status: 'failed',
      metadata: { reason: 'stream-lost' },
    });
  });

  it('L-13 L-34: tells a thought once and whole, with what it led to', () => {
    const long = 'x'.repeat(141);
    const journal = whole(
      ...turn(
        0,
        ...thinking('Plan'),
        ...call('c1'),
        ...thinking(long),
        ...thinking('y'.repeat(1_001)),
        ...message('Hi'),
      ),
    );
    expect(
      pick(tell(journal), 'thought-stream').map(({ thoughtType, verbosity, index, metadata }) => [
        thoughtType,
        verbosity,
        index,
        metadata,
      ]),
    ).toEqual([
      ['planning', 'brief', 0, { relatedTo: 'c1' }],
      ['reasoning', 'normal', 1, undefined],
      ['reasoning', 'detailed', 2, undefined],
    ]);
    const thoughts = { verbosityOf: () => 'brief' as const, types: ['planning' as const] };
    expect(pick(tell(journal, { thoughts }), 'thought-stream')).toHaveLength(1);
  });

  it('L-28: tells choices as a selection, and a form with its schema', () => {
    const kind = (name: string) =>
      pick(corner(name), 'input-required').map(({ inputType, options, schema }) => [
        inputType,
        options?.length,
        schema !== undefined,
      ]);
    expect(kind('a question with choices')).toEqual([['selection', 2, false]]);
    expect(kind('a form')).toEqual([['custom', undefined, true]]);
    expect(kind('a question in words')).toEqual([['clarification', undefined, false]]);
  });

  it('L-35: tells a call when it runs: with the next request, a grant, or its own output', () => {
    const order = lines(tell(whole(...turn(0, ...callReady('c1'), ...message('Hm'), result('c1'), ...message('Hi')))));
    expect(order.indexOf('tool-start')).toBeGreaterThan(order.indexOf('content-complete'));
    const asked = lines(corner('an approval granted'));
    expect(asked.indexOf('tool-start')).toBeGreaterThan(asked.indexOf('input-received'));
  });

  it('L-37: asks the client for a call of its tool, and takes the result as the answer', () => {
    const events = tell(whole(...turn(0, ...call('c1'))), { clientTools: ['Edit'] });
    const [asked] = pick(events, 'input-required');
    expect(asked).toMatchObject({
      inputId: 'tool:c1',
      inputType: 'tool-execution',
      metadata: { toolCall: { id: 'c1' } },
    });
    expect(pick(events, 'tool-start')[0]?.metadata?.['provider']).toBe('client');
    expect(lines(events).slice(3, -2)).toEqual([
      'tool-start',
      'input-required',
      'task-status waiting-input',
      'input-received',
      'task-status working',
      'tool-complete',
    ]);
  });

  it('L-38: counts generation cycles, and the tokens of the task itself', () => {
    const journal = whole(
      ...turn(0, ...call('c1'), usage(10), ...message('Hi'), usage(20)),
      says('p2', 'More', 'new-turn'),
      ...turn(1, ...message('Yes'), usage(30)),
    );
    const facts = pick(tell(journal), 'task-complete').map(({ metadata }) => metadata);
    expect(facts).toMatchObject([
      { iterations: 2, tokensUsed: 40 },
      { iterations: 1, tokensUsed: 35, total: { inputTokens: 60, outputTokens: 15, costUsd: 0 } },
    ]);
  });
});

/** Projects without the end, which shows what is told while the run still waits. */
function projectOpen(journal: readonly Line[]): LooopyEvent[] {
  const projection = looopy();
  const state = projection.init();
  const events: LooopyEvent[] = [];
  for (const entry of writeJournal(journal)) {
    projection.step(state, entry, (event) => events.push(event));
  }
  return events;
}
