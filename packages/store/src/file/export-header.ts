/** The line before each tree of an export. A reader of entries may skip it, and an import does not need it. */
import type { Hidden } from './chunks.ts';

/** The number of the export's format. */
const EXPORT_FORMAT = 1;

export interface ExportHeader {
  readonly root: string;
  readonly entries: number;
  /** Whether runs of the tree are open or lost, or one is yet to take over. @defaultValue false */
  readonly isOpen?: boolean;
  /** The hidden entries by their place in the tree. */
  readonly hidden: ReadonlyMap<number, Hidden>;
}

export function writeHeaderLine({ root, entries, isOpen, hidden }: ExportHeader): string {
  return JSON.stringify({
    export: EXPORT_FORMAT,
    root,
    entries,
    ...(isOpen === true ? { open: true } : {}),
    ...(hidden.size === 0 ? {} : { hidden: [...hidden] }),
  });
}

/** Reads a header; undefined where the line is an entry. Throws where it is of a newer format. */
export function readHeaderLine(line: string): ExportHeader | undefined {
  if (!/^\s*\{\s*"export"\s*:/.test(line)) {
    return undefined;
  }
  const value: { export: unknown; root?: unknown; entries?: unknown; open?: unknown; hidden?: unknown } =
    JSON.parse(line);
  if (value.export !== EXPORT_FORMAT) {
    throw new Error(`the export has the format ${String(value.export)}; update @agent-mux/store`);
  }
  const places: readonly unknown[] = Array.isArray(value.hidden) ? value.hidden : [];
  const hidden = new Map(
    places.flatMap((place): [number, Hidden][] =>
      Array.isArray(place) && Number.isInteger(place[0]) && (place[1] === 'secret' || place[1] === 'beginning')
        ? [[place[0], place[1]]]
        : [],
    ),
  );
  return { root: String(value.root), entries: Number(value.entries), isOpen: value.open === true, hidden };
}
