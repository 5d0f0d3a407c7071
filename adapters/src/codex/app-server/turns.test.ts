/** Which calls belong to one model request, where Codex asks about some of them and tells others late. */
import type { EventDraft } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { beginTurn, type Conversation, command, completed, note, started, THREAD, usage } from './testing/converse.ts';

const asked = (itemId: string, id = 0): object => ({
  ...{ id, method: 'item/commandExecution/requestApproval' },
  params: { threadId: THREAD, turnId: 't1', itemId, command: 'make' },
});
const waiting = (id: string): object => started(command(id, { processId: null, source: 'agent' }));
const runs = (id: string): object => started(command(id, { source: 'agent' }));
const done = (id: string): object =>
  completed(command(id, { status: 'completed', exitCode: 0, aggregatedOutput: id, durationMs: 1 }));
const message = started({ type: 'agentMessage', id: 'm', text: '' });
const hook = note('hook/started', { run: { id: 'h:c2', eventName: 'preToolUse' } });

const TOLD = /^(step_start|tool_|shell_exit|approval_)/;
const told = ({ drafts }: Conversation): readonly string[] =>
  drafts.flatMap((draft: EventDraft) =>
    TOLD.test(draft.type) ? ['toolCallId' in draft ? `${draft.type} ${draft.toolCallId}` : draft.type] : [],
  );
const approve = (talk: Conversation): void => void talk.say(talk.dialect.respond('0', { type: 'approve' }));

const BOTH = [
  ...['step_start', 'tool_call_start c1', 'approval_request c1', 'approval_granted', 'tool_call_start c2'],
  ...['shell_exit c1', 'tool_result c1', 'shell_exit c2', 'tool_result c2'],
];

describe('a call that begins after the usage of its request', () => {
  it.each<[string, (talk: Conversation) => void]>([
    [
      'before the usage',
      (talk) => {
        approve(talk);
        talk.out(usage(9, 1));
      },
    ],
    [
      'after the usage',
      (talk) => {
        talk.out(usage(9, 1));
        approve(talk);
      },
    ],
  ])('leaves the call beside it its own result, where that was granted %s', (_when, granted) => {
    const talk = beginTurn();
    talk.out(waiting('c1'), asked('c1'));
    granted(talk);
    talk.out(hook, runs('c2'), done('c1'), done('c2'));
    expect(told(talk)).toEqual(BOTH);
    talk.drafts.length = 0;
    talk.out(runs('c3'));
    expect(told(talk)).toEqual(['step_start', 'tool_call_start c3']);
  });

  it('keeps its own result, too, whatever begins or is counted after the granted one has ended', () => {
    const talk = beginTurn();
    talk.out(waiting('c1'), asked('c1'), usage(9, 1));
    approve(talk);
    talk.out(runs('c2'), done('c1'), runs('c3'), usage(20, 2), done('c2'), done('c3'));
    expect(told(talk).slice(5)).toEqual([
      ...['shell_exit c1', 'tool_result c1', 'tool_call_start c3'],
      ...['shell_exit c2', 'tool_result c2', 'shell_exit c3', 'tool_result c3'],
    ]);
  });

  it('is of the next request once the model has spoken while the granted one still runs', () => {
    const talk = beginTurn();
    talk.out(waiting('c1'), asked('c1'), usage(9, 1));
    approve(talk);
    talk.drafts.length = 0;
    talk.out(message, usage(20, 2), runs('c2'));
    expect(told(talk)).toEqual([
      ...['shell_exit c1', 'tool_result c1', 'step_start'],
      ...['step_start', 'tool_call_start c2'],
    ]);
  });
});

describe('a call that is asked about before it is told', () => {
  it.each<[string, (talk: Conversation) => void]>([
    ['is told while the question is open', (talk) => talk.out(runs('c1'))],
    [
      'is told after the answer and the usage',
      (talk) => {
        approve(talk);
        talk.out(usage(9, 1), runs('c1'));
      },
    ],
  ])('begins the step of its request, and no other, where it %s', (_what, goOn) => {
    const talk = beginTurn();
    talk.out(runs('c0'), done('c0'), usage(5, 1));
    talk.drafts.length = 0;
    talk.out(asked('c1'));
    goOn(talk);
    const types = told(talk).filter((type) => type !== 'approval_granted');
    expect(types).toEqual(['step_start', 'approval_request c1', 'tool_call_start c1']);
  });

  it('shares its step with what is told beside it', () => {
    const talk = beginTurn();
    talk.out(asked('c1'), usage(9, 1), runs('c2'), waiting('c1'));
    approve(talk);
    talk.out(done('c1'), runs('c3'), done('c2'));
    expect(told(talk).filter((type) => type === 'step_start')).toHaveLength(1);
    expect(told(talk).slice(-2)).toEqual(['shell_exit c2', 'tool_result c2']);
  });

  const input = {
    ...{ id: 0, method: 'item/tool/requestUserInput' },
    params: { threadId: THREAD, turnId: 't1', itemId: 'c1', questions: [{ id: 'a', question: 'Which?' }] },
  };

  it.each<[string, readonly object[]]>([
    ['was told before it was asked about', [waiting('c1'), asked('c1')]],
    ['shows in its question alone', [input]],
  ])('leaves its id to a call of a later request, where it %s', (_what, lines) => {
    const talk = beginTurn();
    talk.out(...lines);
    talk.say(talk.dialect.respond('0', { type: 'deny' }));
    talk.out(completed(command('c1', { status: 'declined' })), usage(9, 1));
    talk.drafts.length = 0;
    talk.out(runs('c1'));
    expect(told(talk)).toEqual(['step_start', 'tool_call_start c1']);
  });

  it('begins no step where no turn is open', () => {
    const talk = beginTurn();
    talk.out(note('turn/completed', { turn: { id: 't1', status: 'completed' } }));
    talk.drafts.length = 0;
    talk.out(asked('c1'));
    expect(told(talk)).toEqual(['approval_request c1']);
  });
});
