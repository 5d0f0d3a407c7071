/** UUIDs that a run hands out: derived from its id, so that a replay hands out the same. */
import { createHash } from 'node:crypto';

/** Of two attempts of one run each has ids of its own. */
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
