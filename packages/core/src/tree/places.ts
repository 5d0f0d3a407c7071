/** The place of a run that another one has called, or that takes over from one. */
import { AgentMuxError, ValidationError } from '../errors.ts';
import { given } from '../given.ts';
import type { Lineage, Place, PreparedRun } from '../run/index.ts';

type Placed = Pick<PreparedRun, 'runId' | 'lineage'>;

export const DEFAULT_MAX_DEPTH = 8;

/** The place one below the caller. Throws VALIDATION_ERROR where that is deeper than `maxDepth`. */
export function calledPlace({ runId, lineage }: Placed, maxDepth: number): Place {
  const depth = lineage.depth + 1;
  if (depth > maxDepth) {
    throw new AgentMuxError(
      'VALIDATION_ERROR',
      `call(): the run would stand at depth ${depth}, below ${lineage.path.join(' > ')}; \`maxDepth\` of the client is ${maxDepth}.`,
    );
  }
  return ({ name, options }) => ({
    ...shared(lineage, options, 'call()'),
    parent: runId,
    ...given({ parentCall: options.parentCall }),
    depth,
    path: [...lineage.path, name],
    initiator: 'agent',
  });
}

/** The place of a successor, which has the caller and the depth of its predecessor. */
export function successorPlace({ runId, lineage }: Placed): Place {
  const { parent, parentCall, depth, path, initiator } = lineage;
  return ({ name, options }) => ({
    ...shared(lineage, options, 'handoff()'),
    ...given({ parent, parentCall }),
    handoffFrom: runId,
    depth,
    path: [...path.slice(0, -1), name],
    initiator,
  });
}

function shared(
  { root, contextId, threadId, taskId }: Lineage,
  ids: Partial<Pick<Lineage, 'contextId' | 'threadId' | 'taskId'>>,
  call: string,
): Pick<Lineage, 'root' | 'contextId' | 'threadId' | 'taskId'> {
  if (ids.contextId !== undefined && ids.contextId !== contextId) {
    const expected = `that of its tree (${contextId}), or left out`;
    const message = `\`contextId\` is ${ids.contextId}, but must be ${expected}.`;
    throw new ValidationError([{ field: 'contextId', message, received: ids.contextId, expected }], call);
  }
  return { root, contextId, threadId: ids.threadId ?? threadId, taskId: ids.taskId ?? taskId };
}
