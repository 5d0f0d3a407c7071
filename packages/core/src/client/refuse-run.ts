/** Collects everything that keeps a run from being started, so that one error says all of it. */
import type { RunOptions } from '../adapter/index.ts';
import { AgentMuxError, ValidationError, type ValidationFieldError } from '../errors.ts';
import type { StartingCall } from './validate-options.ts';

/** These count as given whatever they are: a mode that lacks one lacks it whatever its value. */
const DEMANDING = new Set<keyof RunOptions>([
  'agentsDoc',
  'checkpointId',
  'forkSessionId',
  'maxCostUsd',
  'maxTokens',
  'mcpServers',
  'model',
  'sessionId',
  'skills',
  'thinkingBudgetTokens',
  'tools',
]);

/** Returns the options as far as a run could be prepared with them, to find out what else would refuse it. */
export function withoutWrong(options: RunOptions, wrong: readonly ValidationFieldError[]): RunOptions {
  const fields = new Set(wrong.map(({ field }) => /^\w+/.exec(field)?.[0] ?? field));
  const entries = Object.entries(options).filter(
    ([name, value]) =>
      !fields.has(name) ||
      (DEMANDING.has(name as keyof RunOptions) && (typeof value !== 'object' || Array.isArray(value))),
  );
  return { prompt: '', ...Object.fromEntries(entries) };
}

/** The faults that were found before anything is prepared, and the call that has them. */
interface Found {
  readonly wrong: readonly ValidationFieldError[];
  readonly call: StartingCall;
}

/**
 * Returns what `prepare` gives, once all of the others have looked too. Throws ValidationError with every wrong option,
 * and in `others` with everything else that refuses the run. Where no option is wrong, throws the first of those alone.
 */
export function prepareUnlessRefused<T>(
  { wrong, call }: Found,
  prepare: () => T,
  ...others: readonly (() => void)[]
): T {
  const fields = [...wrong];
  const refusals: unknown[] = [];
  const prepared = [prepare, ...others].map((attempt) => {
    try {
      return attempt();
    } catch (error) {
      if (error instanceof ValidationError) {
        // An option that was left out because it is wrong is reported as missing.
        fields.push(...error.fields.filter(({ field }) => !fields.some((known) => known.field === field)));
      } else {
        refusals.push(error);
      }
      return undefined;
    }
  });
  if (fields.length > 0) {
    // An error that is not ours comes from a wrong option that was let through, and is reported for that one already.
    throw new ValidationError(fields, call, {
      others: refusals.filter((refusal) => AgentMuxError.isInstance(refusal)),
    });
  }
  if (refusals.length > 0) {
    throw refusals[0];
  }
  return prepared[0] as T;
}
