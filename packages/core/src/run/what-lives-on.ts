/**
 * The processes that live on after the exit of an agent: those that the host wished to keep, and those that nobody
 * could end.
 */
import { types } from 'node:util';
import type { EventDraft } from '../adapter/index.ts';
import { describeError } from '../describe-error.ts';
import type { LeavableProcess, ProcessExit } from '../process/index.ts';

type MayLeave = (process: LeavableProcess) => boolean;

/** Guards the program's function; an error of it is reported, and means no. */
export function guardMayLeave(ask: MayLeave, warn: (message: string) => void): MayLeave {
  return (process) => {
    try {
      const answer: unknown = ask(process);
      if (types.isPromise(answer)) {
        // The process is ended at once, so nobody waits for what comes of it.
        answer.catch(() => {});
        warn(`leaveRunning gave a promise for process ${process.pid}, which is ended: it has to answer at once.`);
      }
      return answer === true;
    } catch (error) {
      warn(`leaveRunning failed for process ${process.pid}, which is ended: ${describeError(error)}`);
      return false;
    }
  };
}

/** Returns the drafts in which a run reports them. */
export function tellWhatLivesOn({ leftOver, leftRunning = [] }: ProcessExit): readonly EventDraft[] {
  const stuck = `${leftOver} processes of the run could not be ended: they belong to another user, or are stuck.`;
  return [
    ...(leftOver === 0 ? [] : [{ type: 'debug', level: 'warn', message: stuck } as const]),
    ...leftRunning.map(({ pid, command }): EventDraft => {
      const message = `Left running, as \`leaveRunning\` wished: process ${pid}, ${command}`;
      return { type: 'debug', level: 'info', message };
    }),
  ];
}
