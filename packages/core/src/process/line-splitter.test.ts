import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../test/support/any-text.ts';
import { collectGarbage } from '../testing/collect-garbage.ts';
import { LineSplitter } from './line-splitter.ts';

const MIB = 1024 * 1024;

function split(chunks: readonly Buffer[], limit = 64 * MIB): string[] {
  const seen: string[] = [];
  const splitter = new LineSplitter(limit, {
    message: (text, partial) => seen.push(partial ? `partial ${text}` : text),
    lost: (bytes) => seen.push(`lost ${bytes}`),
  });
  for (const chunk of chunks) {
    splitter.push(chunk);
  }
  splitter.end();
  return seen;
}

function cutAt(data: Buffer, places: readonly number[]): Buffer[] {
  const sorted = [0, ...places.map((place) => place % (data.length + 1)).sort((a, b) => a - b), data.length];
  return sorted.slice(1).map((end, index) => data.subarray(sorted[index], end));
}

describe('LineSplitter', () => {
  // Even an empty piece of a chunk would keep all of the chunk in memory until a line is cut.
  it('keeps nothing of chunks that end where a line ends', async () => {
    const splitter = new LineSplitter(64 * MIB, { message: () => {}, lost: () => {} });
    collectGarbage();
    const before = process.memoryUsage().arrayBuffers;
    for (let n = 0; n < 32; n++) {
      splitter.push(Buffer.alloc(MIB, 'x'.repeat(1_023).concat('\n')));
    }
    // V8 frees the memory of buffers on another thread, which may still be at work when a collection returns.
    const kept = (): number => {
      collectGarbage();
      return process.memoryUsage().arrayBuffers - before;
    };
    await expect.poll(kept, { timeout: 10_000 }).toBeLessThan(8 * MIB);
    splitter.end();
  });

  it.each([
    ['lines', 'a\nb\n', ['a', 'b']],
    ['an empty line', 'a\n\nb\n', ['a', '', 'b']],
    ['a last line without a newline', 'a\nb', ['a', 'partial b']],
    ['one trailing CR, not two', 'a\r\nb\r\r\n\r\n', ['a', 'b\r', '']],
    ['a lone CR and other line separators, which are text', 'a\rb\u2028c\vd\n', ['a\rb\u2028c\vd']],
    ['nothing', '', []],
    ['a byte order mark, which is text', '\ufeffa\n', ['\ufeffa']],
  ])('takes %s', (_name, text, expected) => {
    expect(split([Buffer.from(text)])).toEqual(expected);
  });

  it('gives the same lines wherever the bytes are cut, in the middle of a character too', () => {
    const line = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom('', '\r', 'ö'.repeat(300), '😀\r', 'x'.repeat(1000)),
    );
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat()), fc.constantFrom(1, 5, 700, MIB), (lines, places, limit) => {
        const data = Buffer.from(lines.join('\n'));
        expect(split(cutAt(data, places), limit)).toEqual(split([data], limit));
        expect(
          split(
            Array.from(data, (byte) => Buffer.from([byte])),
            limit,
          ),
        ).toEqual(split([data], limit));
      }),
    );
  });

  it('gives the same lines for bytes that are not UTF-8', () => {
    const data = Buffer.concat([randomBytes(3_000), Buffer.from('\n'), randomBytes(3_000)]);
    expect(split(cutAt(data, [1, 77, 2_999, 3_000, 4_321]))).toEqual(split([data]));
  });

  it('drops a line over the limit as a whole, says its length in bytes, and goes on with the next', () => {
    const long = 'ö'.repeat(10);
    const data = Buffer.from(`ok\n${long}\n12345678901\n1234567890\n${long}`);
    expect(split([data], 10)).toEqual(['ok', 'lost 20', 'lost 11', '1234567890', 'lost 20']);
    expect(
      split(
        Array.from(data, (byte) => Buffer.from([byte])),
        10,
      ),
    ).toEqual(split([data], 10));
  });

  it('takes a line of 64 MiB in time linear in its length', () => {
    const chunk = Buffer.alloc(64 * 1024, 'x');
    // It is the time of the processor: what others take of it meanwhile says nothing about us.
    const timeOf = (mib: number): number => {
      const start = process.cpuUsage();
      const [line] = split([...Array.from({ length: mib * 16 }, () => chunk), Buffer.from('\n')], 65 * MIB);
      expect(line?.length).toBe(mib * MIB);
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1_000;
    };
    timeOf(8);
    const [small, large] = [timeOf(8), timeOf(64)];
    // The line is eight times as long. Quadratic work would take 64 times the time, and half a minute.
    expect(large).toBeLessThan(Math.max(small * 30, 2_000));
  });
});
