/** The kind of each page of a SQLite file, by the file's own map of its pages. */

export type PageKind =
  | 'header'
  | 'table leaf'
  | 'table interior'
  | 'index leaf'
  | 'index interior'
  | 'overflow'
  | 'free'
  | 'pointer map';

export interface Place {
  /** The offset of the first byte, and of the one after the last. */
  readonly from: number;
  readonly to: number;
}

const HEADER = 100;
/** The first byte of a page of a tree. */
const TREES: Readonly<Record<number, PageKind>> = {
  2: 'index interior',
  5: 'table interior',
  10: 'index leaf',
  13: 'table leaf',
};
/** The kinds in the map: 2 is a free page, 3 and 4 continue a row that is too long for one page. */
const MAPPED: Readonly<Record<number, PageKind>> = { 2: 'free', 3: 'overflow', 4: 'overflow' };
const ENTRY = 5;

/** The meaningful bytes of each kind, in a file that has such a map, as every file has that can shrink. */
export function findPages(bytes: Buffer): Map<PageKind, Place[]> {
  const size = bytes.readUInt16BE(16);
  const last = bytes.length / size;
  const pages = new Map<PageKind, Place[]>([['header', [{ from: 0, to: HEADER }]]]);
  const group = Math.floor(size / ENTRY) + 1;
  const add = (kind: PageKind, from: number, to: number): void => {
    pages.set(kind, [...(pages.get(kind) ?? []), { from, to }]);
  };
  for (let page = 1; page <= last; page++) {
    const from = (page - 1) * size;
    const map = 2 + Math.floor((page - 2) / group) * group;
    const start = page === 1 ? HEADER : from;
    if (page === map) {
      add('pointer map', from, from + ENTRY * Math.min(group - 1, last - page));
      continue;
    }
    const told = page === 1 ? undefined : bytes[(map - 1) * size + (page - map - 1) * ENTRY];
    const kind = MAPPED[told ?? 0] ?? TREES[bytes[start] ?? 0];
    if (kind === undefined) {
      throw new Error(`Page ${page} is of no kind.`);
    }
    if (kind === 'overflow') {
      add(kind, from, from + size);
    }
    // The bytes between the list of its rows and the rows mean nothing.
    else if (kind !== 'free') {
      add(kind, from + bytes.readUInt16BE(start + 5), from + size);
    }
  }
  // A free page means nothing, except for the list of the others.
  const list = (bytes.readUInt32BE(32) - 1) * size;
  if (list >= 0) {
    add('free', list, list + 8 + 4 * bytes.readUInt32BE(list + 4));
  }
  return pages;
}
