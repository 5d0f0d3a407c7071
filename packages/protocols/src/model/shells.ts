/** Commands that run within a call. */
import type { EventOf } from '@agent-mux/events';
import type { Actor } from './actors.ts';
import { callKey } from './calls.ts';

export interface Shell {
  /** The id of the actor that has started it. */
  readonly actor: string;
  /** The place of its call among the calls; null where it names none. */
  readonly callKey: string | null;
  readonly command: string;
  /** The absolute folder; empty where it is not known. */
  readonly cwd: string;
  readonly order: number;
  /** Whether it has printed something. */
  isHeard: boolean;
}

type ShellEvent = EventOf<'shell_start' | 'shell_stdout_delta' | 'shell_stderr_delta' | 'shell_exit'>;

/** The place of an event's command: that of its call; one that names no call is the only one of its actor. */
export function shellKey(actor: Actor, { runId, toolCallId }: Pick<ShellEvent, 'runId' | 'toolCallId'>): string {
  return toolCallId === undefined ? `${actor.id}/` : callKey(runId, toolCallId);
}
