/** What tools do, by their names: a table for each agent. */
import { TOOL_KINDS, type ToolKind } from '@agent-mux/events';
import { entryOf } from './native-value.ts';

/** Tools that do none of what has a kind are in it as `other`, so that one that is missing shows. */
export type KindTable = Readonly<Record<string, ToolKind>>;

/** The table, said by kind: the names of all tools that have it, with a blank between two. */
export function kindTable(names: Partial<Readonly<Record<ToolKind, string>>>): KindTable {
  return Object.fromEntries(
    TOOL_KINDS.flatMap((kind) => (names[kind]?.split(' ') ?? []).map((name) => [name, kind] as const)),
  );
}

/** One that is not in the table, such as a tool of the program's own or one that does not exist, is `other`. */
export function kindOf(table: KindTable, toolName: string): ToolKind {
  return entryOf(table, toolName) ?? 'other';
}

const KINDS: ReadonlySet<unknown> = new Set(TOOL_KINDS);

/** A kind that an agent tells itself; `other` is none. */
export function nativeKind(kind: unknown): ToolKind | undefined {
  return isKind(kind) && kind !== 'other' ? kind : undefined;
}

function isKind(kind: unknown): kind is ToolKind {
  return KINDS.has(kind);
}
