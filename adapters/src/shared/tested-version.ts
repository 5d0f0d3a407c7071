/** Reports that this version of agent-mux was not tested with the installed version of a CLI. */
import type { EventDraft } from '@agent-mux/core';
import { debug, NO_DRAFTS } from './parsed.ts';

export function untestedNote(name: string, version: string, tested: readonly string[]): readonly EventDraft[] {
  return tested.includes(version)
    ? NO_DRAFTS
    : [debug('warn', `${name} ${version} was not tested with this version of agent-mux; ${tested[0] ?? ''} was.`)];
}
