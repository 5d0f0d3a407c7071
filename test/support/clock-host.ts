/** Stores a run that takes six seconds, reads it back, and says what came of it: the test starts it with a clock that jumps. */
import { createClient } from '@agent-mux/core';
import { checkEntries, encodeEntry, type JournalEntry } from '@agent-mux/events/journal';
import { openStore } from '@agent-mux/store';
import { says, session, toyAdapter } from './toy-adapter.ts';

const file = process.argv[2] ?? '';
const adapter = toyAdapter({
  steps: [
    session,
    says({ type: 'turn_start' }),
    { do: 'lines', count: 120, text: '{"draft":{"type":"text_delta","delta":"{n} "}}', everyMs: 50 },
    says({ type: 'message_stop' }, { type: 'turn_end' }),
    { do: 'read-all' },
  ],
});

let jumps = 0;
let last = Date.now();
const watch = setInterval(() => {
  const now = Date.now();
  jumps += now < last - 1_000 ? 1 : 0;
  last = now;
}, 50);

let store = await openStore(file);
const mux = createClient({ adapters: [adapter], store });
const run = mux.run({
  agent: 'toy',
  prompt: 'go',
  collectEvents: true,
  inactivityTimeout: 60_000,
  timeout: 120_000,
});
const entries: JournalEntry[] = [];
for await (const entry of run.entries()) {
  entries.push(entry);
}
const { exitReason, stored, durationMs } = await run;
clearInterval(watch);
await mux.close();
await store.close();

store = await openStore(file);
const read: string[] = [];
for await (const { entry } of store.read(run.runId)) {
  read.push(encodeEntry(entry));
}
const replayed: string[] = [];
for await (const entry of store.replay(run.runId).entries()) {
  replayed.push(encodeEntry(entry));
}
const lines = entries.map(encodeEntry);
const [listed] = await store.list();
console.log(
  JSON.stringify({
    jumps,
    exitReason,
    stored,
    state: listed?.state,
    rules: checkEntries(entries).length,
    isSound: (await store.check()).isSound,
    isRead: read.join() === lines.join(),
    isReplayed: replayed.join() === lines.join(),
    count: lines.length,
    isOrdered:
      (listed?.closedAt ?? 0) >= (listed?.openedAt ?? 1) &&
      entries.every(({ timestamp }, at) => at === 0 || timestamp > (entries[at - 1]?.timestamp ?? 0) - 1_000),
    isTimed: durationMs > 4_000 && durationMs < 100_000,
  }),
);
await store.close();
