/** Reads the answer of a callback to an approval: anything that is no grant is a denial. */
import { showValue } from '@agent-mux/events';
import type { Giver, InteractionResponse } from '@agent-mux/events/journal';
import { isRecord } from '../field-rules.ts';
import { given } from '../given.ts';
import { PROGRAM } from './demand-giver.ts';

export interface Verdict {
  readonly response: InteractionResponse;
  readonly by: Giver;
}

const WORDS = 'none of "approve", "deny" and "ask"';

/** Returns the verdict, or `ask` where the callback leaves the approval to whoever else listens. */
export function readVerdict(answer: unknown): Verdict | 'ask' {
  if (!isRecord(answer)) {
    return decided(answer, `onApprovalRequest returned ${showValue(answer)}, which is ${WORDS}`, {});
  }
  const { decision, rule, reason } = answer;
  const wrong = Object.entries({ rule, reason }).find(([, value]) => value !== undefined && typeof value !== 'string');
  if (wrong !== undefined) {
    return refusal(`onApprovalRequest returned \`${wrong[0]}\` as ${showValue(wrong[1])}, which is no string`);
  }
  const otherwise = `onApprovalRequest returned the decision ${showValue(decision)}, which is ${WORDS}`;
  return decided(decision, otherwise, { rule, reason } as Grounds);
}

interface Grounds {
  readonly rule?: string | undefined;
  readonly reason?: string | undefined;
}

function decided(decision: unknown, otherwise: string, { rule, reason }: Grounds): Verdict | 'ask' {
  const by: Giver = { kind: 'program', ...given({ rule }) };
  switch (decision) {
    case 'ask':
      return 'ask';
    case 'approve':
      return { response: { type: 'approve' }, by };
    case 'deny':
      return { response: { type: 'deny', ...given({ reason }) }, by };
    default:
      return refusal(otherwise);
  }
}

function refusal(reason: string): Verdict {
  return { response: { type: 'deny', reason }, by: PROGRAM };
}
