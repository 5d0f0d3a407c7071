/**
 * Generation cycles: each is one request to the model and the tool calls that it asked for. Where a turn tells its steps, these are its
 * cycles. Elsewhere one begins with the first output of a turn, and with the first output after all open calls have ended.
 */
import type { Actor } from './actors.ts';
import type { Call } from './calls.ts';
import type { CycleChange } from './cycle.ts';
import { createUsage } from './usage.ts';

/** Records that the model has answered the request completely. */
export function settleCycle(actor: Actor, change: CycleChange): void {
  const { cycle } = actor;
  if (cycle === null || cycle.isAnswered) {
    return;
  }
  cycle.isAnswered = true;
  change.answered = cycle;
}

/** Ends the running cycle, if there is one. What has not been answered until then counts as answered. */
export function endCycle(actor: Actor, change: CycleChange): void {
  if (actor.cycle === null) {
    return;
  }
  settleCycle(actor, change);
  change.ended = actor.cycle;
  actor.cycle = null;
}

export function beginCycle(actor: Actor, timestamp: number, change: CycleChange): void {
  endCycle(actor, change);
  actor.cycles += 1;
  actor.cycle = {
    number: actor.cycles,
    startedAt: timestamp,
    calls: [],
    open: 0,
    ended: 0,
    isAnswered: false,
    isOver: false,
    usage: createUsage(),
  };
  change.began = actor.cycle;
}

/** Records that the actor has begun a message, a thought or a call. */
export function output(actor: Actor, timestamp: number, change: CycleChange): void {
  const { cycle, hasSteps } = actor;
  if (cycle === null || cycle.isOver || (!hasSteps && cycle.ended > 0 && cycle.open === 0)) {
    beginCycle(actor, timestamp, change);
  }
}

export function callReady(actor: Actor, call: Call): void {
  if (actor.cycle === null) {
    return;
  }
  actor.cycle.calls.push(call.id);
  actor.cycle.open += 1;
  call.cycle = actor.cycle.number;
}

export function callEnded(actor: Actor, call: Call, change: CycleChange): void {
  settleCycle(actor, change);
  const { cycle } = actor;
  if (cycle === null) {
    return;
  }
  cycle.ended += 1;
  if (call.cycle === cycle.number) {
    cycle.open -= 1;
  }
}
