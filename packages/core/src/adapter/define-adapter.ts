/** The door for adapters, built-in and outside. */

import { describeError } from '../describe-error.ts';
import { AgentMuxError, ValidationError } from '../errors.ts';
import { isRecord } from '../field-rules.ts';
import type { Adapter } from './adapter.ts';
import { findAdapterErrors } from './adapter-rules.ts';

/** Checks the shape of an adapter and gives inference. Throws ValidationError that names the adapter and each wrong field. */
export function defineAdapter<A extends Adapter>(adapter: A): A {
  demandAdapter(adapter, 'defineAdapter()');
  return adapter;
}

/** Throws ValidationError unless it is an adapter. `caller`: what was called with it. */
export function demandAdapter(value: unknown, caller: string): asserts value is Adapter {
  const errors = findErrors(value);
  if (errors.length > 0) {
    throw new ValidationError(errors, `${caller}: ${nameOf(value)}`);
  }
}

function findErrors(value: unknown): ReturnType<typeof findAdapterErrors> {
  try {
    return findAdapterErrors(value);
  } catch (error) {
    // A getter or a proxy that throws.
    const reason = describeError(error);
    throw new AgentMuxError('VALIDATION_ERROR', `An adapter could not be read: ${reason}`, { cause: error });
  }
}

function nameOf(value: unknown): string {
  const agent = isRecord(value) ? value['agent'] : undefined;
  return typeof agent === 'string' && agent !== '' ? `the adapter "${agent}"` : 'an adapter without a name';
}
