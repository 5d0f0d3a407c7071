import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createSink } from './sink.ts';

const gone = (code: string): Error => Object.assign(new Error(code), { code });

describe('a sink', () => {
  it('waits for a slow reader', async () => {
    const stream = new PassThrough({ highWaterMark: 4 });
    const sink = createSink(stream);
    await sink.write('ab');
    let isThrough = false;
    const write = sink.write('cdefgh').then(() => {
      isThrough = true;
    });
    await new Promise(setImmediate);
    expect(isThrough).toBe(false);
    stream.resume();
    await write;
  });

  it('takes a reader that has gone for an end, and lets nobody wait for it', async () => {
    const stream = new PassThrough({ highWaterMark: 1 });
    const sink = createSink(stream);
    let calls = 0;
    sink.onClose(() => calls++);
    const write = sink.write('waits');
    stream.destroy(gone('EPIPE'));
    await write;
    await sink.write('more');
    await sink.flush();
    sink.onClose(() => calls++);
    expect([sink.isClosed, calls]).toEqual([true, 2]);
  });

  it('is closed too where nothing can be written any more', async () => {
    const stream = new PassThrough({ highWaterMark: 1 });
    const sink = createSink(stream);
    stream.destroy(gone('ENOSPC'));
    await sink.write('more');
    await new Promise(setImmediate);
    expect(sink.isClosed).toBe(true);
  });
});
