/** What an exit says beyond the wire, where a CLI gives it no meaning of its own. */
import type { EventDraft, ExitInfo } from '@agent-mux/core';

export interface ExitScene {
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
export function exitDrafts(scene: ExitScene, { code, signal, stderr, asked }: ExitInfo): readonly EventDraft[] {
  if (asked === 'abort' || asked === 'timeout') {
    return [];
  }
  const way = code === null ? (signal === null ? {} : { signal }) : { exitCode: code };
  if (scene.isTurnOpen || !scene.isClean) {
    if (asked === 'interrupt' || scene.isInterrupted) {
      return [ended(scene, { type: 'interrupted' })];
    }
    return [ended(scene, { type: 'crash', ...way, stderr })];
  }
  if (scene.hasFailed || code === 0) {
    return [];
  }
  return [ended(scene, { type: 'crash', ...way, stderr })];
}

function ended({ isTurnOpen }: ExitScene, outcome: Extract<EventDraft, { type: 'outcome' }>['outcome']): EventDraft {
  return isTurnOpen ? { type: 'turn_end', outcome } : { type: 'outcome', outcome };
}
