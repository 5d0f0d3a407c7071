/** What an exit says beyond the wire, where a CLI gives it no meaning of its own. */
import type { EventDraft, ExitInfo, Outcome } from '@agent-mux/core';
import { defined } from './defined.ts';
import { debug, NO_DRAFTS } from './parsed.ts';

/** How far the turn of a conversation has come. */
export interface TurnStanding {
  /** Whether a turn is open, whose native end never came. */
  readonly isOpen: boolean;
  /** Whether the CLI itself ended the last turn. */
  readonly isClean: boolean;
  /** Whether the agent's last turn failed and said how, which explains the exit. */
  readonly hasFailed: boolean;
  /** Whether the agent said that it was interrupted. */
  readonly isInterrupted?: boolean;
  /** The failure that the agent reported, and that no end of a turn has told. */
  readonly failure?: Outcome | undefined;
}

/** The drafts of an exit; `meaning` is what the CLI means by it. An abort and a timeout give no outcome, because the host caused them. */
export function exitDrafts(turn: TurnStanding, info: ExitInfo, meaning?: Outcome): readonly EventDraft[] {
  const outcome = meaning ?? outcomeOf(turn, info);
  const held = turn.failure === undefined ? NO_DRAFTS : [reported(turn.failure, turn)];
  if (outcome === undefined) {
    return held;
  }
  return [...held, turn.isOpen ? { type: 'turn_end', outcome } : { type: 'outcome', outcome }];
}

// The agent might have gone on, so what it reported is not the outcome.
function reported(failure: Outcome, turn: TurnStanding): EventDraft {
  const words = 'message' in failure ? failure.message : failure.type;
  const when = isCut(turn) ? ', and left before the end of its turn' : ' after the end of its turn';
  return debug('warn', `The agent reported a failure${when}: ${words}`);
}

/** Whether the turn had no native end. */
function isCut({ isOpen, isClean }: TurnStanding): boolean {
  return isOpen || !isClean;
}

function outcomeOf(turn: TurnStanding, { code, signal, stderr, asked }: ExitInfo): Outcome | undefined {
  if (asked === 'abort' || asked === 'timeout' || (!isCut(turn) && (turn.hasFailed || code === 0))) {
    return undefined;
  }
  if (isCut(turn) && (asked === 'interrupt' || turn.isInterrupted)) {
    return { type: 'interrupted' };
  }
  const way = code === null ? defined({ signal: signal ?? undefined }) : { exitCode: code };
  return { type: 'crash', ...way, stderr };
}
