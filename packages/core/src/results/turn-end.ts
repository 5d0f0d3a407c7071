/** Describes how a turn ended in the words that a run uses. */
import type { AgentName } from '@agent-mux/events';
import type { Outcome } from '../adapter/index.ts';
import { causeOf, OUTCOMES } from './outcome.ts';
import { describeEnd } from './run-result.ts';
import type { TurnEnd, TurnFold, TurnState } from './turn-fold.ts';

/**
 * Returns how the unsettled turns ended, where the agent rests and the run goes on. The last one ended as the agent has
 * reported, the others completed.
 */
export function endsAtRest(
  { unsettled }: Pick<TurnFold, 'unsettled'>,
  told: Outcome | undefined,
  agent: AgentName,
): readonly (readonly [TurnState, TurnEnd])[] {
  return unsettled.map((turn) => [turn, turnEndOf(turn === unsettled.at(-1) ? told : undefined, agent)]);
}

/** Returns how a turn ended. `outcome` is what the agent reported; undefined where the turn went well. */
function turnEndOf(outcome: Outcome | undefined, agent: AgentName): TurnEnd {
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
