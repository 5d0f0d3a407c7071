/** The checksum of a chunk, because SQLite does not see a byte that flips within a text. */
import { crc32 } from 'node:zlib';

export interface Summed {
  readonly tree: number;
  readonly first: number;
  readonly count: number;
  readonly hidden: string | null;
  readonly body: string;
}

/** The sum over the lines and their place. */
export function sumOf({ tree, first, count, hidden, body }: Summed): number {
  return crc32(body, crc32(`${tree} ${first} ${count} ${hidden ?? ''}\n`));
}
