/** What an exit says beyond the wire, where a CLI gives it no meaning of its own. */
import type { EventDraft, ExitInfo } from '@agent-mux/core';

export interface ExitStanding {
  /** A turn is open: its native end never came. */
  readonly isTurnOpen: boolean;
  /** The last turn had its native end. */
  readonly isClean: boolean;
  /** The agent's last turn failed, and said how: that explains the exit. */
  readonly hasFailed: boolean;
  /** The agent said that it was interrupted. */
  readonly isInterrupted: boolean;
}

/** An abort and a timeout are the host's own business: it knows them without being told. */
export function exitDrafts(standing: ExitStanding, { code, signal, stderr, asked }: ExitInfo): readonly EventDraft[] {
  if (asked === 'abort' || asked === 'timeout') {
    return [];
  }
  const way = code === null ? (signal === null ? {} : { signal }) : { exitCode: code };
  if (standing.isTurnOpen || !standing.isClean) {
    if (asked === 'interrupt' || standing.isInterrupted) {
      return [ended(standing, { type: 'interrupted' })];
    }
    return [ended(standing, { type: 'crash', ...way, stderr })];
  }
  if (standing.hasFailed || code === 0) {
    return [];
  }
  return [ended(standing, { type: 'crash', ...way, stderr })];
}

function ended({ isTurnOpen }: ExitStanding, outcome: Extract<EventDraft, { type: 'outcome' }>['outcome']): EventDraft {
  return isTurnOpen ? { type: 'turn_end', outcome } : { type: 'outcome', outcome };
}
