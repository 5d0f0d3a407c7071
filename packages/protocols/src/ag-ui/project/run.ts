/** Beginning and end of a run: it goes from one prompt to the next, and closes whatever is open. */
import {
  describeEnd,
  drop,
  type Failure,
  finalText,
  find,
  frontRun,
  inOrder,
  put,
  type Question,
  type TurnEnd,
} from '../../model/index.ts';
import type { AguiOutcome, AguiRunInput } from '../types.ts';
import { AGUI_OUTCOMES } from './outcomes.ts';
import { addPaid } from './paid.ts';
import { interruptOf } from './questions.ts';
import { createOpenParts, of, type Tell } from './state.ts';

type Asked = Pick<AguiRunInput, 'messages' | 'resume'>;

/** Starts a run, where none goes on. */
export function startRun(tell: Tell, asked?: Asked): void {
  const { state, timestamp, emit } = tell;
  if (state.current !== null) {
    return;
  }
  const front = frontRun(state.model);
  const root = front?.header ?? null;
  state.runs += 1;
  state.isInterrupted = false;
  const first = state.model.root ?? 'run';
  const current = {
    threadId: root?.threadId ?? first,
    runId: state.runs === 1 ? first : `${first}.${state.runs}`,
  };
  state.current = current;
  state.open = createOpenParts();
  emit({
    type: 'RUN_STARTED',
    timestamp,
    ...current,
    protocolVersion: '1.0',
    ...(root?.parent === undefined ? {} : { parentRunId: root.parent }),
    ...(asked === undefined ? {} : { input: { ...current, tools: [], context: [], ...asked } }),
  });
}

/** Ends the run with its turn, or with the next prompt. */
export function endTurn(tell: Tell, { cause, failure }: TurnEnd): void {
  const type = AGUI_OUTCOMES[cause];
  if (tell.state.current !== null) {
    addPaid(tell);
  }
  if (type === 'error') {
    startRun(tell);
    endRun(tell, { failure: failure ?? describeEnd(cause, undefined) });
  } else {
    endRun(tell, { outcome: { type } });
  }
}

/** Ends the run, if one goes on; with `failure` it ends as an error. */
export function endRun(tell: Tell, end: { readonly outcome: AguiOutcome } | { readonly failure: Failure }): void {
  const { state, timestamp, emit } = tell;
  const { current, open } = state;
  if (current === null) {
    return;
  }
  closeAll(tell, 'failure' in end ? 'failed' : end.outcome);
  const usages = Object.values(open.usage);
  const usage = usages.length === 0 ? {} : { usage: usages };
  state.current = null;
  state.open = createOpenParts();
  if ('failure' in end) {
    const { code, message } = end.failure;
    emit({ type: 'RUN_ERROR', timestamp, message, code, ...usage });
    return;
  }
  const { outcome } = end;
  const text = finalText(state.model);
  const result = outcome.type === 'success' && text !== '' ? { result: text } : {};
  emit({ type: 'RUN_FINISHED', timestamp, ...current, ...result, outcome, ...usage });
}

/** Ends the run because the agent waits, and names everything that waits. */
export function interruptRun(tell: Tell): void {
  const { state } = tell;
  const open = inOrder(state.model.questions).filter(({ answer }) => answer === null);
  if (open.length === 0) {
    return;
  }
  startRun(tell);
  const interrupts = open.map((question: Question) => interruptOf(state.model, question));
  endRun(tell, { outcome: { type: 'interrupt', interrupts } });
  state.isInterrupted = true;
}

/** Closes all parts in the order that a reader expects: inner ones before those around them. */
function closeAll(tell: Tell, end: AguiOutcome | 'failed'): void {
  const { open } = tell.state;
  for (const messageId of Object.keys(open.thoughts)) {
    endThought(tell, messageId);
  }
  for (const messageId of Object.keys(open.messages)) {
    endMessage(tell, messageId);
  }
  for (const toolCallId of Object.keys(open.calls)) {
    endArguments(tell, toolCallId);
  }
  while (open.steps.length > 0) {
    endStep(tell, open.steps.length - 1);
  }
  const atWork = Object.keys(open.subagents).filter((id) => find(open.subagents, id) === true);
  for (const id of atWork.reverse()) {
    suspend(tell, id, end);
  }
}

function suspend(tell: Tell, subagentRunId: string, end: AguiOutcome | 'failed'): void {
  const { state, timestamp, emit } = tell;
  put(state.open.subagents, subagentRunId, false);
  if (end === 'failed' || end.type === 'cancelled') {
    emit({ type: 'SUBAGENT_ERROR', timestamp, subagentRunId, message: 'The run has ended before it.' });
    return;
  }
  const own = end.type === 'interrupt' ? end.interrupts.filter((each) => each.subagentRunId === subagentRunId) : [];
  const interruptIds = own.map(({ id }) => id);
  emit({
    type: 'SUBAGENT_FINISHED',
    timestamp,
    subagentRunId,
    outcome: { type: 'suspended', ...(interruptIds.length === 0 ? {} : { interruptIds }) },
  });
}

export function endMessage({ state, timestamp, emit }: Tell, messageId: string): void {
  const owner = drop(state.open.messages, messageId);
  if (state.open.latest?.messageId === messageId) {
    state.open.latest = null;
  }
  if (owner !== undefined) {
    emit({ type: 'TEXT_MESSAGE_END', timestamp, messageId, ...of(owner) });
  }
}

export function endThought({ state, timestamp, emit }: Tell, messageId: string): void {
  const owner = drop(state.open.thoughts, messageId);
  if (owner === undefined) {
    return;
  }
  emit({ type: 'REASONING_MESSAGE_END', timestamp, messageId, ...of(owner) });
  emit({ type: 'REASONING_END', timestamp, messageId, ...of(owner) });
}

export function endArguments({ state, timestamp, emit }: Tell, toolCallId: string): void {
  const owner = drop(state.open.calls, toolCallId);
  if (owner !== undefined) {
    emit({ type: 'TOOL_CALL_END', timestamp, toolCallId, ...of(owner) });
  }
}

export function endStep({ state, timestamp, emit }: Tell, place: number): void {
  const [step] = state.open.steps.splice(place, 1);
  if (step !== undefined) {
    emit({ type: 'STEP_FINISHED', timestamp, stepName: step.name, ...of(step.owner) });
  }
}
