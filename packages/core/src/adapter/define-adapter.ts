/** The door for adapters, built-in and outside. */
import type { Adapter } from './adapter.ts';

/** Checks the shape of an adapter and gives inference. Throws TypeError that names what is missing. */
export function defineAdapter<A extends Adapter>(adapter: A): A {
  const problem = findProblem(adapter);
  if (problem !== undefined) {
    throw new TypeError(`defineAdapter: ${problem}`);
  }
  return adapter;
}

function findProblem(adapter: Adapter): string | undefined {
  if (adapter === null || typeof adapter !== 'object') {
    return 'an adapter is an object. Did you forget the argument?';
  }
  if (adapter.specVersion !== 1) {
    return `specVersion is ${String(adapter.specVersion)}, this agent-mux speaks 1. Update the older of the two.`;
  }
  for (const field of ['agent', 'displayName', 'cliCommand'] as const) {
    if (typeof adapter[field] !== 'string' || adapter[field] === '') {
      return `${field} must be a non-empty string`;
    }
  }
  for (const field of ['modes', 'install', 'hostMarkers', 'testedVersions'] as const) {
    if (!Array.isArray(adapter[field])) {
      return `${field} must be an array`;
    }
  }
  if (adapter.modes.length === 0) {
    return 'modes must hold at least one mode';
  }
  for (const mode of adapter.modes) {
    if (typeof mode?.name !== 'string' || typeof mode.command !== 'function' || typeof mode.dialect !== 'function') {
      return `each mode needs name, command() and dialect(), but "${String(mode?.name)}" lacks one`;
    }
  }
  return undefined;
}
