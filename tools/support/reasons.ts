/** Why an agent does not show an event type, or a mode a capability: one row for each, as data beside the code. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * A reason: `possible` where it could be told, and is not covered yet; `no` where it is not told in the modes that are driven, whatever
 * other interfaces of the CLI offer.
 */
export interface Reason {
  readonly state: 'possible' | 'no';
  readonly why: string;
  /** Native names under which it would be told, and which no recording of the agent contains: a test looks for them. */
  readonly searched?: readonly string[];
  /** Paths at which such a name does occur, with what it means there instead. */
  readonly elsewhere?: Readonly<Record<string, string>>;
}

/**
 * Why no fixture shows a capability in this mode, and what does: a live test, the fixture of another mode, or what others say about it.
 */
export interface CapabilityReason {
  readonly why: string;
  readonly test?: { readonly file: string; readonly title: string };
  /** The fixture `<agent>/<version>/<scenario>` below `fixtures`. */
  readonly fixture?: string;
  /** For one that was not tried here, the address at which its makers, or others who have run it, say so. */
  readonly documented?: string;
}

export interface Reasons {
  readonly types: Readonly<Record<string, Reason>>;
  /** The claims `<mode>.<capability>` that no fixture can show, with the reasons. */
  readonly capabilities: Readonly<Record<string, CapabilityReason>>;
}

const FOLDER = fileURLToPath(new URL('reasons/', import.meta.url));

export function readReasons(agent: string): Reasons {
  const path = `${FOLDER}${agent}.json`;
  if (!existsSync(path)) {
    return { types: {}, capabilities: {} };
  }
  const { types = {}, capabilities = {} }: Partial<Reasons> = JSON.parse(readFileSync(path, 'utf8'));
  return { types, capabilities };
}

/** Removes the rows that fixtures have made untrue. */
export function dropReasons(agent: string, isStale: (row: string) => boolean): readonly string[] {
  const { types, capabilities } = readReasons(agent);
  const keep = <T>(rows: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(rows).filter(([row]) => !isStale(row)));
  const dropped = [...Object.keys(types), ...Object.keys(capabilities)].filter(isStale);
  if (dropped.length > 0) {
    const kept = { types: keep(types), capabilities: keep(capabilities) };
    writeFileSync(`${FOLDER}${agent}.json`, `${JSON.stringify(kept, null, 2)}\n`);
  }
  return dropped;
}
