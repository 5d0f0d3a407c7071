/** Says of a run what its options and its last process tell, for its result. */
import type { RunFacts } from '../results/index.ts';
import type { AttemptEnd } from './attempt.ts';
import type { PreparedRun } from './prepared-run.ts';

export function describeRun(
  { runId, agent, mode, options, tags }: PreparedRun,
  { exit, stderr }: AttemptEnd,
): Pick<RunFacts, 'runId' | 'agent' | 'model' | 'mode' | 'exitCode' | 'signal' | 'tags' | 'leftRunning' | 'stderr'> {
  return {
    runId,
    agent,
    model: options.model,
    mode: mode.name,
    exitCode: exit.code,
    signal: exit.signal,
    tags,
    ...(exit.leftRunning === undefined ? {} : { leftRunning: exit.leftRunning }),
    stderr,
  };
}
