/** The stream, the channel and the CLI agree on which questions are open, in whatever order an agent says what it says. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Adapter, createClient, type Dialect, type RunHandle } from '@agent-mux/core';
import { type Cassette, type CassetteEntry, ReplayMachine, readText } from '@agent-mux/core/cassette';
import { isEventEntry } from '@agent-mux/events/journal';
import { createSeededRandom, writePlayerBinary } from '@agent-mux/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { askedAdapters } from './support/asked-adapters.ts';
import { DRAW_SEED } from './support/drawn.ts';
import { fixturesOf, type SharedFixture } from './support/read-once.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-open-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Those that ask for no approval in any recording. */
const ASKS_NOTHING: ReadonlySet<string> = new Set(['omp', 'openclaw']);
/** How often each recording is put into another order, without a process and with one. */
const [ORDERS, PLAYS] = [8, 3];
/** The actions of a host from which on nothing is granted: the stream denies at once, and the CLI is told or stopped. */
const STOPS: ReadonlySet<string> = new Set(['interrupt', 'abort', 'timeout', 'draft']);

const isQuestion = ({ dir, ...entry }: CassetteEntry): boolean =>
  dir === 'out' &&
  /can_use_tool|requestApproval|requestUserInput|elicitation\/request|request_permission|permission\.requested|agentMux|extension_ui_request.*"select"/.test(
    readText({ dir, ...entry } as never),
  );

interface Hearing {
  /** Approvals that the CLI asks and the stream does not have, or the reverse. */
  readonly apart: readonly string[];
  readonly count: number;
}

/** Hears a recording, and holds the stream against the dialect after each line. */
function hear({ header, entries }: Cassette, adapter: Adapter, isWhole: boolean): Hearing {
  let dialect: Dialect | undefined;
  const modes = adapter.modes.map((mode) => ({
    ...mode,
    dialect: (...given: Parameters<typeof mode.dialect>) => (dialect = mode.dialect(...given)),
  }));
  const open = new Map<string, string>();
  const over = new Set<string>();
  let count = 0;
  const machine = new ReplayMachine(header, { ...adapter, modes }, {}, (entry) => {
    if (!isEventEntry(entry)) {
      return;
    }
    const event = entry;
    if (event.type === 'approval_request') {
      count++;
      open.set(event.interactionId, event.detail);
    } else if (event.type === 'approval_granted' || event.type === 'approval_denied') {
      over.add(open.get(event.interactionId) ?? '');
      open.delete(event.interactionId);
    }
  });
  const apart: string[] = [];
  for (const entry of entries) {
    machine.push(entry);
    if (entry.dir === 'exit' || (entry.dir === 'host' && STOPS.has(entry.action))) {
      break;
    }
    const asked = [...(dialect?.state.pending.values() ?? [])].filter(({ kind }) => kind === 'approval');
    const here = [...open.values()].sort();
    const there = asked.map(({ detail }) => detail).sort();
    const isSame = here.join('\n') === there.join('\n');
    // In another order a question may be over in the stream alone, and is refused then; but nothing is open there that is not asked.
    const isTold =
      !isWhole &&
      here.every((detail) => there.includes(detail)) &&
      there.every((each) => here.includes(each) || over.has(each));
    if (!(isSame || isTold)) {
      apart.push(`${JSON.stringify({ here, there })} after ${JSON.stringify(entry).slice(0, 200)}`);
    }
  }
  return { apart, count };
}

/** What the agent says from its first question on, in another order, without the answers of its client. */
function reorder({ header, entries }: Cassette, random: () => number): Cassette {
  const from = entries.findIndex(isQuestion);
  const said = entries.slice(from + 1).filter(({ dir }) => dir === 'out');
  const kept = said.filter(() => random() > 1 / 8);
  for (let times = 0; times < 1 + kept.length / 4; times++) {
    const [at, to] = [random(), random()].map((place) => Math.floor(place * kept.length)) as [number, number];
    kept.splice(to, 0, ...kept.splice(at, 1));
  }
  const t = entries[from]?.t;
  return {
    header,
    entries: [...entries.slice(0, from + 1), ...kept.map((entry) => ({ ...entry, ...(t === undefined ? {} : { t }) }))],
  };
}

async function asking(adapter: Adapter): Promise<readonly { fixture: SharedFixture; cassette: Cassette }[]> {
  const all = await Promise.all(
    (await fixturesOf(adapter)).map(async (fixture) => ({ fixture, cassette: (await fixture.load()).cassette })),
  );
  return all.filter(
    ({ cassette: { header, entries } }) => header.options?.approvalMode !== 'yolo' && entries.some(isQuestion),
  );
}

describe.each(askedAdapters)('$agent', (adapter) => {
  it('has the questions of its stream, after each line of each recording', { timeout: 300_000 }, async () => {
    let count = 0;
    const wrong = (await asking(adapter)).flatMap(({ fixture, cassette }) => {
      const heard = hear(cassette, adapter, true);
      count += heard.count;
      return heard.apart.map((what) => `${fixture.title}: ${what}`);
    });
    expect(wrong).toEqual([]);
    expect(count > 0).toBe(!ASKS_NOTHING.has(adapter.agent));
  });

  it('has them in another order too', { timeout: 300_000 }, async () => {
    const wrong: string[] = [];
    for (const { fixture, cassette } of await asking(adapter)) {
      for (let seed = DRAW_SEED; seed < DRAW_SEED + ORDERS; seed++) {
        const { apart } = hear(reorder(cassette, createSeededRandom(seed)), adapter, false);
        wrong.push(...apart.map((what) => `${fixture.title}, seed ${seed}: ${what}`));
      }
    }
    expect(wrong).toEqual([]);
  });

  it('is granted nothing that was denied in the stream', { timeout: 300_000 }, async () => {
    const recorded = await asking(adapter);
    const wrong: string[] = [];
    for (let seed = DRAW_SEED; seed < DRAW_SEED + PLAYS && recorded.length > 0; seed++) {
      const random = createSeededRandom(seed);
      const { fixture, cassette } = recorded[Math.floor(random() * recorded.length)] as (typeof recorded)[number];
      const found = await playLive(adapter, fixture, reorder(cassette, random));
      wrong.push(...found.map((what) => `${fixture.title}, seed ${seed}: ${what}`));
    }
    expect(wrong).toEqual([]);
  });
});

let plays = 0;

/** Plays it through a process. The client grants whatever is or was open, again and again, until nothing more comes. */
async function playLive(
  adapter: Adapter,
  { modeName }: SharedFixture,
  { header, entries }: Cassette,
): Promise<string[]> {
  const name = join(scratch, `play-${plays++}`);
  writeFileSync(
    `${name}.jsonl`,
    [header, ...entries, { dir: 'in', t: entries.at(-1)?.t ?? 0, text: '{}' }]
      .map((each) => `${JSON.stringify(each)}\n`)
      .join(''),
  );
  const handle: RunHandle = createClient({ adapters: [adapter] }).run({
    agent: adapter.agent,
    mode: modeName,
    prompt: 'play',
    approvalMode: 'prompt',
    binary: writePlayerBinary({ binary: name, cassette: `${name}.jsonl` }),
    timeout: 20_000,
    gracePeriodMs: 100,
  });
  const asked = new Set<string>();
  const denied = new Set<string>();
  const wrong: string[] = [];
  handle.on('approval_request', ({ interactionId }) => void asked.add(interactionId));
  handle.on('approval_denied', ({ interactionId }) => {
    denied.add(interactionId);
    grant(interactionId);
  });
  const grant = (id: string): void => {
    const [wasDenied, isPending] = [denied.has(id), handle.interaction.pending.some((each) => each.id === id)];
    if (wasDenied && isPending) {
      wrong.push(`${id} was denied, and is pending`);
    }
    handle.interaction.respond(id, { type: 'approve' }).then(
      () => wasDenied && wrong.push(`${id} was denied, and then granted`),
      () => {},
    );
  };
  // The agent says all that it has to say before anybody answers.
  const timer = setInterval(() => {
    for (const id of asked) {
      grant(id);
    }
    if (asked.size > 0) {
      void handle.abort();
    }
  }, 400);
  const over = setTimeout(() => void handle.abort(), 3_000);
  await handle;
  clearInterval(timer);
  clearTimeout(over);
  return wrong;
}
