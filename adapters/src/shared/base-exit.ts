/** What an exit says beyond the wire, where a CLI gives it no meaning of its own. */
import type { EventDraft, ExitInfo, Outcome } from '@agent-mux/core';
import { defined } from './defined.ts';
import { NO_DRAFTS } from './parsed.ts';

/** How far the turn of a conversation is. */
export interface TurnStanding {
  /** A turn is open: its native end never came. */
  readonly isOpen: boolean;
  /** The last turn had its native end. */
  readonly isClean: boolean;
  /** The agent's last turn failed, and said how: that explains the exit. */
  readonly hasFailed: boolean;
  /** The agent said that it was interrupted. */
  readonly isInterrupted?: boolean;
}

/** `meaning`: what the CLI means by it. An abort and a timeout are the host's own business: it knows them without being told. */
export function exitDrafts(turn: TurnStanding, info: ExitInfo, meaning?: Outcome): readonly EventDraft[] {
  const outcome = meaning ?? outcomeOf(turn, info);
  if (outcome === undefined) {
    return NO_DRAFTS;
  }
  return [turn.isOpen ? { type: 'turn_end', outcome } : { type: 'outcome', outcome }];
}

function outcomeOf(turn: TurnStanding, { code, signal, stderr, asked }: ExitInfo): Outcome | undefined {
  const isCut = turn.isOpen || !turn.isClean;
  if (asked === 'abort' || asked === 'timeout' || (!isCut && (turn.hasFailed || code === 0))) {
    return undefined;
  }
  if (isCut && (asked === 'interrupt' || turn.isInterrupted)) {
    return { type: 'interrupted' };
  }
  const way = code === null ? defined({ signal: signal ?? undefined }) : { exitCode: code };
  return { type: 'crash', ...way, stderr };
}
