/** What a dialect holds back until a later line is told where no later line comes: the words of all that came are in the events. */
import { builtInAdapters } from '@agent-mux/adapters';
import { omp } from '@agent-mux/adapters/omp';
import {
  type Cassette,
  type CassetteEntry,
  readBytes,
  readText,
  replayCassette,
  type WireEntry,
} from '@agent-mux/core/cassette';
import type { AgentEvent } from '@agent-mux/events';
import { replayFixture } from '@agent-mux/testkit/conformance';
import { describe, expect, it } from 'vitest';
import { drawn } from './support/drawn.ts';
import { fixturesOf } from './support/read-once.ts';

/** The fields of events in which the words of an agent stand. */
const WORDS = ['text', 'thinking', 'delta', 'message', 'output', 'summary', 'error', 'reason', 'result'];
/** A string without a blank is an id or a name, and a short one may stand anywhere. */
const isWords = (text: string): boolean => text.length >= 12 && text.trim().includes(' ');

/** Words that are not told where they first come, by agent, mode, line, field and what they are, and why. */
const LATER: readonly (readonly [where: RegExp, why: string])[] = [
  [/^(?:pi|omp) .*\bassistantMessageEvent\.partial\./, 'each piece repeats the whole message so far'],
  [/^(?:pi|omp) .*\bmessage_start\b/, 'the start of a message may have what its pieces tell'],
  [
    /\b(?:rawInput|arguments|args|parameters|input|inputDelta|partialJson)\b/,
    'a call that has not begun has no input to tell',
  ],
  [/^omp .*\btool_execution_update\b.*\bWall time: /s, 'the last update has the words of the end behind the output'],
  [/^omp .*\berrorMessage: \w+ stream error \(/, 'the words of the service are told without those of omp around them'],
  [/^claude .*\bsystem\/task_(?:updated|notification)\b/, 'the result of the call says more of the task'],
  [
    /^copilot sdk .*\bmodel\.(?:m|turn_failed)/,
    'it is what the model is told and says, and what that comes from is told by itself',
  ],
  [/^copilot sdk .*\bhook\.end\b/, 'the call that the hook denies is told to fail in these words'],
  [/\b(?:commands|skills)\.description\b|\bauthMethods\b/, 'a list of all that there is has what is told of one'],
  [/^claude .*\bcontrol_response\b/, 'the CLI repeats what it was answered'],
  [/^copilot jsonl .*\breasoningText\b/, 'the next line is the thought itself'],
];

for (const adapter of builtInAdapters) {
  const fixtures = await fixturesOf(adapter);
  // A fixture of an agent's first mode has no mode in its name.
  const kindOf = ({ scenario }: { scenario: string }): string => scenario.split('.')[1] ?? '';
  describe.skipIf(fixtures.length === 0)(`${adapter.agent}`, () => {
    it.each(drawn(fixtures, { every: 6, kindOf }))('$title: loses no words wherever it is killed', async (fixture) => {
      const cassette = withSubagents((await fixture.load()).cassette);
      const all = wordsIn(replayCassette(cassette, adapter).events);
      const came = new Map<string, string>();
      const lost = new Set<string>();
      for (const [at, entry] of cassette.entries.entries()) {
        if (entry.dir !== 'out') {
          continue;
        }
        for (const [words, where] of stringsIn(readText(entry))) {
          if (!came.has(words) && all.includes(words)) {
            came.set(words, `${adapter.agent} ${cassette.header.mode} ${where}`);
          }
        }
        const told = wordsIn(replayCassette(killedAfter(cassette, at), adapter).events);
        for (const [words, where] of came) {
          if (!told.includes(words) && !LATER.some(([pattern]) => pattern.test(`${where}: ${words}`))) {
            lost.add(`${where}: ${words.slice(0, 100)}`);
          }
        }
      }
      expect([...lost]).toEqual([]);
    });
  });
}

// A subagent's own words are no events where nobody asks for them, and may be those of its report.
function withSubagents({ header, entries }: Cassette): Cassette {
  return { header: { ...header, options: { ...header.options, includeSubagents: true } }, entries };
}

function killedAfter({ header, entries }: Cassette, at: number): Cassette {
  const { t } = entries[at] ?? {};
  const exit: CassetteEntry = { dir: 'exit', code: null, signal: 'SIGKILL', ...(t === undefined ? {} : { t }) };
  return { header, entries: [...entries.slice(0, at + 1), exit] };
}

/** All words of the events in one text; the deltas of each kind are put together. */
function wordsIn(events: readonly AgentEvent[]): string {
  const words: string[] = [];
  const deltas = new Map<string, string>();
  for (const event of events) {
    for (const [name, value] of Object.entries(event)) {
      if (name === 'delta') {
        const key = [event.type, event.lane, 'toolCallId' in event ? event.toolCallId : ''].join(' ');
        deltas.set(key, (deltas.get(key) ?? '') + String(value));
      } else if (WORDS.includes(name)) {
        words.push(...stringsOf(value).map(([text]) => text));
      }
    }
  }
  return [...words, ...deltas.values()].join('\0');
}

/** The strings of a native message, each with the kind of the message and the name of its field. */
function stringsIn(text: string): readonly (readonly [words: string, where: string])[] {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    // A line that was cut off, or of plain words, has no fields.
    return [];
  }
  const strings = stringsOf(message);
  const kind = strings.flatMap(([name, path]) =>
    /(?:^|\.)(?:type|subtype|method|sessionUpdate)$/.test(path) ? [name] : [],
  );
  return strings.flatMap(([words, path]) =>
    !isWords(words) ? [] : [[words, `${kind.slice(0, 2).join('/')} ${path}`] as const],
  );
}

function stringsOf(value: unknown, path = ''): readonly (readonly [text: string, path: string])[] {
  if (typeof value === 'string') {
    return [[value, path]];
  }
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([name, inner]) =>
    stringsOf(inner, Array.isArray(value) ? path : path === '' ? name : `${path}.${name}`),
  );
}

describe('omp in parts', async () => {
  const fixtures = (await fixturesOf(omp)).filter(({ scenario }) => !scenario.includes('.'));

  it.each(drawn(fixtures, { every: 6, kindOf: () => '' }))(
    '$title: says the same, or what is lost',
    async (fixture) => {
      const { cassette } = await fixture.load();
      const { normal, result } = await fixture.replay();
      const { header, entries } = cassette;
      const parts = entries.map((entry, at) => (isMessage(entry) ? inParts(entry, at) : [entry]));
      expect(replayFixture({ header, entries: parts.flat() }, omp).normal).toEqual(normal);
      const cut = parts.findLastIndex((each) => each.length > 1);
      const short = parts.flatMap((each, at) => (at === cut ? each.slice(0, -1) : each));
      const { unreadable = 0 } = replayFixture({ header, entries: short }, omp).result.diagnostics;
      expect(unreadable).toBe((result.diagnostics.unreadable ?? 0) + (cut < 0 ? 0 : 1));
    },
  );
});

function isMessage(entry: CassetteEntry): entry is WireEntry {
  return entry.dir === 'out' && entry.partial !== true && readText(entry).startsWith('{');
}

function inParts(entry: WireEntry, id: number): readonly CassetteEntry[] {
  const bytes = readBytes(entry);
  const size = Math.ceil(bytes.length / 3);
  const parts = [bytes.subarray(0, size), bytes.subarray(size, 2 * size), bytes.subarray(2 * size)];
  return parts.map((part, index) => {
    const line = { type: 'rpc_chunk', chunkId: `c${id}`, index, count: parts.length, data: part.toString('base64') };
    return { dir: 'out', text: JSON.stringify(line), ...(entry.t === undefined ? {} : { t: entry.t }) };
  });
}
