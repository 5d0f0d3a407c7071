/** Checks who is said to give an answer. */
import { showValue } from '@agent-mux/events';
import type { Giver } from '@agent-mux/events/journal';
import { AgentMuxError } from '../errors.ts';
import { isRecord } from '../field-rules.ts';

/** Throws VALIDATION_ERROR with what is wrong, and what it should be. */
export function demandGiver(options: unknown): Giver {
  const unknown = isRecord(options) ? Object.keys(options).find((name) => name !== 'by') : undefined;
  if (unknown !== undefined) {
    throw new AgentMuxError(
      'VALIDATION_ERROR',
      `respond(): \`${unknown}\` is no option; \`by\` is the only one. The question is still open.`,
    );
  }
  const by = isRecord(options) ? options['by'] : options;
  if (isRecord(options) && by === undefined) {
    return { kind: 'program' };
  }
  if (isRecord(by)) {
    const { kind, id, rule } = by;
    if ((kind === 'user' || kind === 'agent') && isFilled(id)) {
      return { kind, id };
    }
    if (kind === 'program' && isFilled(rule)) {
      return { kind, rule };
    }
  }
  throw new AgentMuxError(
    'VALIDATION_ERROR',
    `respond(): \`by\` must be { kind: 'user' | 'agent', id } or { kind: 'program', rule } with strings that are not empty, but is ${showValue(by)}. The question is still open.`,
  );
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
