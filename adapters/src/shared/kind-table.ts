/** What tools do, by their names: each agent has a table. */
import { TOOL_KINDS, type ToolKind } from '@agent-mux/events';
import { entryOf } from './native-value.ts';

/** The kinds by name. A tool that does nothing that has a kind is listed as `other`, so that a missing one shows. */
export type KindTable = Readonly<Record<string, ToolKind>>;

/** Makes the table from the names of each kind, which are separated by blanks. */
export function kindTable(names: Partial<Readonly<Record<ToolKind, string>>>): KindTable {
  return Object.fromEntries(
    TOOL_KINDS.flatMap((kind) => (names[kind]?.split(' ') ?? []).map((name) => [name, kind] as const)),
  );
}

/** The kind of a tool. One that is not in the table, such as a tool of the program's own or one that does not exist, is `other`. */
export function kindOf(table: KindTable, toolName: string): ToolKind {
  return entryOf(table, toolName) ?? 'other';
}

const KINDS: ReadonlySet<unknown> = new Set(TOOL_KINDS);

/** The kind that an agent itself names; undefined for `other`. */
export function nativeKind(kind: unknown): ToolKind | undefined {
  return isKind(kind) && kind !== 'other' ? kind : undefined;
}

function isKind(kind: unknown): kind is ToolKind {
  return KINDS.has(kind);
}
