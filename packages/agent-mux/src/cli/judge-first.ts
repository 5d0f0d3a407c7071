/** Lets rules decide about an approval before anybody else is asked. */
import type { RunOptions } from '@agent-mux/core';

type Judge = NonNullable<RunOptions['onApprovalRequest']>;

export interface FirstJudge {
  readonly onApprovalRequest: Judge;
  /** Resolves when the rules have decided about this question and their answer is given. */
  settled(interactionId: string): Promise<void>;
}

export function judgeFirst(judge: Judge): FirstJudge {
  const verdicts = new Map<string, Promise<unknown>>();
  return {
    onApprovalRequest(event, context) {
      const verdict = Promise.resolve(judge(event, context));
      verdicts.set(event.interactionId, verdict);
      return verdict;
    },
    async settled(interactionId) {
      // Rules that fail deny the question, which the run does by itself.
      await verdicts.get(interactionId)?.catch(() => {});
      verdicts.delete(interactionId);
      await new Promise(setImmediate);
    },
  };
}
