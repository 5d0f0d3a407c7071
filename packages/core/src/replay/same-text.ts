/** Compares two messages to a CLI, without what a recording leaves out or what another release changes. */
import { NOT_RECORDED } from '../run/index.ts';

/** The version by which we name ourselves in a handshake, which differs with each release. */
const OUR_VERSION = /("name":"agent-mux","(?:title":"[^"]*",")?version":")[^"]*"/g;

/**
 * Whether two messages are the same byte for byte; where the first has a value that was not recorded, the second may
 * have any.
 */
export function isSameText(wanted: string, written: string): boolean {
  if (wanted === written) {
    return true;
  }
  const plain = withoutVersion(wanted);
  const other = withoutVersion(written);
  if (!plain.includes(NOT_RECORDED)) {
    return plain === other;
  }
  const known = plain.split(NOT_RECORDED).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${known.join('(?:[^"\\\\]|\\\\.)*')}$`, 's').test(other);
}

function withoutVersion(text: string): string {
  return text.replace(OUR_VERSION, '$1*"');
}

/**
 * The names of the ids of requests, because another client has others, and of options that older recordings leave out
 * of their headers.
 */
const IDS: ReadonlySet<string> = new Set('id request_id requestId uuid mcpServers tools dynamicTools'.split(' '));

/**
 * Whether two messages are the same JSON, without its order, its ids, and options that an older recording leaves out.
 */
export function isSameMeaning(wanted: string, written: string): boolean {
  return withoutIds(wanted) === withoutIds(written);
}

function withoutIds(message: string): string {
  try {
    return JSON.stringify(sortWithoutIds(JSON.parse(message)));
  } catch {
    // A message that is not JSON is compared as it is.
    return message;
  }
}

function sortWithoutIds(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(sortWithoutIds);
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !IDS.has(key) && !key.startsWith('mcp_'))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, item]) => [key, sortWithoutIds(item)]),
    );
  }
  return value;
}
