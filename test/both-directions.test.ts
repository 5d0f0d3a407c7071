/** A replay demands back what the recording wrote to its CLI: one fault in what a dialect or a mode says, and it is red. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtInAdapters } from '@agent-mux/adapters';
import type { Adapter, Command, Dialect, Mode, Writes } from '@agent-mux/core';
import { type CassetteEntry, readCassette, replayCassette } from '@agent-mux/core/cassette';
import { findSpeechProblems } from '@agent-mux/testkit/conformance';
import { describe, expect, it } from 'vitest';
import { changedDialect } from './support/changed-dialect.ts';

const ROOT = fileURLToPath(new URL('../fixtures', import.meta.url));

const adapterOf = (fixture: string): Adapter => {
  const found = builtInAdapters.find(({ agent }) => fixture.startsWith(`${agent}/`));
  if (found === undefined) {
    throw new Error(`There is no adapter for ${fixture}.`);
  }
  return found;
};

type Plant = (mode: Mode) => Partial<Mode>;

/** The dialect as it is, but for these methods. */
const inDialect =
  (change: (dialect: Dialect) => Partial<Dialect>): Plant =>
  (mode) => ({
    dialect: (options, context) => {
      const dialect = mode.dialect(options, context);
      return changedDialect(dialect, change(dialect));
    },
  });

const inCommand =
  (change: (command: Command) => Partial<Command>): Plant =>
  (mode) => ({
    command: (options, context) => {
      const command = mode.command(options, context);
      return { ...command, ...change(command) };
    },
  });

type Said = Writes | 'gone' | 'unsupported';

/** The same messages with another text in them. */
const reword =
  (from: string | RegExp, to: string) =>
  (said: Said): Said =>
    typeof said === 'string' ? said : { ...said, write: said.write.map((message) => message.replace(from, to)) };

const NOTHING: Writes = { write: [] };

const FAULTS: readonly (readonly [fixture: string, fault: string, plant: Plant])[] = [
  [
    'claude/2.1.329/approval-granted',
    'answers a grant with a denial',
    inDialect((dialect) => ({ respond: (...asked) => reword('"allow"', '"deny"')(dialect.respond(...asked)) })),
  ],
  [
    'claude/2.1.329/image-input',
    'loses the image of a prompt',
    inDialect((dialect) => ({ prompt: ({ text }) => dialect.prompt({ text }) })),
  ],
  ['claude/2.1.329/interrupt', 'says nothing to interrupt', inDialect(() => ({ interrupt: () => NOTHING }))],
  [
    'claude/2.1.329/input-required',
    'gives the answers to other questions',
    inDialect((dialect) => ({
      respond: (key, answer) =>
        dialect.respond(key, answer.type === 'answers' ? { type: 'answers', answers: { other: 'x' } } : answer),
    })),
  ],
  [
    'codex/0.169.0/approval-granted',
    'grants for the session what was granted once',
    inDialect((dialect) => ({
      respond: (...asked) => reword('"accept"', '"acceptForSession"')(dialect.respond(...asked)),
    })),
  ],
  ['codex/0.169.0/steer', 'does not steer', inDialect(() => ({ steer: () => undefined }))],
  [
    'codex/0.169.0/text',
    'forgets a part of its handshake',
    inDialect((dialect) => ({ open: () => ({ write: dialect.open().write.slice(1) }) })),
  ],
  [
    'codex/0.169.0/host-tool',
    'returns another result of a host tool',
    inDialect((dialect) => ({
      returnHostTool: (key, outcome) =>
        dialect.returnHostTool?.(key, outcome.type === 'output' ? { type: 'output', text: '' } : outcome) ?? 'gone',
    })),
  ],
  [
    'codex/0.169.0/text.exec',
    'starts without its sandbox',
    inCommand(({ args }) => ({ args: args.filter((word) => !word.includes('sandbox')) })),
  ],
  [
    'copilot/1.0.102/approval-granted',
    'answers a permission otherwise',
    inDialect((dialect) => ({
      respond: (...asked) => reword(/"approve[a-z-]*"/, '"reject"')(dialect.respond(...asked)),
    })),
  ],
  [
    'gemini/0.61.0/approval-granted',
    'chooses another option',
    inDialect((dialect) => ({
      respond: (...asked) => reword(/"optionId":"[^"]*"/, '"optionId":"cancel"')(dialect.respond(...asked)),
    })),
  ],
  [
    'gemini/0.61.0/multi-turn',
    'sends a prompt twice',
    inDialect((dialect) => ({
      prompt: (input) => {
        const { write } = dialect.prompt(input);
        return { write: [...write, ...write] };
      },
    })),
  ],
  ['pi/0.73.1/input-required', 'has no answer to a choice', inDialect(() => ({ respond: () => 'unsupported' }))],
  ['pi/0.73.1/text', 'leaves stdin open', inDialect(() => ({ close: () => NOTHING }))],
  [
    'omp/18.2.3/text',
    'starts without its approval mode',
    inCommand(({ args }) => ({ args: args.slice(0, args.indexOf('--approval-mode')) })),
  ],
  ['omp/18.2.3/approval-granted', 'forgets a note on the options', () => ({ notes: () => [] })],
];

describe('a replay is red where', () => {
  it.each(FAULTS)('%s %s', async (fixture, _fault, plant) => {
    const adapter = adapterOf(fixture);
    const cassette = await readCassette(join(ROOT, fixture));
    const sound = replayCassette(cassette, adapter);
    expect([sound.demanded, ...findSpeechProblems(sound)]).toEqual(['all']);
    const faulty = { ...adapter, modes: adapter.modes.map((mode) => ({ ...mode, ...plant(mode) })) };
    expect(findSpeechProblems(replayCassette(cassette, faulty))).not.toEqual([]);
  });

  it('a reply that the protocol demands is another', async () => {
    const fixture = 'codex/0.169.0/approval-granted';
    const { header, entries } = await readCassette(join(ROOT, fixture));
    const changed = entries.map(
      (entry): CassetteEntry =>
        entry.dir === 'in' && entry.text !== undefined
          ? { dir: 'in', text: entry.text.replace('"id":0,"result"', '"id":1,"result"') }
          : entry,
    );
    expect(findSpeechProblems(replayCassette({ header, entries: changed }, adapterOf(fixture)))).not.toEqual([]);
  });
});

it('no value of an MCP server or of a key stands in the header of a fixture', () => {
  const texts = FAULTS.map(([fixture]) => readFileSync(join(ROOT, fixture, 'cassette.jsonl'), 'utf8'));
  const headers = texts.map((text) => text.slice(0, text.indexOf('\n')));
  expect(headers.filter((header) => /"(?:apiKey|COPILOT_PROVIDER_API_KEY)":"(?!<)/.test(header))).toEqual([]);
});
