#!/usr/bin/env node
/** A coding agent without a model: it says the prompt again, word by word. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    version: { type: 'boolean' },
    session: { type: 'string' },
    'words-per-second': { type: 'string', default: '100' },
  },
});

if (values.version) {
  process.stdout.write('echo-agent 1.0.0\n');
  process.exit(0);
}

const say = (/** @type {object} */ message) => process.stdout.write(`${JSON.stringify(message)}\n`);

let prompt = '';
for await (const chunk of process.stdin.setEncoding('utf8')) {
  prompt += chunk;
}
const words = prompt.match(/\S+\s*/g) ?? [];

say({ kind: 'hello', session: values.session ?? randomUUID() });
process.on('SIGINT', () => {
  say({ kind: 'stopped' });
  process.exit(0);
});
if (words.length === 0) {
  process.stderr.write('echo-agent: there is nothing to say again\n');
  process.exit(2);
}
for (const text of words) {
  say({ kind: 'word', text });
  await wait(1000 / Number(values['words-per-second']));
}
say({ kind: 'bye', words: words.length });
