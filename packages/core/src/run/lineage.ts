/** The place of a run in its tree, and in the contexts that span several trees. */
import type { Giver, RunHeader } from '@agent-mux/events/journal';
import type { RunOptions } from '../adapter/index.ts';

export type Lineage = Pick<
  RunHeader,
  | 'root'
  | 'parent'
  | 'parentCall'
  | 'handoffFrom'
  | 'depth'
  | 'path'
  | 'initiator'
  | 'contextId'
  | 'threadId'
  | 'taskId'
>;

/** The options of a run that determine its place. */
type PlacingOptions = Pick<RunOptions, 'contextId' | 'threadId' | 'taskId'> & { readonly parentCall?: string };

/** Returns the place of a run, once its id and its name are known. */
export type Place = (run: {
  readonly runId: string;
  readonly name: string;
  readonly options: PlacingOptions;
}) => Lineage;

/** The place of a run that nobody has called. */
export const rootPlace: Place = ({ runId, name, options }) => ({
  contextId: options.contextId ?? runId,
  threadId: options.threadId ?? runId,
  taskId: options.taskId ?? runId,
  root: runId,
  depth: 0,
  path: [name],
  initiator: 'user',
});

/**
 * Returns who says the first words: the run that hands over, or that has called this one; undefined for the program.
 */
export function starterOf({ parent, handoffFrom }: Lineage): Giver | undefined {
  const id = handoffFrom ?? parent;
  return id === undefined ? undefined : { kind: 'agent', id };
}
