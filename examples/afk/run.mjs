/** A run in the hands of an AFK program: a panel, a trace in a file, counters, and a policy. `node run.mjs "Fix the tests" trace.jsonl` */
import { appendFile } from 'node:fs/promises';
import { toAfkHandle } from '@agent-mux/protocols/afk';
import { createClient } from 'agent-mux';

const [prompt = 'What is in this folder?', file = 'trace.jsonl'] = process.argv.slice(2);
const mux = createClient();
const run = mux.run({ agent: process.env['AGENT'] ?? 'claude', prompt, approvalMode: 'prompt' });
/** @type {Record<string, number>} */
const counters = {};

const handle = toAfkHandle(run, {
  notify: ({ type, state, step = 0 }) => void process.stderr.write(`${step} ${state}: ${type}\n`),
  append: (record) => appendFile(file, `${JSON.stringify(record)}\n`),
  telemetry: {
    event: () => {},
    counter: (name, by) => {
      counters[name] = (counters[name] ?? 0) + by;
    },
  },
});

/**
 * Nobody sits at it: the first of the choices, no form, and else leave to decide.
 * @param {import('@agent-mux/protocols/afk').AfkPolicyDecision} asked
 */
function answer({ questions, schema }) {
  if (schema !== undefined) {
    return { action: /** @type {const} */ ('decline') };
  }
  const choices = /** @type {readonly import('@agent-mux/events/journal').Question[] | undefined} */ (questions);
  return {
    value: choices
      ? Object.fromEntries(choices.map(({ id, options = [] }) => [id, options[0]?.label ?? 'Decide yourself.']))
      : 'Decide yourself.',
  };
}

for await (const event of handle.events) {
  if (event.type !== 'policy_decision') {
    continue;
  }
  const { data } = event;
  const target = { interaction_id: data.interaction_id ?? '' };
  if (data.action === 'request_user_input') {
    await handle.provideInput({ ...target, ...answer(data) });
  }
  if (data.action !== 'request_approval') {
    continue;
  }
  if (/rm -rf/.test(JSON.stringify(data.tool_args))) {
    await handle.deny({ ...target, reason: 'Nothing is removed here.' });
  } else {
    await handle.approve(target);
  }
}
process.stdout.write(`${JSON.stringify({ ...(await handle.awaitResult()), counters })}\n`);
await mux.close();
