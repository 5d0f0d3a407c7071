/** A host whose runs are asked again and again, until it is killed. It says which answers were taken, each once that is so. */
import { writeSync } from 'node:fs';
import { createClient, type RunHandle } from '@agent-mux/core';
import { openStore } from '@agent-mux/store';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { BUILT_WRITER } from '../../packages/store/src/testing/built-writer.ts';
import { says, session, toyAdapter } from './toy-adapter.ts';

const { file, runs, isTree }: { readonly file: string; readonly runs: number; readonly isTree: boolean } = JSON.parse(
  process.argv[2] ?? '{}',
);
const say = (message: object): void => void writeSync(1, `${JSON.stringify(message)}\n`);
// More do not fit on a command line.
const QUESTIONS = 400;

const steps: readonly FakeAgentStep[] = [
  session,
  says({ type: 'turn_start' }, { type: 'step_start' }),
  // The prompt, and then an answer to each question.
  { do: 'read' },
  ...Array.from({ length: QUESTIONS }, (_, index): readonly FakeAgentStep[] => [
    says(
      { type: 'text_delta', delta: `Step ${index}. ` },
      { type: 'approval_request', key: `k${index}`, action: 'Run', detail: 'ls', riskLevel: 'high' },
    ),
    { do: 'read' },
  ]).flat(),
  says({ type: 'step_end' }, { type: 'turn_end' }),
  { do: 'read-all' },
];

const begin = performance.now();
const store = await openStore(file, BUILT_WRITER);
say({ openedMs: performance.now() - begin });
const client = createClient({ adapters: [toyAdapter({ steps })], store });

async function answer(handle: RunHandle): Promise<void> {
  handle.interaction.onPending(async ({ id }) => {
    await handle.interaction.respond(id, { type: 'approve' });
    say({ runId: handle.runId, answered: id });
  });
  const { exitReason } = await handle;
  say({ runId: handle.runId, ended: exitReason });
}

// The first run of a tree calls all others.
const begun: RunHandle[] = [];
const options = { agent: 'toy', prompt: 'go' };
const ends = Array.from({ length: runs }, () => {
  const [first] = begun;
  const handle = isTree && first !== undefined ? client.call(first, options) : client.run(options);
  begun.push(handle);
  // It is not returned as it is: a handle by itself is awaited for its result.
  return answer(handle);
});
await Promise.all(ends);
await client.close();
await store.close();
