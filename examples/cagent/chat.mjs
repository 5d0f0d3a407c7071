/** A run in a terminal, as cagent shows its own: `node chat.mjs "Fix the tests"`, with AGENT=codex for another agent than claude. */
import { createInterface } from 'node:readline/promises';
import { project } from '@agent-mux/protocols';
import { cagent, resume } from '@agent-mux/protocols/cagent';
import { createClient } from 'agent-mux';

const mux = createClient();
const terminal = createInterface({ input: process.stdin, output: process.stderr });
const [prompt = 'What is in this folder?'] = process.argv.slice(2);

/**
 * Choices question by question, a form as JSON (an empty line declines it), anything else in words.
 * @typedef {import('@agent-mux/protocols/cagent').CagentEvent} CagentEvent
 * @param {Extract<CagentEvent, { interaction_id: string, message: string }>} asked
 */
async function answer({ message, questions = [], schema }) {
  if (schema !== undefined) {
    const form = await terminal.question(`${message}\n${JSON.stringify(schema)}\nAs JSON: `);
    return form === ''
      ? { action: /** @type {const} */ ('decline') }
      : { action: /** @type {const} */ ('accept'), content: JSON.parse(form) };
  }
  if (questions.length === 0) {
    return { answer: await terminal.question(`${message} `) };
  }
  /** @type {Record<string, string>} */
  const answers = {};
  for (const { id, question, options = [] } of questions) {
    const labels = options.map(({ label }) => label).join(', ');
    answers[id] = await terminal.question(`${question} (${labels}) `);
  }
  return { answer: answers };
}

const run = mux.run({ agent: process.env['AGENT'] ?? 'claude', prompt, approvalMode: 'prompt' });

for await (const event of project(run, cagent())) {
  if (event.type === 'agent_choice') {
    process.stdout.write(event.content);
  } else if (event.type === 'tool_call_confirmation') {
    const { id, function: call } = event.tool_call;
    const word = await terminal.question(`Run ${call.name} ${call.arguments}? (y/n) `);
    await resume(run, { confirmation: word === 'y' ? 'approve' : 'reject', tool_call_id: id });
  } else if (event.type === 'amux_input_required' && 'interaction_id' in event) {
    await resume(run, { interaction_id: event.interaction_id, ...(await answer(event)) });
  } else if (event.type === 'tool_call_response') {
    process.stdout.write(`[${event.tool_call.function.name}] ${event.response}\n`);
  } else if (event.type === 'error') {
    process.stderr.write(`${event.error}\n`);
  }
}
terminal.close();
await mux.close();
