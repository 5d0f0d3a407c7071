import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createRunId, createRunIds } from './run-ids.ts';

const take = (runId: string, attempt?: number): readonly string[] => {
  const next = createRunIds(runId, attempt);
  return Array.from({ length: 40 }, next);
};

describe('the ids that a run hands out', () => {
  it('are UUIDs of version 4, each another one', () => {
    const ids = take('r');
    expect(new Set(ids).size).toBe(40);
    for (const id of ids) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
  });

  it('are the digits of a hash of the run, its attempt and their number, but for version and variant', () => {
    const ids = take('r', 3);
    for (const [count, id] of ids.entries()) {
      const hash = createHash('sha256').update(`r/3/${count}`).digest('hex');
      const digits = id.replaceAll('-', '');
      expect(digits.slice(0, 12) + digits.slice(13, 16) + digits.slice(17)).toBe(
        hash.slice(0, 12) + hash.slice(13, 16) + hash.slice(17, 32),
      );
      expect(Number.parseInt(digits[16] ?? '', 16) % 4).toBe(Number.parseInt(hash[16] ?? '', 16) % 4);
    }
  });

  it('are the same each time, and others in another run or attempt', () => {
    expect(take('r')).toEqual(take('r', 1));
    expect(take('r')[0]).not.toBe(take('r', 2)[0]);
    expect(take('r')[0]).not.toBe(take('s')[0]);
  });
});

describe('the id of a recording that has none', () => {
  it('is a ULID, the same for the same header', () => {
    const ids = Array.from({ length: 200 }, (_, number) => createRunId({ number }));
    expect(new Set(ids).size).toBe(200);
    expect(createRunId({ number: 0 })).toBe(ids[0]);
    for (const id of ids) {
      expect(id).toMatch(/^0[0-9A-HJKMNP-TV-Z]{25}$/);
    }
    // Each letter of the alphabet is used.
    expect(new Set(ids.flatMap((id) => [...id.slice(1)])).size).toBe(32);
  });

  it('is made of the bytes of a hash', () => {
    const hash = createHash('sha256').update('{"a":1}').digest();
    const letters = [...hash.subarray(0, 25)].map((byte) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[byte % 32]);
    expect(createRunId({ a: 1 })).toBe(`0${letters.join('')}`);
  });
});
