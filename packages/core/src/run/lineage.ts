/** Where a run stands: in its tree, and in what spans several trees. */
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

/** What the options of a run say of where it stands. */
type PlacingOptions = Pick<RunOptions, 'contextId' | 'threadId' | 'taskId'> & { readonly parentCall?: string };

/** Where a run is to stand, once its id and its name are known. */
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

/** Who says the first words: the run that hands over, or that has called this one; undefined: the program. */
export function starterOf({ parent, handoffFrom }: Lineage): Giver | undefined {
  const id = handoffFrom ?? parent;
  return id === undefined ? undefined : { kind: 'agent', id };
}
