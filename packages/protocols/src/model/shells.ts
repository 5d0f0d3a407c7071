/** Commands that run within a call. */
import type { EventOf } from '@agent-mux/events';
import type { Actor } from './actors.ts';
import { callKey } from './calls.ts';

export interface Shell {
  /** The id of the actor that has started it. */
  readonly actor: string;
  /** Where its call stands among the calls; null: it does not say. */
  readonly callKey: string | null;
  readonly command: string;
  /** Absolute; empty where it is not known. */
  readonly cwd: string;
  readonly order: number;
  /** It has put something out. */
  isHeard: boolean;
}

type ShellEvent = EventOf<'shell_start' | 'shell_stdout_delta' | 'shell_stderr_delta' | 'shell_exit'>;

/** Where the command of an event stands: with its call; one that names no call is the only one of its actor. */
export function shellKey(actor: Actor, { runId, toolCallId }: Pick<ShellEvent, 'runId' | 'toolCallId'>): string {
  return toolCallId === undefined ? `${actor.id}/` : callKey(runId, toolCallId);
}
