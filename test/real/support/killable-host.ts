/** A host for tests that kill it: starts the run of its argument, and says each event type that it hears. */
import { claude } from '@agent-mux/adapters';
import { createClient, type RunOptions } from '@agent-mux/core';

const options: RunOptions = JSON.parse(process.argv[2] ?? '{}');
process.stdout.write('ready\n');
const handle = createClient({ adapters: [claude] }).run(options);
process.stdout.write('started\n');
for await (const { type } of handle) {
  process.stdout.write(`${type}\n`);
}
setInterval(() => undefined, 60_000);
