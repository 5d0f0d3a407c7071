/** What a mode is told of the attempt that its command and its dialect are made for. */
import type { ModeContext, PriorSession } from '../adapter/index.ts';
import { given } from '../given.ts';
import { runDirPath } from '../process/index.ts';
import type { PreparedRun } from './prepared-run.ts';
import { createRunIds } from './run-ids.ts';

export interface ContextParts {
  readonly run: PreparedRun;
  /** The number of the attempt, from 1 on. */
  readonly number: number;
  /** Returns the session that the run goes on with, once its file was read. */
  readonly prior: () => PriorSession | undefined;
}

export function contextOf({ run, number, prior: readPrior }: ContextParts): ModeContext {
  const prior = readPrior();
  return {
    runId: run.runId,
    dir: runDirPath(run.runId),
    binary: run.binary,
    newId: createRunIds(run.runId, number),
    input: run.input,
    maxTextBytes: run.maxTextBytes,
    ...given({ prior }),
  };
}
