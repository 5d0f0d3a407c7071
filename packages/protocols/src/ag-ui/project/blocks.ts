/** Messages, thinking, steps and subagents. */
import type { AgentEvent, EventOf } from '@agent-mux/events';
import { find, type Moment, put } from '../../model/index.ts';
import { endMessage, endStep, endThought, startRun } from './run.ts';
import { begin, of, ownerOf, type Tell } from './state.ts';

export function tellText(tell: Tell, { entry, run, actor, block }: Moment): void {
  if (!('type' in entry)) {
    return;
  }
  const { state, timestamp, emit } = tell;
  const { latest } = state.open;
  if (entry.type === 'text_delta' && latest !== null && latest.block === block && latest.runId === run.runId) {
    const { messageId, owner } = latest;
    tellPiece(tell, { messageId, owner, delta: entry.delta });
    return;
  }
  const messageId = `${run.runId}:m${block ?? 0}`;
  if (entry.type === 'message_stop') {
    endMessage(tell, messageId);
    return;
  }
  startRun(tell);
  const { open } = state;
  let owner = find(open.messages, messageId);
  if (owner === undefined) {
    owner = begin(tell, actor);
    put(open.messages, messageId, owner);
    emit({ type: 'TEXT_MESSAGE_START', timestamp, messageId, role: 'assistant', ...of(owner) });
  }
  open.latest = { runId: run.runId, block: block ?? 0, messageId, owner };
  if (entry.type === 'text_delta') {
    tellPiece(tell, { messageId, owner, delta: entry.delta });
  }
}

interface Piece {
  readonly messageId: string;
  readonly owner: string;
  readonly delta: string;
}

function tellPiece({ timestamp, emit }: Tell, { messageId, owner, delta }: Piece): void {
  if (owner === '') {
    emit({ type: 'TEXT_MESSAGE_CONTENT', timestamp, messageId, delta });
  } else {
    emit({ type: 'TEXT_MESSAGE_CONTENT', timestamp, messageId, delta, subagentRunId: owner });
  }
}

export function tellThinking(tell: Tell, { entry, run, actor, block }: Moment): void {
  if (!('type' in entry)) {
    return;
  }
  const messageId = `${run.runId}:r${block ?? 0}`;
  if (entry.type === 'thinking_stop') {
    endThought(tell, messageId);
    return;
  }
  startRun(tell);
  const { state, timestamp, emit } = tell;
  let owner = find(state.open.thoughts, messageId);
  if (owner === undefined) {
    owner = begin(tell, actor);
    put(state.open.thoughts, messageId, owner);
    emit({ type: 'REASONING_START', timestamp, messageId, ...of(owner) });
    emit({ type: 'REASONING_MESSAGE_START', timestamp, messageId, role: 'reasoning', ...of(owner) });
  }
  if (entry.type !== 'thinking_delta') {
    return;
  }
  emit({ type: 'REASONING_MESSAGE_CONTENT', timestamp, messageId, delta: entry.delta, ...of(owner) });
}

/** Tells turns and steps, each under a name that no other of its owner has. */
export function tellStep(
  tell: Tell,
  { actor }: Moment,
  event: EventOf<'turn_start' | 'turn_end' | 'step_start' | 'step_end'>,
): void {
  const turn = `turn-${event.turnIndex}`;
  const { state, timestamp, emit } = tell;
  const { steps } = state.open;
  const owner = ownerOf(state.model, actor);
  if (event.type === 'turn_end' || event.type === 'step_end') {
    const inner = event.type === 'turn_end' ? `${turn}/` : `${turn}/step-${event.stepIndex}:`;
    for (let place = steps.length - 1; place >= 0; place -= 1) {
      const step = steps[place];
      if (step?.owner !== owner) {
        continue;
      }
      if (step.name.startsWith(inner) || (event.type === 'turn_end' && step.name === turn)) {
        endStep(tell, place);
      }
    }
    return;
  }
  startRun(tell);
  begin(tell, actor);
  const name = event.type === 'turn_start' ? turn : `${turn}/step-${event.stepIndex}:${event.stepType}`;
  const same = tell.state.open.steps.findIndex((step) => step.name === name && step.owner === owner);
  if (same >= 0) {
    endStep(tell, same);
  }
  tell.state.open.steps.push({ name, owner });
  emit({ type: 'STEP_STARTED', timestamp, stepName: name, ...of(owner) });
}

/** Tells a subagent of the CLI's own. */
export function tellSubagent(
  tell: Tell,
  { subagent }: Moment,
  event: Extract<AgentEvent, { type: `subagent_${string}` }>,
): void {
  if (subagent === null) {
    return;
  }
  startRun(tell);
  const owner = begin(tell, subagent);
  if (event.type === 'subagent_spawn') {
    return;
  }
  const end =
    event.type === 'subagent_result' ? ({ result: event.summary } as const) : ({ error: event.error } as const);
  endSubagent(tell, owner, end);
}

export function endSubagent(
  { state, timestamp, emit }: Tell,
  subagentRunId: string,
  end: { readonly result: string } | { readonly error: string; readonly code?: string },
): void {
  const { subagents } = state.open;
  if (find(subagents, subagentRunId) !== true) {
    return;
  }
  put(subagents, subagentRunId, false);
  if ('error' in end) {
    const { error: message, code } = end;
    emit({ type: 'SUBAGENT_ERROR', timestamp, subagentRunId, message, ...(code === undefined ? {} : { code }) });
  } else {
    const { result } = end;
    emit({ type: 'SUBAGENT_FINISHED', timestamp, subagentRunId, ...(result === '' ? {} : { result }) });
  }
}
