/** A run tells what the service said of a failure, on all agents whose CLI passes it on. */
import { builtInAdapters } from '@agent-mux/adapters';
import type { AgentEvent } from '@agent-mux/events';
import type { ModelError } from '@agent-mux/testkit';
import { expect, it } from 'vitest';
import { errorBody } from '../packages/testkit/src/model-server/anthropic-errors.ts';
import { chatErrorBody } from '../packages/testkit/src/model-server/chat-completions-errors.ts';
import { geminiErrorBody } from '../packages/testkit/src/model-server/gemini-errors.ts';
import { failureOf } from '../packages/testkit/src/model-server/openai-responses-errors.ts';
import { fixturesOf, type SharedFixture } from './support/read-once.ts';

/** Each list names the runs that do not tell the words, with the reason. The words of all others are told. */
const UNTOLD: Readonly<Record<Exclude<Fate, 'told'>, readonly string[]>> = {
  // The CLI puts words of its own in their place, and writes them into its log or into a field beside.
  reworded: [
    'copilot.jsonl auth-error (1.0.102)',
    'copilot.jsonl model-not-found (1.0.102)',
    'copilot.sdk auth-error (1.0.102)',
    'copilot.sdk model-not-found (1.0.102)',
    'gemini.stream-json quota (0.61.0)',
    'openclaw.exec auth-error (2026.9.6)',
    'openclaw.exec model-not-found (2026.9.6)',
    'openclaw.local auth-error (2026.9.6)',
  ],
  // No line of the CLI holds them.
  withheld: [
    'claude.bidi auth-error (2.1.197)',
    'claude.bidi auth-error (2.1.329)',
    'claude.bidi model-not-found (2.1.329)',
    'claude.bidi quota (2.1.329)',
    'claude.oneshot auth-error (2.1.197)',
    'claude.oneshot auth-error (2.1.329)',
    'claude.oneshot model-not-found (2.1.329)',
    'claude.oneshot quota (2.1.329)',
    'codex.app-server overloaded-exhausted (0.169.0)',
    'codex.app-server quota (0.169.0)',
    'codex.app-server rate-limit-exhausted (0.169.0)',
    'codex.exec overloaded-exhausted (0.169.0)',
    'codex.exec quota (0.169.0)',
    'codex.exec rate-limit-exhausted (0.169.0)',
    'copilot.acp auth-error (1.0.102)',
    'openclaw.acp auth-error (2026.9.6)',
    'opencode.run model-not-found (1.18.33)',
  ],
};

/** The answer of a service, as some CLIs repeat it. */
const ANSWER = /\{\s*"(?:type": ?"error", ?")?error":/;

type Fate = 'told' | 'reworded' | 'withheld';

interface ScriptedError {
  readonly kind: string;
  readonly error?: ModelError;
  readonly message?: string;
  readonly times?: number;
}

const read = (await Promise.all(builtInAdapters.map(fixturesOf))).flat().map(async (fixture) => {
  const { cassette } = await fixture.load();
  return { fixture, cassette, words: lastingErrorsOf(cassette.header.modelScript).map(wordsOf) };
});
const runs = await Promise.all(read);
// That a conversation is too long is said in words of ours on every agent, since each service counts tokens in its own.
const cases = runs
  .filter(({ fixture, words }) => words.length > 0 && fixture.scenario !== 'context-exceeded')
  .map((each) => [titleOf(each.fixture), each] as const);

it.each(cases)(
  'what the service says in %s is told, or it is said why not',
  async (title, { fixture, cassette, words }) => {
    const { events, result } = await fixture.replay();
    const told = [result.error?.message, ...events.map(failureIn)].join('\n');
    const native = cassette.entries
      .map((entry) => ((entry.dir === 'out' || entry.dir === 'err') && 'text' in entry ? entry.text : ''))
      .join('\n');
    const fates = words.map((each): Fate => (isIn(told, each) ? 'told' : isIn(native, each) ? 'reworded' : 'withheld'));
    const expected = (['reworded', 'withheld'] as const).find((fate) => UNTOLD[fate].includes(title)) ?? 'told';
    expect(new Set(fates)).toEqual(new Set([expected]));
  },
);

it.each(runs.map(({ fixture }) => [titleOf(fixture), fixture] as const))(
  'no failure in %s is told as the JSON of a service',
  async (_, fixture) => {
    const { events, result } = await fixture.replay();
    const retried = events.map((event) => (event.type === 'retry' ? event.reason : ''));
    const told = [result.error?.message ?? '', ...events.map(failureIn), ...retried];
    expect(told.filter((words) => ANSWER.test(words))).toEqual([]);
  },
);

it('the lists name only runs that are recorded', () => {
  const titles = new Set(cases.map(([title]) => title));
  expect(
    Object.values(UNTOLD)
      .flat()
      .filter((title) => !titles.has(title)),
  ).toEqual([]);
});

it('seven agents tell the words of the service', () => {
  const untold = new Set(Object.values(UNTOLD).flat());
  const agents = cases.flatMap(([title, { fixture }]) => (untold.has(title) ? [] : fixture.agent));
  expect([...new Set(agents)].sort()).toEqual(['claude', 'codex', 'copilot', 'gemini', 'omp', 'opencode', 'pi']);
});

function titleOf({ agent, modeName, scenario, version }: SharedFixture): string {
  return `${agent}.${modeName} ${scenario} (${version})`;
}

/** Where the same request is answered in the end, no failure is left to speak of, so that only errors that last are given. */
function lastingErrorsOf(script = 'null'): readonly ScriptedError[] {
  const found: ScriptedError[] = [];
  JSON.parse(script, (key, value: unknown) => {
    if (key === 'faults') {
      found.push(...(value as ScriptedError[]).filter(isLasting));
    }
    return value;
  });
  return found;
}

function isLasting({ kind, times }: ScriptedError): boolean {
  return (kind === 'error' || kind === 'stream-error') && times === undefined;
}

/** Returns what the server says, in the words of each service that it plays. */
function wordsOf({ error = 'overloaded', message }: ScriptedError): readonly string[] {
  const bodies: readonly { readonly error: { readonly message: string } }[] = [
    errorBody(error, ''),
    chatErrorBody(error),
    geminiErrorBody(error),
  ].map((body) => JSON.parse(body));
  return message === undefined ? [...bodies.map((body) => body.error.message), failureOf(error).message] : [message];
}

/** Returns whether a text holds one of the words; `serverOverloaded` does not hold `Overloaded`. */
function isIn(text: string, words: readonly string[]): boolean {
  return words.some((each) =>
    text
      .split(each)
      .slice(0, -1)
      .some((before) => !/[A-Za-z]$/.test(before)),
  );
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
