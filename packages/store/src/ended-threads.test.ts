/** Threads of a store that end by themselves. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BUILT_WRITER } from './testing/built-writer.ts';
import { clearAway, newFolder, newStore } from './testing/folders.ts';
import { heard } from './testing/harm.ts';
import { headerOf, openOf, runIdOf } from './testing/runs.ts';

afterEach(clearAway);

/** A program that does the one task by this code, and the others as ours does. */
function writerWith(task: string, code: string): URL {
  const file = join(newFolder(), 'writer.mjs');
  writeFileSync(
    file,
    `import { writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
if (workerData.task === '${task}') {
  ${code}
} else {
  await import(${JSON.stringify(String(BUILT_WRITER.writer))});
}`,
  );
  return pathToFileURL(file);
}

/** Lines of which the second one comes when something has happened. */
async function* linesAfter(happen: () => Promise<unknown>): AsyncGenerator<string, void, undefined> {
  yield '';
  await happen();
  yield '';
}

describe('the thread that writes', () => {
  it('has ended, and close() resolves all the same', async () => {
    const writer = writerWith(
      'write',
      `parentPort.postMessage({ kind: 'ready' }); setTimeout(() => process.exit(), 50);`,
    );
    const store = await newStore(undefined, { writer });
    const { broken, options } = heard();
    const log = store.open(headerOf(runIdOf(1)), options);
    log.append(openOf(headerOf(runIdOf(1))));
    await vi.waitUntil(() => broken.length > 0);
    expect(broken).toEqual(['The thread that writes has ended.']);
    await store.close();
  });
});

describe('the thread that writes slowly to its end', () => {
  it('is waited for as long as it answers', async () => {
    const code = `
  parentPort.postMessage({ kind: 'ready' });
  parentPort.on('message', ({ kind }) => {
    if (kind !== 'close') {
      return;
    }
    let count = 0;
    setInterval(() => {
      parentPort.postMessage({ kind: 'committed', upTo: 0, trees: [[1, ++count, count]] });
      if (count === 6) {
        parentPort.postMessage({ kind: 'closed' });
        writeFileSync(workerData.file + '.end', 'all is written');
        process.exit();
      }
    }, 1_000);
  });`;
    const store = await newStore(undefined, { writer: writerWith('write', code) });
    await store.close();
    expect(existsSync(`${store.file}.end`)).toBe(true);
  });
});

describe('the thread that imports', () => {
  it.each([
    ['by a fault', `setTimeout(() => { throw new Error('out of order'); }, 50);`, /out of order/],
    ['without a word', 'setTimeout(() => process.exit(), 50);', /has ended before its work was done/],
  ])('ends %s while the next lines are awaited: import() rejects, and the host lives on', async (_, code, words) => {
    const writer = writerWith('import', `parentPort.postMessage({ kind: 'more' }); ${code}`);
    const store = await newStore(undefined, { writer });
    const later = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 400));
    await expect(store.import(linesAfter(later))).rejects.toThrow(words);
  });

  it('is ended where the lines reject, and import() says why', async () => {
    const store = await newStore();
    await expect(store.import(linesAfter(() => Promise.reject(new Error('The line was cut.'))))).rejects.toThrow(
      'The line was cut.',
    );
    expect(await store.import([''])).toMatchObject({ trees: 0 });
  });
});

describe('the thread that checks', () => {
  it('fails after its answer, and the host lives on', async () => {
    const code = `parentPort.postMessage({ kind: 'done', report: 'all' }); setTimeout(() => { throw new Error('too late'); }, 20);`;
    const store = await newStore(undefined, { writer: writerWith('check', code) });
    expect(await store.check()).toBe('all');
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
});
