/** Agents that call agents, each with its name and its depth, as agentic prints them: `node tree.mjs "Fix the tests"` */
import { project } from '@agent-mux/protocols';
import { agentic, createLedger, resumeWithInput } from '@agent-mux/protocols/agentic';
import { createClient } from 'agent-mux';

const [prompt = 'What is in this folder?'] = process.argv.slice(2);
const mux = createClient();
const run = mux.run({ agent: process.env['AGENT'] ?? 'claude', name: 'main', prompt, approvalMode: 'prompt' });
const ledger = createLedger();

for await (const event of project(run.tree, agentic())) {
  ledger.take(event);
  const say = (/** @type {string} */ text) =>
    process.stdout.write(`${'  '.repeat(event.depth)}${event.name}: ${text}\n`);
  if (event.type === 'prompt_started') {
    say(`> ${event.payload.content}`);
  }
  if (event.type === 'tool_call') {
    say(`${event.payload.name} ${JSON.stringify(event.payload.arguments)}`);
  }
  if (event.type === 'tool_result') {
    say(`= ${event.result}`);
  }
  if (event.type === 'turn_end') {
    say(event.result);
  }
  if (event.type === 'wait_for_input') {
    say(`waits for ${Object.values(event.payload)}`);
    await resumeWithInput(run, Object.fromEntries(Object.keys(event.payload).map((key) => [key, 'approve'])));
  }
}
process.stdout.write(ledger.isSettled ? 'all have ended\n' : `still open: ${ledger.open.map(({ name }) => name)}\n`);
await mux.close();
