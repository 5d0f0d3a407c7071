/** A message that lacks a field: what it does not say is absent, or a listed word stands for it. Nothing else is said in its place. */
import { readFileSync } from 'node:fs';
import { type Cassette, readText } from '@agent-mux/core/cassette';
import { listFixtures } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import { leavesOf } from './provenance/leaves.ts';
import { askedAdapters } from './support/asked-adapters.ts';
import { DRAW_SEED, IS_CI, IS_FULL } from './support/drawn.ts';
import { drawPlaces, fieldsOf } from './support/native-changes.ts';

const ROOT = new URL('../fixtures', import.meta.url).pathname;
/** What a tool is given and gives is handed on as it is, and numbers are no words. */
const HANDED_ON =
  /\b(?:input|args|arguments|rawInput|rawOutput|parameters|result|details|tool_use_result|toolTelemetry|usage|modelUsage|partial|messages)\W/;
const MAX_DEPTH = 4;
/** One of so many fields is left out, another one each time; with AMUX_FULL=1 each of them is. */
const EVERY = IS_FULL ? 1 : IS_CI ? 4 : 12;

/** A run, a session and a question have such ids. */
const ID = /\b[0-9A-Z]{26}\b/g;
/** JSON escapes these characters so. */
const ESCAPE = /\\[nrt]/g;
const WORD = /[a-z_][\w-]*[a-z]/gi;

/** What we say of a message that is not whole, and what stands for what it lacks. */
const OURS = wordsOf(
  'The the adapter gave a draft that is none: expected a string that is not empty, an integer, got',
  'The agent said something that this version does not know; it went without',
  'The complete text differs from what it streamed in characters; it follows',
  "The agent's last words are not those of its last message; they follow",
  'An answer to nothing that was asked. Before there was a session. Put into it. Said without text',
  'There is no such host_tool_call in this place, which was offered by agent-mux: confirm',
  'It was tested with another version. The turn has ended. It could not be applied or started. It is withdrawn, denied',
  'The failure was given without a word. Its use does harm; use the network',
  'The agent reported a failure, and left before the end of its turn; after the end of its turn',
  'PARSE_ERROR AGENT_ERROR stdout verbose warn medium',
  'transient permission other unknown mcp application/octet-stream file_write subagent_error',
);

const fixtures = await listFixtures(ROOT);

describe(`a message without one of its fields (AMUX_SEED=${DRAW_SEED})`, () => {
  it.each(askedAdapters)('$agent: invents no word', { timeout: 300_000 }, async (adapter) => {
    const told = wordsOf(
      ...fixtures.filter(({ agent }) => agent === adapter.agent).map(({ golden }) => readFileSync(golden, 'utf8')),
    );
    const said = new Map<Cassette, ReadonlySet<string>>();
    const invented = new Map<string, string>();
    const draw = drawPlaces(EVERY);
    const fields = fieldsOf(adapter, (field) =>
      field.path.split('.').length > MAX_DEPTH || HANDED_ON.test(field.path) ? undefined : draw(field),
    );
    for await (const { cassette, scenario, path, replayWith } of fields) {
      const known = said.get(cassette) ?? wordsOf(...textsOf(cassette));
      said.set(cassette, known);
      for (const word of wordsOf(...leavesOf(replayWith(undefined).events).map(({ value }) => String(value)))) {
        if (!known.has(word) && !told.has(word) && !OURS.has(word)) {
          invented.set(word, `${scenario} without ${path}`);
        }
      }
    }
    expect(Object.fromEntries(invented)).toEqual({});
  });
});

function textsOf({ header, entries }: Cassette): readonly string[] {
  return [
    JSON.stringify(header),
    ...entries.map((entry) => (entry.dir === 'host' || entry.dir === 'exit' ? JSON.stringify(entry) : readText(entry))),
  ];
}

function wordsOf(...texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text.replaceAll(ESCAPE, ' ').replaceAll(ID, '').match(WORD) ?? []));
}
