/** The first entry of a run: what it is, known before anything of it happens. */
import { type Giver, JOURNAL_FORMAT, type JsonValue, type RunHeader } from '@agent-mux/events/journal';
import type { RunOptions } from '../adapter/options.ts';
import type { PreparedRun } from './prepared-run.ts';
import { recordOptions } from './recorded-options.ts';

/** Where a run stands: in its tree, and in what spans several trees. */
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

/** Of a run that nobody has called. */
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

export function createHeader(prepared: PreparedRun): RunHeader {
  const { runId, name, agent, mode, options, tags, lineage } = prepared;
  const { model, prompt, cwd, approvalMode, stream, sessionId, forkSessionId } = options;
  return {
    format: JOURNAL_FORMAT,
    runId,
    name,
    agent,
    mode: mode.name,
    ...(model === undefined ? {} : { model }),
    prompt,
    cwd,
    approvalMode,
    stream,
    ...(sessionId === undefined ? {} : { resumes: sessionId }),
    ...(forkSessionId === undefined ? {} : { forks: forkSessionId }),
    tags: [...tags],
    ...lineage,
    options: recordableOptions(prepared),
  };
}

/** As a recording keeps them, with the limits and without what has a field of its own. The environment is no part of it. */
function recordableOptions(prepared: PreparedRun): Readonly<Record<string, JsonValue>> {
  const { env, model, approvalMode, stream, sessionId, forkSessionId, ...options } = recordOptions(prepared);
  const { timeout, inactivityTimeout, interactionTimeoutMs, maxTextBytes } = prepared;
  // Validated options are JSON but for what is undefined, which is left out so.
  return JSON.parse(JSON.stringify({ ...options, timeout, inactivityTimeout, interactionTimeoutMs, maxTextBytes }));
}
