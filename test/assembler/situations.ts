/** Situations of a run, and what becomes in each of them of one more draft. */
import type { EventDraft, Outcome } from '@agent-mux/core';
import { brief } from '../../packages/core/src/assembler/testing/brief.ts';
import { type BenchOptions, createBench, RUN_ID } from '../../packages/core/src/assembler/testing/harness.ts';
import { SAMPLES } from './sample-drafts.ts';

interface Situation {
  readonly name: string;
  /** What came before. */
  readonly drafts: readonly EventDraft[];
  readonly options?: BenchOptions;
  /** The draft is one of this subagent. */
  readonly lane?: string;
  /** Before the draft a new attempt has begun. */
  readonly isRetried?: true;
}

const SESSION: EventDraft = { type: 'session_start', sessionId: 's1' };
const TURN: EventDraft = { type: 'turn_start' };
const TEXT: EventDraft = { type: 'text_delta', delta: 'Hel', key: 'k1' };
const THINKING: EventDraft = { type: 'thinking_delta', delta: 'h', key: 'k1' };
const CALL: EventDraft = { type: 'tool_call_start', toolCallId: 't1', toolName: 'Bash', input: { c: 'ls' } };
const SHELL: EventDraft = { type: 'shell_start', toolCallId: 't1', command: 'ls', cwd: '/' };
const RESULT: EventDraft = { type: 'tool_result', toolCallId: 't1', output: 'was' };
const SPAWN: EventDraft = { type: 'subagent_spawn', subagentId: 'a1', agentName: 'fixer', prompt: 'mend' };
const FOUND: EventDraft = { type: 'subagent_result', subagentId: 'a1', summary: 'mended' };
const ASK: EventDraft = {
  type: 'approval_request',
  key: 'q1',
  action: 'Run',
  detail: 'ls',
  riskLevel: 'high',
  toolCallId: 't1',
};
const FAILURE: Outcome = { type: 'error', code: 'AGENT_ERROR', message: 'overloaded' };
const FAILED: EventDraft = { type: 'turn_end', outcome: FAILURE };
const WHOLE = { text: false, thinking: false, toolInput: false };

const SITUATIONS: readonly Situation[] = [
  { name: 'before there is a session', drafts: [] },
  { name: 'in a session', drafts: [SESSION] },
  { name: 'in a turn that was announced', drafts: [SESSION, TURN] },
  { name: 'in a turn that nobody announced, with text', drafts: [SESSION, TEXT] },
  { name: 'after some thinking', drafts: [SESSION, TURN, { type: 'step_start' }, THINKING] },
  { name: 'while a shell runs', drafts: [SESSION, TURN, { type: 'step_start' }, CALL, SHELL] },
  { name: 'after a call', drafts: [SESSION, TURN, CALL, RESULT] },
  { name: 'while a question is open', drafts: [SESSION, TURN, CALL, ASK] },
  { name: 'beside a subagent', drafts: [SESSION, TURN, SPAWN] },
  {
    name: 'of a subagent that is shown',
    drafts: [SESSION, TURN, SPAWN],
    options: { includeSubagents: true },
    lane: 'a1',
  },
  { name: 'of a subagent that is not shown', drafts: [SESSION, TURN, SPAWN], lane: 'a1' },
  {
    name: 'of a subagent that has ended',
    drafts: [SESSION, TURN, SPAWN, FOUND],
    options: { includeSubagents: true },
    lane: 'a1',
  },
  { name: 'after a turn', drafts: [SESSION, TURN, TEXT, { type: 'turn_end' }] },
  { name: 'after a turn that failed', drafts: [SESSION, TURN, FAILED] },
  { name: 'in a turn that nobody announced, after one that failed', drafts: [SESSION, TURN, FAILED, TEXT] },
  { name: 'in a turn that was announced, after one that failed', drafts: [SESSION, TURN, FAILED, TURN, TEXT] },
  { name: 'in a turn that has told its failure', drafts: [SESSION, TEXT, { type: 'outcome', outcome: FAILURE }] },
  { name: 'while the run is paused', drafts: [SESSION, TURN, { type: 'paused' }] },
  { name: 'without streaming, after some text', drafts: [SESSION, TURN, TEXT], options: { stream: false } },
  { name: 'of a CLI that streams nothing', drafts: [SESSION, TURN], options: { streams: WHOLE } },
  { name: 'in a second attempt, which streams nothing', drafts: [SESSION, TURN, TEXT, CALL], isRetried: true },
];

/** For each situation each draft, with what it causes at once, and after `>` what is otherwise at the end of the run. */
export function renderSituations(): string {
  return SITUATIONS.flatMap((situation) => [`# ${situation.name}`, '', ...linesOf(situation), ''])
    .join('\n')
    .replaceAll(RUN_ID, '<run>');
}

function linesOf(situation: Situation): readonly string[] {
  const usual = play(situation, undefined).later;
  return drafts().flatMap((draft) => {
    const { now, later } = play(situation, draft);
    const { type, ...fields } = draft;
    const added = later.filter((line) => !usual.includes(line));
    const gone = usual.filter((line) => !later.includes(line)).map((line) => `not ${line}`);
    return [
      Object.keys(fields).length === 0 ? type : `${type} ${JSON.stringify(fields)}`,
      ...now.map((line) => `  ${line}`),
      ...[...gone, ...added].map((line) => `    > ${line}`),
    ];
  });
}

function drafts(): readonly EventDraft[] {
  return Object.entries(SAMPLES).flatMap(([type, samples]) =>
    samples.map((fields) => ({ type, ...fields }) as unknown as EventDraft),
  );
}

function play(
  { drafts: before, options, lane, isRetried }: Situation,
  draft: EventDraft | undefined,
): { readonly now: readonly string[]; readonly later: readonly string[] } {
  const streams = { text: true, thinking: true, toolInput: true, ...options?.streams };
  const { assembler, events, push, now } = createBench({ ...options, streams });
  push(...before);
  if (isRetried === true) {
    Object.assign(streams, WHOLE);
    assembler.respawn({ attempt: 1, maxAttempts: 3, reason: 'busy', delayMs: 5 }, now());
  }
  const told = events.length;
  if (draft !== undefined) {
    push(lane === undefined ? draft : { ...draft, lane });
  }
  const caused = events.length;
  const repaired = assembler.repaired === 0 ? [] : [`(${assembler.repaired} repaired)`];
  const cause = assembler.end(now() + 1);
  return {
    now: [...events.slice(told, caused).map(brief), ...repaired],
    later: [...events.slice(caused).map(brief), ...(cause === undefined ? [] : [`(ends as ${cause.type})`])],
  };
}
