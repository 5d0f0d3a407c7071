/** Ids that are derived from known facts, so that a replay has the same ones. */
import { createHash } from 'node:crypto';

/** Makes the source of the UUIDs that a run hands out; each attempt of a run has its own. */
export function createRunIds(runId: string, attempt = 1): () => string {
  let count = 0;
  return () => {
    const hash = createHash('sha256').update(`${runId}/${attempt}/${count++}`).digest('hex');
    const variant = ((Number.parseInt(hash.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
    return [
      hash.slice(0, 8),
      hash.slice(8, 12),
      `4${hash.slice(13, 16)}`,
      variant + hash.slice(17, 20),
      hash.slice(20, 32),
    ].join('-');
  };
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 26;

/** Makes a run id, a ULID, for a recording that has none. */
export function createRunId(header: object): string {
  const hash = createHash('sha256').update(JSON.stringify(header)).digest();
  // The first character of a ULID is at most 7.
  return `0${[...hash.subarray(0, LENGTH - 1)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')}`;
}
