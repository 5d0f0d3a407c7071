/** Refuses requests under an id that JSON.parse rounds: an answer under the rounded id would be an answer to nobody. */
import type { Parsed } from '@agent-mux/core';
import { debug } from './parsed.ts';

interface Numbered {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: unknown;
}

const ID = /"id"\s*:\s*(-?\d[\d.eE+-]*)/g;
const INVALID_REQUEST = -32_600;
/** A double keeps every number of so many digits. */
const KEPT_DIGITS = 15;

/**
 * Returns the refusal of a request whose id is not the one that its line has; undefined for any other message. The agent is answered under
 * the id of the line, where the line has no second one that is rounded to the same.
 */
export function refuseInexact(message: Numbered, line: string): Parsed | undefined {
  const { jsonrpc, id, method } = message;
  // Nearly every message leaves here.
  return typeof id !== 'number' || Number.isSafeInteger(id) || typeof method !== 'string'
    ? undefined
    : refuse({ jsonrpc, id, method }, line);
}

function refuse(
  { jsonrpc, id, method }: { readonly jsonrpc: unknown; readonly id: number; readonly method: string },
  line: string,
): Parsed | undefined {
  const found = [...line.matchAll(ID)].flatMap(([, token = '']) => (Number(token) === id ? [token] : []));
  if (found.some((token) => isKept(token, id))) {
    return undefined;
  }
  const [token, ...others] = new Set(found);
  const message = `The id ${token ?? id} of "${method}" is no number that agent-mux can repeat.`;
  const head = jsonrpc === undefined ? '' : `"jsonrpc":${JSON.stringify(jsonrpc)},`;
  const error = JSON.stringify({ code: INVALID_REQUEST, message });
  return {
    drafts: [debug('warn', `${message} It was refused: nobody was asked, and nothing was granted.`)],
    write: token === undefined || others.length > 0 ? [] : [`{${head}"id":${token},"error":${error}}`],
  };
}

function isKept(token: string, id: number): boolean {
  return (
    Number.isFinite(id) &&
    !Number.isInteger(id) &&
    (token === String(id) || token.replace(/\D/g, '').length <= KEPT_DIGITS)
  );
}
