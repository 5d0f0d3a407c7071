/** How much the writing thread says it has written. */
import { MessageChannel } from 'node:worker_threads';
import { afterEach, expect, it, vi } from 'vitest';
import { loadSqlite, ownOwner } from '../file/index.ts';
import { clearAway, newStore } from '../testing/folders.ts';
import { headerOf, runIdOf, speakingRun } from '../testing/runs.ts';
import { Texts } from '../texts.ts';
import { TreeLines } from '../tree-lines.ts';
import type { FromWriter, ToWriter } from './messages.ts';
import { Writer } from './writer.ts';

afterEach(clearAway);

const ID = runIdOf(1);

// Each character that is counted when it comes and not when it is written counts as waiting for ever.
it('the thread has written as many characters as were given to it', async () => {
  const { file } = await newStore();
  const { port1, port2 } = new MessageChannel();
  new Writer(await loadSqlite(), { task: 'write', file, owner: ownOwner(), sync: 'normal' }, port1).start();
  const said: FromWriter[] = [];
  port2.on('message', (message: FromWriter) => said.push(message));
  const post = (message: ToWriter): void => port2.postMessage(message);
  let [given, messages] = [0, 0];
  const lines = new TreeLines({
    key: 1,
    post,
    count: (size) => {
      given += size;
      return ++messages;
    },
  });
  post({ kind: 'open', log: 1, tree: 1, root: ID, secrets: [] });
  const entries = speakingRun(
    headerOf(ID),
    Array.from({ length: 100 }, () => 'x'),
  );
  const texts = new Texts();
  for (const entry of entries) {
    if (!lines.join(1, entry)) {
      lines.add(1, entry, texts.mark(entry));
    }
  }
  lines.flush();
  post({ kind: 'close' });
  await vi.waitUntil(() => said.at(-1)?.kind === 'closed');
  const written = said.flatMap((message) => (message.kind === 'committed' ? message.trees : []));
  expect(written.at(-1)).toEqual([1, entries.length, given]);
  port2.close();
});
