/** Who has spoken and has not ended its turn: what a caller that wants to see all of it waits for. */
import { isObject } from '../decode.ts';
import { isCount, isName } from '../given.ts';

export interface LedgerEntry {
  readonly invocation: string;
  /** Of a successor that was named and has not spoken that of its predecessor. */
  readonly name: string;
  readonly depth: number;
}

/**
 * Opened by the first event of an invocation, closed by its `turn_end` or `turn_cancelled`. It knows invocations, since an agent may run
 * twice, and two may have one name. A successor is open from the `turn_end` on that names it.
 */
export interface AgenticLedger {
  /** Takes up the next event; what is no event of the protocol is passed over. */
  take(event: unknown): void;
  /** In the order in which they came. */
  readonly open: readonly LedgerEntry[];
  /** The names of all who have ever spoken, each with how many invocations of that name are open. */
  readonly names: ReadonlyMap<string, number>;
  /** Somebody has spoken, and nobody is open any more. */
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
      // Of a stream of another source the name is all there is.
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
