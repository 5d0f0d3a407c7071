/** The journal as a sequence: one run, one agent, dense numbers, a clock that does not go back. */
import type { CheckState, Watch } from './check-state.ts';

export function watchJournal({ report, options }: CheckState): Watch {
  let last: { runId: string; agent: string; timestamp: number } | undefined;
  let expectedSeq = 0;
  return ({ runId, agent, timestamp, seq, raw, type }) => {
    if (seq !== expectedSeq) {
      report('D-seq', `seq ${seq} where ${expectedSeq} was to come`);
    }
    expectedSeq = (Number.isSafeInteger(seq) ? seq : expectedSeq) + 1;
    if (options.debug === false && raw !== undefined) {
      report('M-3', `${type} has raw, but debug is off`);
    }
    if (last !== undefined) {
      if (runId !== last.runId) {
        report('M-1', `runId changed from ${last.runId} to ${runId}`);
      }
      if (agent !== last.agent) {
        report('M-1', `agent changed from ${last.agent} to ${agent}`);
      }
      if (timestamp < last.timestamp) {
        report('M-2', `timestamp went back from ${last.timestamp} to ${timestamp}`);
      }
    }
    last = { runId, agent, timestamp };
  };
}
