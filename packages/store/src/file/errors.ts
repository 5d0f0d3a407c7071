/** The one error of a store that cannot do what it is asked to do. */
import { AgentMuxError } from '@agent-mux/core';

/** Creates the error; `message` says what was attempted, with what, what was found, and what to do. */
export function storeError(message: string, cause?: unknown): AgentMuxError {
  return new AgentMuxError('STORE_ERROR', message, cause === undefined ? {} : { cause });
}

export function storeClosed(call: string, file: string): AgentMuxError {
  return storeError(`${call}: the store ${file} is closed. Open it again.`);
}

/** The error of a reader that was behind when its tree was pruned. */
export function pruned(root: string, file: string): AgentMuxError {
  const message = `The tree with the root ${root} was pruned from ${file} while it was read. Export first what is to be kept.`;
  return new AgentMuxError('RUN_NOT_FOUND', message);
}

export function runNotFound(what: string, file: string): AgentMuxError {
  return new AgentMuxError('RUN_NOT_FOUND', `There is no ${what} in ${file}. \`list()\` tells which there are.`);
}
