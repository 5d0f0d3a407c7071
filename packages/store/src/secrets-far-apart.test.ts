/** A secret that is cut in two is in no file, however much comes between its two pieces. */
import { createEntryDecoder } from '@agent-mux/events/journal';
import { afterEach, describe, expect, it } from 'vitest';
import { DRAW_SEED, IS_CI, IS_FULL } from '../../../test/support/drawn.ts';
import { clearAway, newFile, newStore } from './testing/folders.ts';
import { beginOf, closeOf, headerOf, openOf, runIdOf, START } from './testing/runs.ts';
import { bytesOf } from './testing/secret-texts.ts';

afterEach(clearAway);

const onBroken = (error: Error): void => expect.fail(error.message);
const SECRET = 'zebra-quartz-9981-walnut';

/** What comes in pieces, and the entry that ends it. */
const TEXTS: Readonly<Record<string, { piece: (delta: string) => object; end: object }>> = {
  text: { piece: (delta) => ({ type: 'text_delta', delta }), end: { type: 'message_stop', text: '' } },
  'text of a lane': {
    piece: (delta) => ({ type: 'text_delta', lane: 'a1', delta }),
    end: { type: 'message_stop', lane: 'a1', text: '' },
  },
  thinking: { piece: (delta) => ({ type: 'thinking_delta', delta }), end: { type: 'thinking_stop', thinking: '' } },
  'what a tool is given': {
    piece: (delta) => ({ type: 'tool_input_delta', toolCallId: 't1', toolName: 'Bash', delta }),
    end: { type: 'tool_call_ready', toolCallId: 't1', toolName: 'Bash', input: {} },
  },
  'standard output': {
    piece: (delta) => ({ type: 'shell_stdout_delta', toolCallId: 't2', delta }),
    end: { type: 'shell_exit', toolCallId: 't2', exitCode: 0, durationMs: 3 },
  },
  'standard error': {
    piece: (delta) => ({ type: 'shell_stderr_delta', toolCallId: 't2', delta }),
    end: { type: 'shell_exit', toolCallId: 't2', exitCode: 0, durationMs: 3 },
  },
};

const debug = (message: string): object => ({ type: 'debug', level: 'info', message });
const many = (count: number, entryOf: (n: number) => object): object[] =>
  Array.from({ length: count }, (_, n) => entryOf(n));
const TWO_MIB: readonly object[] = many(2, () => debug('n'.repeat(1_048_576 + 20)));

/** What comes between the two pieces. */
const BETWEEN: Readonly<Record<string, readonly object[]>> = {
  nothing: [],
  '60 lines': many(60, (n) => debug(`n${n}`)),
  '70 lines': many(70, (n) => debug(`n${n}`)),
  '500 lines': many(500, (n) => debug(`n${n}`)),
  '2 MiB': TWO_MIB,
  '300 deltas of a busy lane': many(300, (n) => ({ type: 'text_delta', lane: 'busy', delta: `word ${n} ` })),
};

interface Told {
  readonly deltas: readonly string[];
  readonly marks: readonly (string | undefined)[];
  readonly bytes: string;
}

interface Play {
  readonly pieces: readonly string[];
  readonly between: readonly object[];
  readonly waits: 'never' | 'before' | 'after' | 'both';
  /** Whether another run of the tree says what comes between. */
  readonly isChild?: boolean;
}

/** Stores one text, with something after each of its pieces but the last. */
async function store(kind: string, { pieces, between, waits, isChild = false }: Play): Promise<Told> {
  const { piece, end } = TEXTS[kind] ?? expect.fail(kind);
  const file = newFile();
  const runs = await newStore(file);
  const header = headerOf(runIdOf(1));
  const child = headerOf(runIdOf(2), { root: header.runId, parent: header.runId, depth: 1 });
  const log = runs.open(header, { secrets: [SECRET], onBroken });
  const other = isChild ? runs.open(child, { secrets: [], onBroken }) : log;
  other.append(isChild ? openOf(child) : openOf(header));
  for (const entry of isChild ? beginOf(header) : beginOf(header).slice(1)) {
    log.append(entry);
  }
  const decoder = createEntryDecoder();
  let seq = 3;
  const say = (to: typeof log, runId: string, body: object): void =>
    to.append(decoder.decode(JSON.stringify({ ...body, runId, agent: 'claude', timestamp: START + seq, seq: seq++ })));
  for (const [index, delta] of pieces.entries()) {
    say(log, header.runId, piece(delta));
    if (index === pieces.length - 1) {
      break;
    }
    if (waits === 'before' || waits === 'both') {
      await log.barrier();
    }
    for (const body of between) {
      say(other, isChild ? child.runId : header.runId, body);
    }
    if (waits === 'after' || waits === 'both') {
      await log.barrier();
    }
  }
  say(log, header.runId, end);
  if (isChild) {
    other.append(closeOf(child.runId));
    expect(await other.finish()).toBe('whole');
  }
  log.append(closeOf(header.runId));
  expect(await log.finish()).toBe('whole');
  const [deltas, marks]: [string[], (string | undefined)[]] = [[], []];
  for await (const { entry, hidden } of runs.read(header.runId)) {
    if ('delta' in entry && !('lane' in entry && entry.lane === 'busy')) {
      deltas.push(entry.delta);
      marks.push(hidden);
    }
  }
  return { deltas, marks, bytes: await bytesOf(runs, file) };
}

const halves = (cut: number): [string, string] => [`the key is ${SECRET.slice(0, cut)}`, `${SECRET.slice(cut)} ok`];

const WAITS = ['never', 'before', 'after', 'both'] as const;
/** Each kind of text with each thing between its pieces; `npm test` draws one case for each anew. */
const CASES = Object.keys(TEXTS).flatMap((kind, row) =>
  Object.keys(BETWEEN).map((name, column) => ({
    kind,
    name,
    waiting: IS_FULL || IS_CI ? WAITS : WAITS.filter((_, n) => n === (row + column + DRAW_SEED) % WAITS.length),
  })),
);

describe(`a secret that is cut in two (AMUX_SEED=${DRAW_SEED})`, () => {
  it.each(CASES)(
    'is in no file: $kind, $name between the pieces',
    { timeout: 60_000 },
    async ({ kind, name, waiting }) => {
      const between = BETWEEN[name] ?? expect.fail(name);
      for (const waits of waiting) {
        const { deltas, marks, bytes } = await store(kind, { pieces: halves(14), between, waits });
        expect(bytes).not.toMatch(/zebr|quartz|981-|walnut/);
        expect(deltas.join('')).toMatch(/^the key is <k?ey>(?:<key>|y>)? ok$|^the key is <key> ok$/);
        expect(marks[1]).toBe('secret');
        expect(marks[0]).toBe(
          waits === 'before' || waits === 'both' || !/nothing|60/.test(name) ? 'beginning' : marks[0],
        );
      }
    },
  );
});

describe('a secret that is cut in two', () => {
  it('is in no file with a run of a child between the pieces', async () => {
    for (const name of ['70 lines', '2 MiB']) {
      for (const waits of ['never', 'before', 'after'] as const) {
        const between = BETWEEN[name] ?? expect.fail(name);
        const { deltas, bytes } = await store('text', { pieces: halves(14), between, waits, isChild: true });
        expect(bytes).not.toMatch(/zebr|quartz|981-|walnut/);
        expect(deltas).toEqual(['the key is <key>', '<key> ok']);
      }
    }
  });

  it('tells three characters at most of its beginning, and nothing of its rest', async () => {
    const between = BETWEEN['70 lines'] ?? [];
    for (const cut of [1, 2, 3, 4, 10, 20, SECRET.length - 1]) {
      for (const waits of ['never', 'before'] as const) {
        const { deltas } = await store('text', { pieces: halves(cut), between, waits });
        const begun = cut < 4 ? SECRET.slice(0, cut) : '<key>';
        expect(deltas).toEqual([`the key is ${begun}`, '<key> ok']);
      }
    }
  });

  it('is in no file in three pieces far apart, nor where the last never comes', async () => {
    const between = BETWEEN['70 lines'] ?? [];
    const pieces = ['is zebra-q', 'uartz-99', '81-walnut ok'];
    for (const waits of ['never', 'before', 'after'] as const) {
      const whole = await store('thinking', { pieces, between, waits });
      expect(whole.deltas).toEqual(['is <key>', '<key>', '<key> ok']);
      expect(whole.marks).toEqual(['beginning', 'beginning', 'secret']);
      const broken = await store('thinking', { pieces: [...pieces.slice(0, 2), ' or so'], between, waits });
      expect(broken.deltas).toEqual(['is <key>', '<key>', ' or so']);
    }
  });
});
