/** Why an agent does not show an event type, or a mode a capability: one row for each, beside the code as data. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** `possible`: the CLI can, and could not be made to; `no`: the CLI does not offer it. */
export interface Reason {
  readonly state: 'possible' | 'no';
  readonly why: string;
}

export interface Reasons {
  readonly types: Readonly<Record<string, Reason>>;
  /** `<mode>.<capability>` that is claimed, and why no fixture can show it. */
  readonly capabilities: Readonly<Record<string, string>>;
}

const FOLDER = fileURLToPath(new URL('./reasons/', import.meta.url));

export function readReasons(agent: string): Reasons {
  const path = `${FOLDER}${agent}.json`;
  if (!existsSync(path)) return { types: {}, capabilities: {} };
  const { types = {}, capabilities = {} }: Partial<Reasons> = JSON.parse(readFileSync(path, 'utf8'));
  return { types, capabilities };
}

/** Takes out the rows that fixtures have made untrue. */
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
