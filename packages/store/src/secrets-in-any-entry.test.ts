/** A secret may come in any entry and in any of its texts, and is neither stored nor exported. */
import { readFileSync } from 'node:fs';
import { createEntryDecoder, encodeEntry, type JournalEntry } from '@agent-mux/events/journal';
import { createSeededRandom } from '@agent-mux/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { IS_CI, IS_FULL } from '../../../test/support/drawn.ts';
import { SAMPLE_ENTRIES } from '../../events/src/testing/sample-entries.ts';
import { SAMPLE_EVENTS } from '../../events/src/testing/sample-events.ts';
import { clearAway, newFile, newStore } from './testing/folders.ts';
import { beginOf, closeOf, headerOf, runIdOf, START } from './testing/runs.ts';
import { bytesOf, cutUp, findTold, formsOf, KNOWN, SECRETS } from './testing/secret-texts.ts';

afterEach(clearAway);

const onBroken = (error: Error): void => expect.fail(error.message);

/** One of so many secrets is tried, another one for each kind of entry. */
const EVERY = IS_FULL ? 1 : IS_CI ? 10 : 30;

/** Fields that must stand as they are, or it would be another run or another kind of entry. */
const FIXED = ['type', 'entry', 'runId', 'root', 'parent', 'handoffFrom', 'handoffTo', 'path'];

type Place = readonly (string | number)[];

function* textPlaces(value: unknown, path: Place = []): Generator<Place> {
  if (typeof value === 'string') {
    yield path;
  }
  if (typeof value !== 'object' || value === null) {
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    if (!FIXED.includes(name)) {
      yield* textPlaces(inner, [...path, Array.isArray(value) ? Number(name) : name]);
    }
  }
}

function withText(value: unknown, [name, ...rest]: Place, text: string): unknown {
  if (name === undefined) {
    return text;
  }
  if (Array.isArray(value)) {
    return value.map((inner, index) => (index === name ? withText(inner, rest, text) : inner));
  }
  const inner = (value as Record<string, unknown>)[name];
  return { ...(value as object), [name]: withText(inner, rest, text) };
}

/** Whether a place takes any text; names from a list, such as levels, do not. */
function isFree(sample: unknown, place: Place): boolean {
  try {
    createEntryDecoder().decode(JSON.stringify(withText(sample, place, 'any text')));
    return true;
  } catch {
    // No run could have an entry that cannot be decoded.
    return false;
  }
}

/** Each kind of entry except `open`, with all of its texts that may be anything. */
const CARRIERS = [...SAMPLE_EVENTS, ...SAMPLE_ENTRIES.filter(({ entry }) => entry !== 'open' && entry !== 'close')].map(
  (entry) => {
    const sample: object = JSON.parse(encodeEntry(entry));
    return { sample, places: [...textPlaces(sample)].filter((place) => isFree(sample, place)) };
  },
);

describe('a secret', () => {
  it('is in no file whichever kind of entry says it, in whichever of its texts', { timeout: 240_000 }, async () => {
    const file = newFile();
    const store = await newStore(file);
    const runId = runIdOf(1);
    const log = store.open(headerOf(runId), { secrets: KNOWN, onBroken });
    for (const entry of beginOf(headerOf(runId))) {
      log.append(entry);
    }
    const decoder = createEntryDecoder();
    let count = 0;
    for (const [index, form] of SECRETS.flatMap(formsOf).entries()) {
      for (const [at, { sample, places }] of CARRIERS.entries()) {
        if ((index + at) % EVERY > 0) {
          continue;
        }
        // The secret is put in all places of an entry, and in one alone: whatever stands beside it must not make a difference.
        const alone = places[index % Math.max(1, places.length)];
        for (const some of [places, alone === undefined ? [] : [alone]]) {
          const filled = some.reduce<unknown>((value, place) => withText(value, place, `a ${form} b`), sample);
          log.append(decoder.decode(JSON.stringify({ ...(filled as object), runId })));
          count++;
        }
      }
    }
    log.append(closeOf(runId));
    expect(await log.finish()).toBe('whole');
    const bytes = await bytesOf(store, file);
    expect(SECRETS.flatMap((secret) => findTold(bytes, secret))).toEqual([]);
    expect(count).toBeGreaterThan(20_000 / EVERY);
  });

  it('is in no file where it is a name of what a tool is given, of an answer, or of an option', async () => {
    const file = newFile();
    const store = await newStore(file);
    const runId = runIdOf(1);
    const inputs = Object.fromEntries(SECRETS.map((secret) => [secret, { [secret]: 1 }]));
    const header = headerOf(runId, {
      options: inputs,
      tags: [...SECRETS],
      name: `${SECRETS[0]}`,
      model: `${SECRETS[1]}`,
    });
    const log = store.open(header, { secrets: KNOWN, onBroken });
    for (const entry of beginOf(header)) {
      log.append(entry);
    }
    const call = { runId, agent: 'claude', timestamp: START, seq: 3, toolCallId: 't1', toolName: 'Bash' };
    const base = { runId, timestamp: START };
    const answers = Object.fromEntries(SECRETS.map((secret) => [secret, secret]));
    const entries: object[] = [
      { ...call, type: 'tool_call_ready', input: inputs },
      { ...call, type: 'tool_result', output: inputs, durationMs: 1, isError: false },
      {
        ...base,
        entry: 'input',
        input: 'answer',
        by: { kind: 'user', id: SECRETS[2] },
        interactionId: 'i1',
        response: { type: 'answers', answers },
      },
      {
        ...base,
        entry: 'input',
        input: 'answer',
        by: { kind: 'program' },
        interactionId: 'i2',
        response: { type: 'approve', input: inputs },
      },
    ];
    for (const entry of entries) {
      log.append(entry as JournalEntry);
    }
    log.append(closeOf(runId));
    expect(await log.finish()).toBe('whole');
    const bytes = await bytesOf(store, file);
    expect(SECRETS.flatMap((secret) => findTold(bytes, secret))).toEqual([]);
  });

  it('is in no file where it names the context, which then has what is left of it', async () => {
    const file = newFile();
    const store = await newStore(file);
    const header = headerOf(runIdOf(1), {
      contextId: `team ${KNOWN[3]}`,
      threadId: `t ${KNOWN[3]}`,
      taskId: `k ${KNOWN[3]}`,
    });
    const log = store.open(header, { secrets: KNOWN, onBroken });
    for (const entry of beginOf(header)) {
      log.append(entry);
    }
    await log.barrier();
    expect(findTold(await bytesOf(store, file), KNOWN[3] ?? '')).toEqual([]);
    expect(await store.list({ contextId: 'team <key>' })).toMatchObject([{ contextId: 'team <key>' }]);
    log.append(closeOf(header.runId));
    await log.finish();
    await store.close();
    expect(findTold(readFileSync(file).toString('utf8'), KNOWN[3] ?? '')).toEqual([]);
  });
});

/** What comes in pieces, and the entry that ends it and repeats it. */
const STREAMS: Readonly<Record<string, { piece: (delta: string) => object; end: (text: string) => object }>> = {
  'text of a lane': {
    piece: (delta) => ({ type: 'text_delta', lane: 'a1', delta }),
    end: (text) => ({ type: 'message_stop', lane: 'a1', text }),
  },
  thinking: {
    piece: (delta) => ({ type: 'thinking_delta', delta }),
    end: (thinking) => ({ type: 'thinking_stop', thinking }),
  },
  'what a tool is given': {
    piece: (delta) => ({ type: 'tool_input_delta', toolCallId: 't1', toolName: 'Bash', delta }),
    end: (command) => ({ type: 'tool_call_ready', toolCallId: 't1', toolName: 'Bash', input: { command } }),
  },
  'standard output': {
    piece: (delta) => ({ type: 'shell_stdout_delta', toolCallId: 't2', delta }),
    end: (text) => ({ type: 'tool_result', toolCallId: 't2', toolName: 'Bash', output: text, durationMs: 1 }),
  },
  'standard error': {
    piece: (delta) => ({ type: 'shell_stderr_delta', toolCallId: 't2', delta }),
    end: (message) => ({ type: 'tool_error', toolCallId: 't2', toolName: 'Bash', error: message }),
  },
};

describe('a secret that is cut in pieces', () => {
  it.each(Object.keys(STREAMS))('is in no file where it is in %s', { timeout: 240_000 }, async (name) => {
    const { piece, end } = STREAMS[name] ?? expect.fail(name);
    const random = createSeededRandom(11);
    const file = newFile();
    const store = await newStore(file);
    const runId = runIdOf(1);
    const log = store.open(headerOf(runId), { secrets: KNOWN, onBroken });
    for (const entry of beginOf(headerOf(runId))) {
      log.append(entry);
    }
    const decoder = createEntryDecoder();
    let seq = 3;
    let shown = '';
    const say = (body: object): void => {
      const stamp = { runId, agent: 'claude', timestamp: START + seq, seq: seq++ };
      log.append(decoder.decode(JSON.stringify({ ...body, ...stamp })));
    };
    for (const secret of SECRETS) {
      let text = '';
      const pieces = formsOf(secret).flatMap((form) => [...cutUp(`It says ${form} here. `, random)]);
      for (let cut = 1; cut < secret.length; cut += IS_FULL ? 1 : 4) {
        pieces.push(`It says ${secret.slice(0, cut)}`, `${secret.slice(cut)} here. `);
      }
      for (const delta of pieces) {
        text += delta;
        say(piece(delta));
        // A piece of another text comes between.
        if (random() < 0.1) {
          say({ type: 'text_delta', delta: 'and meanwhile' });
        }
        if (KNOWN.includes(secret) && random() < 0.02) {
          await log.barrier();
        }
      }
      say(end(text));
    }
    log.append(closeOf(runId));
    expect(await log.finish()).toBe('whole');
    for await (const { entry } of store.read(runId)) {
      if ('delta' in entry && !(entry.type === 'text_delta' && entry.lane === undefined)) {
        shown += entry.delta;
      }
    }
    const bytes = await bytesOf(store, file);
    const told = `${bytes}\n${shown}`;
    expect(SECRETS.flatMap((secret) => findTold(told, secret))).toEqual([]);
    expect(shown.match(/It says /g)?.length).toBeGreaterThan(SECRETS.length * (IS_FULL ? 20 : 10));
  });
});
