/** A run in a terminal, as cagent shows its own: `node chat.mjs "Fix the tests"`, with AGENT=codex for another agent than claude. */
import { createInterface } from 'node:readline/promises';
import { project } from '@agent-mux/protocols';
import { cagent, resume } from '@agent-mux/protocols/cagent';
import { createClient } from 'agent-mux';

const mux = createClient();
const terminal = createInterface({ input: process.stdin, output: process.stderr });
const [prompt = 'What is in this folder?'] = process.argv.slice(2);
const run = mux.run({ agent: process.env['AGENT'] ?? 'claude', prompt, approvalMode: 'prompt' });

for await (const event of project(run, cagent())) {
  if (event.type === 'agent_choice') {
    process.stdout.write(event.content);
  } else if (event.type === 'tool_call_confirmation') {
    const { id, function: call } = event.tool_call;
    const word = await terminal.question(`Run ${call.name} ${call.arguments}? (y/n) `);
    await resume(run, { confirmation: word === 'y' ? 'approve' : 'reject', tool_call_id: id });
  } else if (event.type === 'tool_call_response') {
    process.stdout.write(`[${event.tool_call.function.name}] ${event.response}\n`);
  } else if (event.type === 'error') {
    process.stderr.write(`${event.error}\n`);
  }
}
terminal.close();
await mux.close();
