/** The invocations that have spoken and have not ended their turn, for which a caller waits that wants to see everything. */
import { isObject } from '../decode.ts';
import { isCount, isName } from '../given.ts';

export interface LedgerEntry {
  readonly invocation: string;
  /** The name; a successor that was named and has not spoken has its predecessor's. */
  readonly name: string;
  readonly depth: number;
}

/**
 * The open invocations. One opens with its first event and closes with its `turn_end` or `turn_cancelled`. It counts invocations, since an
 * agent may run twice, and two may have one name. A successor is open from the `turn_end` that names it.
 */
export interface AgenticLedger {
  /** Takes the next event; a value that is no event of the protocol is skipped. */
  take(event: unknown): void;
  /** The open invocations, in the order in which they came. */
  readonly open: readonly LedgerEntry[];
  /** All names that have ever spoken, each with the number of its open invocations. */
  readonly names: ReadonlyMap<string, number>;
  /** Whether somebody has spoken, and nobody is open any more. */
  readonly isSettled: boolean;
}

export function createLedger(): AgenticLedger {
  const open = new Map<string, LedgerEntry>();
  const known = new Set<string>();
  return {
    take(event) {
      if (!isObject(event)) {
        return;
      }
      const { type, name, depth, handoff_to: successor } = event;
      if (!isName(type) || !isName(name) || !isCount(depth)) {
        return;
      }
      // A stream of another source has no more than the name.
      const invocation = isName(event['invocation']) ? event['invocation'] : name;
      known.add(name);
      if (type !== 'turn_end' && type !== 'turn_cancelled') {
        open.set(invocation, { invocation, name, depth });
        return;
      }
      if (isName(successor)) {
        open.set(successor, { invocation: successor, name, depth });
      }
      open.delete(invocation);
    },
    get open() {
      return [...open.values()];
    },
    get names() {
      const names = new Map([...known].map((name): [string, number] => [name, 0]));
      for (const { name } of open.values()) {
        names.set(name, (names.get(name) ?? 0) + 1);
      }
      return names;
    },
    get isSettled() {
      return known.size > 0 && open.size === 0;
    },
  };
}
