/** What a service says of a failure is in what the run says of it, on all agents whose CLI passes it on. */
import { builtInAdapters } from '@agent-mux/adapters';
import type { AgentEvent } from '@agent-mux/events';
import type { ModelError } from '@agent-mux/testkit';
import { expect, it } from 'vitest';
import { errorBody } from '../packages/testkit/src/model-server/anthropic-errors.ts';
import { chatErrorBody } from '../packages/testkit/src/model-server/chat-completions-errors.ts';
import { geminiErrorBody } from '../packages/testkit/src/model-server/gemini-errors.ts';
import { failureOf } from '../packages/testkit/src/model-server/openai-responses-errors.ts';
import { fixturesOf, type SharedFixture } from './support/read-once.ts';

/** The CLI puts words of its own in the place of the service's, which stand in its log or in a field beside them. */
const WORDS_OF_THE_CLI: readonly string[] = [
  'codex.app-server overloaded-exhausted (0.169.0)',
  'copilot.jsonl auth-error (1.0.102)',
  'copilot.jsonl model-not-found (1.0.102)',
  'copilot.sdk auth-error (1.0.102)',
  'copilot.sdk model-not-found (1.0.102)',
  'gemini.stream-json quota (0.61.0)',
  'openclaw.exec auth-error (2026.9.6)',
  'openclaw.exec model-not-found (2026.9.6)',
  'openclaw.local auth-error (2026.9.6)',
];

interface ScriptedError {
  readonly kind: string;
  readonly error: ModelError;
  readonly message?: string;
  readonly times?: number;
}

const refused = (await Promise.all(builtInAdapters.map(fixturesOf))).flat().map(async (fixture) => {
  const { cassette } = await fixture.load();
  return {
    fixture,
    cassette,
    title: titleOf(fixture),
    words: lastingErrorsOf(cassette.header.modelScript).map(wordsOf),
  };
});
// That a conversation is too long is said in words of ours on every agent: each service counts in its own.
const cases = (await Promise.all(refused)).filter(
  ({ fixture, words }) => words.length > 0 && fixture.scenario !== 'context-exceeded',
);

it.each(cases)('what the service says is told: $title', async ({ fixture, cassette, title, words }) => {
  const { events, result } = await fixture.replay();
  const told = [result.error?.message, ...events.map(failureIn)].join('\n');
  const native = cassette.entries.map((entry) => ('text' in entry && entry.dir !== 'in' ? entry.text : '')).join('\n');
  const missing = words.filter((one) => isIn(native, one) && !isIn(told, one));
  expect(missing.length > 0).toBe(WORDS_OF_THE_CLI.includes(title));
});

it('is passed on by the CLIs of most agents', () => {
  const agents = new Set(cases.map(({ fixture }) => fixture.agent));
  expect(agents.size).toBeGreaterThan(7);
  expect(WORDS_OF_THE_CLI.filter((title) => cases.every((each) => each.title !== title))).toEqual([]);
});

function titleOf({ agent, modeName, scenario, version }: SharedFixture): string {
  return `${agent}.${modeName} ${scenario} (${version})`;
}

/** The errors that last: where the same request is answered in the end, no failure is left to speak of. */
function lastingErrorsOf(script = 'null'): readonly ScriptedError[] {
  const found: ScriptedError[] = [];
  JSON.parse(script, (key, value: unknown) => {
    if (key === 'faults') {
      found.push(...(value as ScriptedError[]).filter(({ kind, times }) => kind === 'error' && times === undefined));
    }
    return value;
  });
  return found;
}

/** What the server says, by any of the services that it plays. */
function wordsOf({ error, message }: ScriptedError): readonly string[] {
  const bodies: readonly { readonly error: { readonly message: string } }[] = [
    errorBody(error, ''),
    chatErrorBody(error),
    geminiErrorBody(error),
  ].map((body) => JSON.parse(body));
  return message === undefined ? [...bodies.map((body) => body.error.message), failureOf(error).message] : [message];
}

function isIn(text: string, words: readonly string[]): boolean {
  return words.some((each) => text.includes(each));
}

function failureIn(event: AgentEvent): string {
  switch (event.type) {
    case 'error':
    case 'auth_error':
    case 'rate_limit_error':
      return event.message;
    case 'subagent_error':
      return event.error;
    default:
      return '';
  }
}
