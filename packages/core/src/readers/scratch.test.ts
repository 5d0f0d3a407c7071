import { describe, expect, it } from 'vitest';
import { takeScratch, writeScratch } from './scratch.ts';

const LARGEST = 512 * 1024;

describe('the buffer for short-lived bytes', () => {
  it('is one for all lengths up to half a MiB, and another one each time beyond that', () => {
    const shared = takeScratch(1).buffer;
    expect([takeScratch(0).buffer, takeScratch(LARGEST).buffer]).toEqual([shared, shared]);
    expect(takeScratch(LARGEST).buffer).toBe(shared);
    const [large, other] = [takeScratch(LARGEST + 1), takeScratch(LARGEST + 1)];
    expect(large.buffer).not.toBe(shared);
    expect(large.buffer).not.toBe(other.buffer);
  });

  it.each([0, 1, 700, LARGEST, LARGEST + 1])('has the length that was asked for: %i', (bytes) => {
    expect(takeScratch(bytes).length).toBe(bytes);
  });

  it.each([
    ['nothing', ''],
    ['plain text', 'abc'],
    ['text of three bytes for each unit', '€'.repeat(1_000)],
    ['text of four bytes for two units', '🚀'.repeat(1_000)],
    ['a text that may just fit', '€'.repeat(Math.floor(LARGEST / 3))],
    ['a text that does not fit', '€'.repeat(Math.floor(LARGEST / 3) + 1)],
    ['a text that fits, though it might not', 'a'.repeat(LARGEST)],
    ['a text that is far too long', 'ä'.repeat(LARGEST * 2)],
  ])('holds the whole text, and nothing but it: %s', (_what, text) => {
    takeScratch(LARGEST).fill(1);
    const bytes = writeScratch(text);
    expect(bytes.length).toBe(Buffer.byteLength(text));
    expect(bytes.toString() === text).toBe(true);
  });

  it('takes a text that fits into the one that is there', () => {
    const shared = takeScratch(1).buffer;
    expect(writeScratch('a'.repeat(LARGEST)).buffer).toBe(shared);
    expect(writeScratch('a'.repeat(LARGEST + 1)).buffer).not.toBe(shared);
  });
});
