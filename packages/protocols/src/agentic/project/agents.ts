/** Who calls whom: subagents of an agent, child runs, and runs that take over. */
import type { AgentEvent } from '@agent-mux/events';
import type { CloseEntry } from '@agent-mux/events/journal';
import {
  type Actor,
  drop,
  failureOfEnd,
  find,
  isEndTold,
  type Moment,
  put,
  type Run,
  seenCause,
  textOf,
} from '../../model/index.ts';
import { say, type Tell, type TurnOutcome, turnOf } from './state.ts';
import { beginTurn, ENDS, endTurn, inheritCall, owesTokens, owesUsage, steerUnheard } from './turns.ts';

type SubagentEvent = Extract<AgentEvent, { type: `subagent_${string}` }>;

/** Tells a subagent that its agent reports. */
export function tellSubagent(tell: Tell, { subagent, actor: caller }: Moment, event: SubagentEvent): void {
  if (subagent === null || subagent.id === caller.id) {
    return;
  }
  if (event.type === 'subagent_spawn') {
    callSubagent(tell, caller, subagent);
    return;
  }
  if (find(tell.fold.called, subagent.id) === undefined) {
    callSubagent(tell, caller, subagent);
  }
  const turn = turnOf(tell.fold, subagent);
  if (event.type === 'subagent_result') {
    const { summary, cost } = event;
    // Its own messages are not repeated.
    if (!turn.hasText && summary !== '') {
      sayText(tell, subagent, summary);
    }
    if (turn.isOpen) {
      endTurn(tell, subagent, { how: 'done' });
    }
    tellResult(tell, caller, subagent, { result: summary, ...(cost === undefined ? {} : { cost: cost.totalUsd }) });
  } else {
    endTurn(tell, subagent, { how: 'done', error: event.error });
    tellResult(tell, caller, subagent, { result: event.error, error: event.error });
  }
}

function callSubagent(tell: Tell, caller: Actor, subagent: Actor): void {
  if (find(tell.fold.called, subagent.id) !== undefined) {
    return;
  }
  tellCallOf(tell, caller, subagent);
  if (!turnOf(tell.fold, subagent).isOpen) {
    beginTurn(tell, subagent, subagent.prompt);
  }
}

function sayText(tell: Tell, actor: Actor, content: string): void {
  say(tell, actor, { type: 'chat_output', payload: { content, role: 'assistant' } });
  turnOf(tell.fold, actor).messages.push({ role: 'assistant', name: actor.name, content });
}

function tellCallOf(tell: Tell, caller: Actor, called: Actor): void {
  put(tell.fold.called, called.id, called.id);
  say(tell, caller, {
    type: 'subagent_call',
    payload: { target_agent: called.name, message: called.prompt, call_id: called.id },
  });
}

interface SubagentResult {
  readonly result: string;
  readonly error?: string;
  readonly cost?: number;
}

function tellResult(tell: Tell, caller: Actor, called: Actor, result: SubagentResult): void {
  const call_id = drop(tell.fold.called, called.id);
  if (call_id === undefined) {
    return;
  }
  say(tell, caller, { type: 'subagent_result', payload: { source_agent: called.name, call_id, ...result } });
}

/** Opens a run that another one has called, or that takes over from one. */
export function openRun(tell: Tell, { run, actor }: Moment): void {
  const { model } = tell.fold;
  const from = run.header?.handoffFrom;
  if (from !== undefined) {
    inheritCall(tell, from, actor.id);
    return;
  }
  const caller = actor.parent === null ? undefined : find(model.actors, actor.parent);
  if (caller === undefined || caller.id === actor.id || find(tell.fold.called, actor.id) !== undefined) {
    return;
  }
  tellCallOf(tell, caller, actor);
}

/** Closes a run, with all of its open parts. */
export function closeRun(tell: Tell, { run, actor }: Moment, entry: CloseEntry): void {
  // A run that has been there before does not take over.
  const isKnown = entry.handoffTo !== undefined && find(tell.fold.model.runs, entry.handoffTo) !== undefined;
  const handoffTo = isKnown ? undefined : entry.handoffTo;
  steerUnheard(tell, actor, run);
  endLanes(tell, run);
  endRun(tell, actor, run, handoffTo);
  if (handoffTo === undefined) {
    reportRun(tell, actor, run);
  }
}

/** Ends subagents whose end their agent has not told. */
function endLanes(tell: Tell, run: Run): void {
  const lanes = Object.values(tell.fold.model.actors).filter(({ runId, lane }) => runId === run.runId && lane !== null);
  // The last called come first, because a caller hears of them while it is open.
  for (const lane of lanes.reverse()) {
    endLane(tell, lane);
  }
}

const CUT_OFF = 'Its agent has ended, and has not told what came of it.';

function endLane(tell: Tell, lane: Actor): void {
  if (turnOf(tell.fold, lane).isOpen || owesTokens(tell, lane)) {
    endTurn(tell, lane, { how: 'done', error: CUT_OFF });
  }
  const caller = lane.parent === null ? undefined : find(tell.fold.model.actors, lane.parent);
  if (caller !== undefined) {
    tellResult(tell, caller, lane, { result: CUT_OFF, error: CUT_OFF });
  }
}

function endRun(tell: Tell, actor: Actor, run: Run, handoffTo: string | undefined): void {
  const outcome = outcomeOf(run, handoffTo);
  const isTold = turnOf(tell.fold, actor).isOpen || find(tell.fold.announced, actor.id) !== undefined;
  // A good end between two turns adds nothing.
  const isFailure = outcome.how === 'done' && outcome.error !== undefined;
  const adds = handoffTo !== undefined || (isFailure && !isEndTold(run));
  if (isTold || adds || owesUsage(tell, actor, run)) {
    endTurn(tell, actor, outcome);
  }
}

function outcomeOf(run: Run, handoffTo: string | undefined): TurnOutcome {
  if (handoffTo !== undefined) {
    return { how: 'done', handoffTo };
  }
  const end = ENDS[seenCause(run)];
  if (end === 'cancelled') {
    return { how: 'cancelled' };
  }
  return { how: 'done', ...(end === 'failed' ? { error: errorOf(run) } : {}) };
}

function errorOf(run: Run): string {
  const failure = run.failure ?? failureOfEnd(seenCause(run), run.close?.facts);
  return failure === null ? `The run ended with ${seenCause(run)}.` : failure.message;
}

function reportRun(tell: Tell, actor: Actor, run: Run): void {
  const caller = actor.parent === null ? undefined : find(tell.fold.model.actors, actor.parent);
  if (caller === undefined || caller.id === actor.id) {
    return;
  }
  const end = ENDS[seenCause(run)];
  const error = end === 'failed' ? errorOf(run) : end === 'cancelled' ? `The run was ${seenCause(run)}.` : undefined;
  tellResult(tell, caller, actor, { result: error ?? textOf(run), ...(error === undefined ? {} : { error }) });
}

/** Ends everybody who is waited for, because nothing more comes and nobody must wait for ever. */
export function endAll(tell: Tell): void {
  const { fold } = tell;
  const { model } = fold;
  tellAbsent(tell);
  for (const run of Object.values(model.runs).sort((one, other) => other.order - one.order)) {
    const actor = find(model.actors, run.runId);
    if (actor === undefined) {
      continue;
    }
    const isOpen = turnOf(fold, actor).isOpen;
    if (run.close === null && (isOpen || run.header !== null)) {
      if (isOpen) {
        steerUnheard(tell, actor, run);
      }
      endLanes(tell, run);
      endRun(tell, actor, run, undefined);
      reportRun(tell, actor, run);
    } else {
      endLanes(tell, run);
      // A late event has opened it again.
      if (turnOf(fold, actor).isOpen) {
        endTurn(tell, actor, outcomeOf(run, undefined));
      }
    }
  }
}

/** Tells a successor that was named and never came. */
function tellAbsent(tell: Tell): void {
  const { announced, model } = tell.fold;
  for (const id of Object.keys(announced)) {
    const predecessor = find(model.actors, find(announced, id) ?? '');
    const known = find(model.runs, id);
    if (predecessor === undefined || known !== undefined) {
      continue;
    }
    const error = 'The run was handed over, and nobody has taken it up.';
    const { name, depth } = predecessor;
    say(
      tell,
      { id, name, depth },
      {
        type: 'turn_end',
        payload: { messages: [{ role: 'assistant', name, content: error }], error },
        result: error,
      },
    );
    turnOf(tell.fold, { id }).isOpen = false;
    const caller = predecessor.parent === null ? undefined : find(model.actors, predecessor.parent);
    if (caller !== undefined) {
      tellResult(tell, caller, predecessor, { result: error, error });
    }
  }
}
