/** The checksum of a chunk: a byte that flips within a text is not seen by SQLite. */
import { crc32 } from 'node:zlib';

export interface Summed {
  readonly tree: number;
  readonly first: number;
  readonly count: number;
  readonly hidden: string | null;
  readonly body: string;
}

/** Over the lines and over where they stand. */
export function sumOf({ tree, first, count, hidden, body }: Summed): number {
  return crc32(body, crc32(`${tree} ${first} ${count} ${hidden ?? ''}\n`));
}
