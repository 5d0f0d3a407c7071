/** What the journal of a recorded run says of it first, as far as its recording tells. */
import { JOURNAL_FORMAT, type JsonValue, type RunHeader } from '@agent-mux/events/journal';
import type { CassetteHeader } from '../recording/index.ts';
import type { ReplaySetup } from './replay-setup.ts';

export interface DescribedReplay {
  readonly runId: string;
  readonly recorded: CassetteHeader;
  readonly setup: ReplaySetup;
  readonly prompt: string;
}

/** Which tree the run was of no recording tells, so it stands alone. */
export function describeReplay({ runId, recorded, setup, prompt }: DescribedReplay): RunHeader {
  const { agent } = recorded;
  const { model, cwd, approvalMode, stream, sessionId, forkSessionId } = setup.options;
  return {
    format: JOURNAL_FORMAT,
    runId,
    name: agent,
    agent,
    mode: setup.mode.name,
    ...(model === undefined ? {} : { model }),
    prompt,
    cwd,
    approvalMode,
    stream,
    ...(sessionId === undefined ? {} : { resumes: sessionId }),
    ...(forkSessionId === undefined ? {} : { forks: forkSessionId }),
    tags: [],
    contextId: runId,
    threadId: runId,
    taskId: runId,
    root: runId,
    depth: 0,
    path: [agent],
    initiator: 'user',
    options: optionsOf(recorded, setup),
  };
}

/** As those of a live run: without what has a field of its own, and without the environment. */
function optionsOf({ options: recorded = {} }: CassetteHeader, setup: ReplaySetup): RunHeader['options'] {
  const { env, model, approvalMode, stream, sessionId, forkSessionId, ...options } = recorded;
  const { keepOpen, noSession } = setup.options;
  const read: object = { ...options, keepOpen, noSession };
  // They were read from JSON.
  return read as Readonly<Record<string, JsonValue>>;
}
