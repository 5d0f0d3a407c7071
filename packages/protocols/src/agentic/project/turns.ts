/** Turns and completions of an actor: how they begin, and how they end. */
import type { SeenCause } from '@agent-mux/events/journal';
import { type Actor, drop, find, inOrder, type Moment, modelOf, put, type Run } from '../../model/index.ts';
import { say, type Tell, type Turn, type TurnOutcome, turnOf } from './state.ts';

/** How a turn ends with its run: one row for each cause. */
export const ENDS: Readonly<Record<SeenCause, 'done' | 'cancelled' | 'failed'>> = {
  completed: 'done',
  interrupted: 'cancelled',
  aborted: 'cancelled',
  timeout: 'failed',
  inactivity: 'failed',
  turn_limit: 'failed',
  budget: 'failed',
  auth: 'failed',
  rate_limit: 'failed',
  context: 'failed',
  error: 'failed',
  crash: 'failed',
  kill: 'failed',
  lost: 'failed',
};

/** Begins a turn with a message, and ends the one before with `outcome`. */
export function beginTurn(tell: Tell, actor: Actor, content: string, outcome: TurnOutcome = { how: 'done' }): void {
  const turn = turnOf(tell.fold, actor);
  if (turn.isOpen || (outcome.how === 'done' && outcome.error !== undefined)) {
    endTurn(tell, actor, outcome);
  }
  turn.next = null;
  say(tell, actor, { type: 'prompt_started', payload: { content } });
  if (content !== '') {
    turn.messages.push({ role: 'user', name: actor.name, content });
  }
}

/** Tells a message for the running turn. */
export function steer(tell: Tell, actor: Actor, content: string): void {
  say(tell, actor, { type: 'prompt', payload: { content } });
  turnOf(tell.fold, actor).messages.push({ role: 'user', name: actor.name, content });
}

/** Tells messages whose delivery is unknown, because they were given all the same. */
export function steerUnheard(tell: Tell, actor: Actor, run: Run): void {
  for (const { text } of inOrder(run.prompts)) {
    steer(tell, actor, text);
  }
}

export function endTurn(tell: Tell, actor: Actor, outcome: TurnOutcome): void {
  const turn = turnOf(tell.fold, actor);
  endCompletion(tell, actor);
  if (outcome.how === 'cancelled') {
    say(tell, actor, { type: 'turn_cancelled', payload: {} });
  } else {
    const { error, handoffTo } = outcome;
    const messages =
      error === undefined
        ? turn.messages
        : [...turn.messages, { role: 'assistant', name: actor.name, content: error } as const];
    const last = messages.filter(({ role }) => role === 'assistant').at(-1);
    say(tell, actor, {
      type: 'turn_end',
      payload: { messages, ...(error === undefined ? {} : { error }) },
      result: last?.content ?? '',
      ...(handoffTo === undefined ? {} : { handoff_to: handoffTo }),
    });
    if (handoffTo !== undefined) {
      put(tell.fold.announced, handoffTo, actor.id);
    }
  }
  Object.assign(turn, { isOpen: false, isEnding: false, messages: [] });
}

/** Tells which requests to the model the entry ends and begins. */
export function tellCompletions(tell: Tell, { actor, ended, began, entry }: Moment): void {
  const turn = turnOf(tell.fold, actor);
  if (ended !== null && turn.completion !== null) {
    turn.completion.endedAt ??= entry.timestamp;
  }
  if (began === null) {
    return;
  }
  if (turn.completion !== null) {
    endCompletion(tell, actor);
  }
  say(tell, actor, { type: 'completion_start', payload: {} });
  turn.completion = { startedAt: entry.timestamp, endedAt: null, content: '', calls: [] };
}

/** Tells the usage of the request. Usage that comes after the last one is told without a request. */
function endCompletion(tell: Tell, actor: Actor): void {
  const { fold } = tell;
  const turn = turnOf(fold, actor);
  const { completion } = turn;
  const run = find(fold.model.runs, actor.runId);
  if (run === undefined) {
    return;
  }
  const spent = takeUsage(tell, actor, run, turn);
  turn.completion = null;
  if (completion === null && spent.inputTokens === 0 && spent.outputTokens === 0 && spent.usd === 0) {
    return;
  }
  const { model } = modelOf(run, actor);
  const elapsedMs = completion === null ? 0 : Math.max(0, (completion.endedAt ?? run.at) - completion.startedAt);
  say(tell, actor, {
    type: 'completion_end',
    payload: {
      usage: {
        ...(model === undefined ? {} : { model }),
        ...(run.cost === null ? {} : { cost: spent.usd }),
        input_tokens: spent.inputTokens,
        output_tokens: spent.outputTokens,
        elapsed_time: elapsedMs / 1_000,
      },
      metadata: {},
      llm_message:
        completion === null
          ? null
          : {
              role: 'assistant',
              content: completion.content,
              ...(completion.calls.length === 0 ? {} : { tool_calls: completion.calls }),
            },
    },
  });
}

interface Spent {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly usd: number;
}

/** Takes usage. Only runs tell money, and they tell tokens where an agent reports them with its cost, and not by the request. */
function takeUsage({ fold }: Tell, actor: Actor, run: Run, turn: Turn): Spent {
  let { inputTokens, outputTokens } = turn;
  turn.inputTokens = 0;
  turn.outputTokens = 0;
  if (actor.lane !== null || run.cost === null) {
    return { inputTokens, outputTokens, usd: 0 };
  }
  const { cost } = run;
  const told = find(fold.told, run.runId) ?? put(fold.told, run.runId, { usd: 0, inputTokens: 0, outputTokens: 0 });
  const usd = cost.totalUsd - told.usd;
  told.usd = cost.totalUsd;
  if (run.usage.reports === 0) {
    inputTokens += cost.inputTokens - told.inputTokens;
    outputTokens += cost.outputTokens - told.outputTokens;
    told.inputTokens = cost.inputTokens;
    told.outputTokens = cost.outputTokens;
  }
  return { inputTokens, outputTokens, usd };
}

/** Whether it has used tokens that its turns have not told. */
export function owesTokens({ fold }: Tell, actor: Actor): boolean {
  const { inputTokens, outputTokens } = turnOf(fold, actor);
  return inputTokens > 0 || outputTokens > 0;
}

/** Whether it has usage that its turns have not told. */
export function owesUsage(tell: Tell, actor: Actor, run: Run): boolean {
  if (owesTokens(tell, actor)) {
    return true;
  }
  if (run.cost === null) {
    return false;
  }
  const told = find(tell.fold.told, run.runId) ?? { usd: 0, inputTokens: 0, outputTokens: 0 };
  // An agent may report tokens with a cost of zero.
  const hasTokens = run.cost.inputTokens !== told.inputTokens || run.cost.outputTokens !== told.outputTokens;
  return run.cost.totalUsd !== told.usd || (run.usage.reports === 0 && hasTokens);
}

/** Lets a named successor speak for its predecessor's caller from now on. */
export function inheritCall({ fold }: Tell, from: string, to: string): void {
  const callId = drop(fold.called, from);
  if (callId !== undefined) {
    put(fold.called, to, callId);
  }
}
