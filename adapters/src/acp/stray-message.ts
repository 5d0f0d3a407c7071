/** Reports JSON that is no message of the protocol, and answers to requests that nobody made. */
import type { Parsed } from '@agent-mux/core';
import { debug, type RpcMessage, say } from '../shared/index.ts';

export function strayMessage({ id, result, error }: RpcMessage, text: string): Parsed {
  return id === undefined && result === undefined && error === undefined
    ? say({ type: 'log', source: 'stdout', line: text })
    : say(debug('verbose', `An answer to nothing that was asked: ${text.slice(0, 1_000)}`));
}
