/** How a task ends: one table over all causes, and what is told of a failure. */
import type { ErrorCode } from '@agent-mux/events';
import type { SeenCause } from '@agent-mux/events/journal';
import type { Failure } from '../../model/index.ts';
import type { Metadata, TaskStatus } from '../../tasks/index.ts';

type End = Extract<TaskStatus, 'completed' | 'failed' | 'canceled'>;

/** The last status of a task by the cause that ended it, and the `reason` that it tells. */
export const LOOOPY_ENDS: Readonly<Record<SeenCause, { readonly status: End; readonly reason: string }>> = {
  completed: { status: 'completed', reason: 'completed' },
  interrupted: { status: 'canceled', reason: 'interrupted' },
  aborted: { status: 'canceled', reason: 'aborted' },
  timeout: { status: 'failed', reason: 'timeout:run' },
  inactivity: { status: 'failed', reason: 'timeout:inactivity' },
  turn_limit: { status: 'failed', reason: 'turn-limit' },
  budget: { status: 'failed', reason: 'budget' },
  auth: { status: 'failed', reason: 'auth' },
  rate_limit: { status: 'failed', reason: 'rate-limit' },
  context: { status: 'failed', reason: 'context-exceeded' },
  error: { status: 'failed', reason: 'error' },
  crash: { status: 'failed', reason: 'crash' },
  kill: { status: 'failed', reason: 'kill' },
  lost: { status: 'failed', reason: 'stream-lost' },
};

// Another try may succeed after these failures; the others would happen again.
const RETRYABLE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'RATE_LIMITED',
  'AGENT_CRASH',
  'TIMEOUT',
  'INACTIVITY_TIMEOUT',
]);

export function metadataOfFailure({ code, message, isFatal }: Failure): Metadata {
  return { error: { code, message, retryable: !isFatal || RETRYABLE.has(code), recoverable: !isFatal } };
}
