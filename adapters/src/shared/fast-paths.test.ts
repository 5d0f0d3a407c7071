import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSeededRandom } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import { IS_CI, IS_FULL } from '../../../test/support/drawn.ts';
import { LineReader } from '../claude/stream-json/line-reader.ts';
import { pieceOfLine } from '../pi-family/parse-line.ts';
import { LineTemplate } from './line-template.ts';

const FIXTURES = join(import.meta.dirname, '../../../fixtures');
/** How many lines are tried: `npm test` tries a fifth of what `.ci/run` does. */
const LINES = IS_CI || IS_FULL ? 100_000 : 20_000;
const MAX_SAMPLES = 200;
// A longer line takes longer to test, and proves nothing more.
const MAX_LENGTH = 3_000;

// The seed differs each time, so that more and more lines are tried; AMUX_SEED repeats a run.
const seed = Number(process.env['AMUX_SEED'] ?? Date.now() % 2 ** 31);

/** The lines of an agent's recordings that contain this text, without repetitions. */
function recordedLines(agent: string, text: string): readonly string[] {
  const lines = new Set<string>();
  for (const version of readdirSync(join(FIXTURES, agent))) {
    for (const scenario of readdirSync(join(FIXTURES, agent, version))) {
      for (const line of cassetteLines(join(FIXTURES, agent, version, scenario, 'cassette.jsonl'))) {
        if (line.includes(text) && line.length < MAX_LENGTH) {
          lines.add(line);
        }
      }
    }
  }
  const all = [...lines];
  const step = Math.max(1, Math.floor(all.length / MAX_SAMPLES));
  return all.filter((_line, index) => index % step === 0);
}

function cassetteLines(path: string): readonly string[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((entry) => entry.includes('"dir":"out"'))
    .map((entry): { readonly text?: unknown } => JSON.parse(entry))
    .flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
}

const PIECES = [
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ':',
  ',',
  '0',
  '07',
  '-',
  '.',
  'e',
  ' ',
  '\t',
  '\u0001',
  '\u2028',
  'null',
  '"a":1',
  '\\u00',
  '}}',
  '{}',
  '\ud83d',
];

type Random = () => number;
type Mutate = (line: string, other: string, random: Random) => string;

const below = (limit: number, random: Random): number => Math.floor(random() * limit);
const pick = (random: Random): string => PIECES[below(PIECES.length, random)] ?? '';

const MUTATIONS: readonly Mutate[] = [
  (line) => line,
  (line, _other, random) => line.slice(0, below(line.length, random)),
  (line, _other, random) => cut(line, below(line.length, random), 1),
  (line, _other, random) => cut(line, below(line.length, random), below(40, random)),
  (line, _other, random) => insert(line, below(line.length, random), pick(random)),
  (line, _other, random) => {
    const at = below(line.length, random);
    return insert(cut(line, at, 1), at, pick(random));
  },
  (line, _other, random) => {
    const at = below(line.length, random);
    return insert(line, at, line.slice(at, at + below(60, random)));
  },
  // Two lines are written into each other, as happens on a pipe that two processes share.
  (line, other, random) => line.slice(0, below(line.length, random)) + other.slice(below(other.length, random)),
  (line, other) => line + other,
  (line, _other, random) => {
    const at = line.indexOf(pick(random), below(line.length, random));
    return at < 0 ? line : insert(cut(line, at, 1), at, pick(random));
  },
  (line, _other, random) =>
    line.replace(/\d+/, (digits) => (random() < 0.5 ? `0${digits}` : `${digits}${below(9, random)}`)),
];

function cut(line: string, at: number, length: number): string {
  return line.slice(0, at) + line.slice(at + length);
}

function insert(line: string, at: number, text: string): string {
  return line.slice(0, at) + text + line.slice(at);
}

/** Compares what a fast path says about many damaged lines with what is right; returns how many of them it took. */
function tryLines(lines: readonly string[], look: (line: string, original: string) => string | undefined): number {
  const random = createSeededRandom(seed);
  let taken = 0;
  for (let count = 0; count < LINES; count++) {
    const original = lines[below(lines.length, random)] ?? '';
    let line = original;
    for (let times = random() < 0.7 ? 1 : 3; times > 0; times--) {
      const mutate = MUTATIONS[below(MUTATIONS.length, random)];
      line = mutate?.(line, lines[below(lines.length, random)] ?? '', random) ?? line;
    }
    const fault = look(line, original);
    if (fault !== undefined && fault !== 'taken') {
      expect.fail(`${fault} (AMUX_SEED=${seed}): ${line}`);
    }
    taken += fault === 'taken' ? 1 : 0;
  }
  return taken;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // The test asks whether the line can be parsed, so a failure is an answer.
    return undefined;
  }
}

const ASIDE: ReadonlySet<string> = new Set(['session_id', 'uuid', 'api_message_id', 'thinking_display']);

/** A line of claude's as text, without the ids that its reader leaves out. */
function withoutIds(value: unknown): string {
  const entries = Object.entries((value ?? {}) as object).filter(([name]) => !ASIDE.has(name));
  return JSON.stringify(Object.fromEntries(entries));
}

const STAMP = /^(?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z|[\w-]{36})$/;

/** The path of the first place where two values differ in more than stamps and the text. */
function findDifference(one: unknown, other: unknown, text: string, path = '$'): string | undefined {
  if (typeof one === 'object' && typeof other === 'object' && one !== null && other !== null) {
    const names = Object.keys(one);
    if (names.join() !== Object.keys(other).join()) {
      return path;
    }
    const values = other as Record<string, unknown>;
    return Object.entries(one)
      .map(([name, value]) => findDifference(value, values[name], text, `${path}.${name}`))
      .find((found) => found !== undefined);
  }
  const isStamp =
    typeof one === 'number' ? Number.isInteger(other) : STAMP.test(String(one)) && STAMP.test(String(other));
  return one === other || other === text || isStamp ? undefined : path;
}

describe(`a fast path says what JSON.parse says, or nothing (seed ${seed})`, () => {
  it('claude: a piece of an answer', () => {
    const reader = new LineReader();
    const taken = tryLines(recordedLines('claude', '"content_block_delta"'), (line, original) => {
      reader.read(original);
      const right = parsed(line);
      const said = (() => {
        try {
          return reader.read(line);
        } catch {
          // The reader throws where JSON.parse throws.
          return undefined;
        }
      })();
      if (withoutIds(said) !== withoutIds(right)) {
        return 'claude read another value';
      }
      return said === undefined || 'uuid' in Object(said) ? undefined : 'taken';
    });
    expect(taken).toBeGreaterThan(LINES / 100);
  });

  it.each(['pi', 'omp'])('%s: a piece of an answer', (agent) => {
    const taken = tryLines(recordedLines(agent, '_delta"'), (line) => {
      const said = pieceOfLine(line);
      if (said === undefined) {
        return undefined;
      }
      const { type, assistantMessageEvent: piece } = (parsed(line) ?? {}) as {
        type?: string;
        assistantMessageEvent?: Record<string, unknown>;
      };
      const right = {
        kind: String(piece?.['type']).replace(/_delta$/, ''),
        index: piece?.['contentIndex'],
        delta: piece?.['delta'],
      };
      return type === 'message_update' && JSON.stringify(said) === JSON.stringify(right)
        ? 'taken'
        : 'pi read another piece';
    });
    expect(taken).toBeGreaterThan(LINES / 100);
  });

  it.each([
    { agent: 'codex', kind: 'item/agentMessage/delta', label: '"delta":', options: { hasIds: false } },
    { agent: 'gemini', kind: 'agent_message_chunk', label: '"text":', options: { hasStamps: false } },
    { agent: 'opencode', kind: 'agent_message_chunk', label: '"text":', options: { hasStamps: false } },
    { agent: 'gemini', kind: '"role":"assistant"', label: '"content":', options: {} },
  ])('$agent: a template of $kind', ({ agent, kind, label, options }) => {
    const template = new LineTemplate(label, options);
    const taken = tryLines(recordedLines(agent, kind), (line, original) => {
      const text = textAfter(label, original);
      if (text === undefined) {
        return undefined;
      }
      template.learn(original, text);
      const said = template.read(line);
      if (said === undefined) {
        return undefined;
      }
      const right = parsed(line);
      return right === undefined || findDifference(parsed(original), right, said) !== undefined
        ? 'the template took a line that differs'
        : 'taken';
    });
    expect(taken).toBeGreaterThan(LINES / 100);
  });
});

function textAfter(label: string, line: string): string | undefined {
  const quoted = /^"(?:[^"\\]|\\.)*"/.exec(line.slice(line.indexOf(label) + label.length))?.[0];
  const text = quoted === undefined ? undefined : parsed(quoted);
  return typeof text === 'string' ? text : undefined;
}
