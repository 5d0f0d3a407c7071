/** Reads a session before a run goes on with it: how many turns it has had, and the place to which it goes back. */
import type { PriorSession } from '../adapter/index.ts';
import { AgentMuxError } from '../errors.ts';
import { given } from '../given.ts';
import type { PreparedRun } from '../run/index.ts';
import { findSession, type SessionManagerParts } from './create-session-manager.ts';
import type { Session } from './session-manager.ts';

type Wanted = Pick<PreparedRun, 'adapter' | 'mode' | 'options'>;

/**
 * Whether a session must be read first. A copy is counted from its beginning on, so only the place to go back to is
 * needed of a session that is copied.
 */
export function needsPrior({ adapter, mode, options: { sessionId, checkpointId } }: Wanted): boolean {
  const isRead = mode.capabilities.priorTurns === 'read' && adapter.sessions !== undefined;
  return isRead && (sessionId !== undefined || checkpointId !== undefined);
}

/**
 * Undefined where no file tells of the session: whether there is one, its CLI will say. Rejects with SESSION_NOT_FOUND where there is
 * a place to go back to, and no file that has it.
 */
export async function readPriorSession(wanted: Wanted, parts: SessionManagerParts): Promise<PriorSession | undefined> {
  const { agent } = wanted.adapter;
  const { sessionId = '', forkSessionId = sessionId, checkpointId, env } = wanted.options;
  const lookup = { agent, sessionId: forkSessionId, ...given({ env }) };
  const found = await findSession(parts, lookup).catch((error: unknown) => {
    if (checkpointId === undefined && AgentMuxError.isInstance(error)) {
      return undefined;
    }
    throw error;
  });
  if (found === undefined || checkpointId === undefined) {
    return found && { turnCount: found.session.turnCount };
  }
  const turnCount = countBefore(found.session, checkpointId);
  if (turnCount === undefined) {
    throw new AgentMuxError(
      'SESSION_NOT_FOUND',
      `checkpointId: session ${forkSessionId} of ${agent} has no prompt ${JSON.stringify(checkpointId)}. sessions.get() lists those that it has.`,
    );
  }
  return { turnCount, ...given({ place: found.placeBefore(checkpointId) }) };
}

/**
 * Counts the turns before a prompt; undefined where the session has no such prompt. Several prompts may have joined one
 * turn.
 */
function countBefore({ messages }: Session, checkpointId: string): number | undefined {
  const ids = messages.flatMap((message) => message.checkpointId ?? []);
  const at = ids.indexOf(checkpointId);
  return at < 0 ? undefined : new Set(ids.slice(0, at)).size;
}
