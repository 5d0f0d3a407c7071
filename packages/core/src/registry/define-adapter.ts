/** The door for adapters, built-in ones and those from outside. */
import type { Adapter } from '../adapter/index.ts';
import { describeError } from '../describe-error.ts';
import { AgentMuxError, ValidationError } from '../errors.ts';
import { isRecord } from '../field-rules.ts';
import { findAdapterErrors } from './adapter-rules.ts';
import { type AdapterDefinition, completeAdapter } from './complete-adapter.ts';

/**
 * Checks the shape of an adapter, infers its type, and adds the fields that were left out where there is a default.
 * Throws ValidationError that names the adapter and each wrong field.
 */
export function defineAdapter<A extends Adapter>(adapter: A): A;
export function defineAdapter(definition: AdapterDefinition): Adapter;
export function defineAdapter(definition: AdapterDefinition): Adapter {
  return demandAdapter(definition, 'defineAdapter()');
}

/** Returns the adapter with all its fields. Throws ValidationError unless it is one, in the name of `caller`. */
export function demandAdapter(value: unknown, caller: string): Adapter {
  let adapter: unknown;
  let errors: ReturnType<typeof findAdapterErrors>;
  try {
    adapter = completeAdapter(value);
    errors = findAdapterErrors(adapter);
  } catch (error) {
    // The error comes from a getter or a proxy that throws.
    const reason = describeError(error);
    throw new AgentMuxError('VALIDATION_ERROR', `An adapter could not be read: ${reason}`, { cause: error });
  }
  if (errors.length > 0) {
    throw new ValidationError(errors, `${caller}: ${nameOf(value)}`);
  }
  return adapter as Adapter;
}

function nameOf(value: unknown): string {
  const agent = isRecord(value) ? value['agent'] : undefined;
  return typeof agent === 'string' && agent !== '' ? `the adapter "${agent}"` : 'an adapter without a name';
}
