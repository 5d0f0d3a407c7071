/** Says how a turn ended in the words in which a run does. */
import type { AgentName } from '@agent-mux/events';
import type { Outcome } from '../adapter/index.ts';
import { causeOf, OUTCOMES } from './outcome.ts';
import { describeEnd } from './run-result.ts';
import type { TurnEnd } from './turn-fold.ts';

/** `outcome`: what the agent told of it; undefined where it went well. */
export function turnEndOf(outcome: Outcome | undefined, agent: AgentName): TurnEnd {
  if (outcome === undefined) {
    return { outcome: 'completed' };
  }
  const cause = causeOf(outcome, null);
  const error = describeEnd(cause, outcome, { agent, exitCode: null, signal: null });
  return { outcome: OUTCOMES[cause].exitReason, error: { ...error, message: ofTurn(error.message) } };
}

function ofTurn(message: string): string {
  return message.replace(/^The run /, 'The turn ');
}
