/** Reads the rules of a policy from a file. */
import type { RunOptions } from '@agent-mux/core';
import { PolicyError, type PolicyRules, policy } from '@agent-mux/policy';
import { asFileText, asPath, type Reader } from './read-value.ts';
import { UsageError } from './usage-error.ts';

export const asPolicy: Reader<NonNullable<RunOptions['onApprovalRequest']>> = (path, flag) => {
  const file = asPath(path, flag);
  const text = asFileText(path, flag);
  try {
    return policy(JSON.parse(text) as PolicyRules);
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw new UsageError(
        `${flag}: ${file}${placeOf(error.message, text)} is no JSON: ${error.message.replaceAll(/\s+/g, ' ')}`,
      );
    }
    if (error instanceof PolicyError) {
      throw new UsageError(`${flag}: ${file}: ${error.fields.map(({ message }) => message).join('\n')}`);
    }
    throw error;
  }
};

// Newer versions of Node give the position; older ones show the text at it.
function placeOf(message: string, text: string): string {
  const position = /position (\d+)/.exec(message)?.[1];
  return position === undefined ? '' : `:${text.slice(0, Number(position)).split('\n').length}`;
}
