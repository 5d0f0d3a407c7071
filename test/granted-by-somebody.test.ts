/** Whatever is told as granted was granted: by an answer of ours, or by a line of the CLI that names the question or its call. */
import { fileURLToPath } from 'node:url';
import type { Adapter } from '@agent-mux/core';
import { type Cassette, type CassetteEntry, readCassette, replayCassette } from '@agent-mux/core/cassette';
import type { AgentEvent, EventOf } from '@agent-mux/events';
import { listFixtures, readGolden } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import { askedAdapters } from './support/asked-adapters.ts';

const fixtures = await listFixtures(fileURLToPath(new URL('../fixtures', import.meta.url)));
/** An id that no line has. */
const NOBODY = 'call-of-nobody';

interface Grant {
  readonly request: EventOf<'approval_request'>;
  /** The line by which it was told. */
  readonly raw: string;
}

interface Recorded {
  readonly title: string;
  readonly cassette: Cassette;
  readonly grants: readonly Grant[];
  /** The same without the answers that granted. */
  readonly unanswered: readonly CassetteEntry[];
}

function grantsIn({ header }: Cassette, entries: readonly CassetteEntry[], adapter: Adapter): readonly Grant[] {
  const requests = new Map<string, EventOf<'approval_request'>>();
  const { events } = replayCassette({ header, entries }, adapter, { debug: true });
  return events.flatMap((event: AgentEvent): Grant[] => {
    if (event.type === 'approval_request') {
      requests.set(event.interactionId, event);
    }
    const request = event.type === 'approval_granted' ? requests.get(event.interactionId) : undefined;
    return request === undefined ? [] : [{ request, raw: event.raw ?? '' }];
  });
}

async function recordedOf(adapter: Adapter): Promise<readonly Recorded[]> {
  const all: Recorded[] = [];
  for (const fixture of fixtures.filter(({ agent }) => agent === adapter.agent)) {
    const golden = (await readGolden(fixture)) ?? [];
    if (golden.some(({ type }) => type === 'approval_granted')) {
      const cassette = await readCassette(fixture.cassette);
      const grants = grantsIn(cassette, cassette.entries, adapter);
      const answers = new Set(grants.map(({ raw }) => raw));
      const unanswered = cassette.entries.filter((entry) => !(isSaid(entry, 'in') && answers.has(entry.text)));
      all.push({ title: fixture.dir, cassette, grants, unanswered });
    }
  }
  return all;
}

function isSaid(entry: CassetteEntry, dir: 'in' | 'out'): entry is CassetteEntry & { readonly text: string } {
  return entry.dir === dir && 'text' in entry && entry.text !== undefined;
}

function saying(entry: CassetteEntry, change: (text: string) => string): CassetteEntry {
  return entry.dir === 'out' && entry.text !== undefined ? { ...entry, text: change(entry.text) } : entry;
}

/** The call that a question is about in the CLI's own words: its id, or where it has none, its tool. */
function wordOf({ toolCallId = '', toolName = '', raw = '' }: EventOf<'approval_request'>): string {
  return toolCallId !== '' && raw.includes(toolCallId) ? toolCallId : toolName;
}

/** A question of an extension, which names no call (hand-written, as the modules of pi 0.73.1 and omp 18.2.3 write it). */
const UNNAMED = { type: 'extension_ui_request', id: 'ask-of-nobody', method: 'confirm', title: 'Deploy?' };
const WITH_EXTENSIONS = askedAdapters.filter(({ agent }) => agent === 'pi' || agent === 'omp');

describe.each(askedAdapters)('$agent', (adapter) => {
  it('grants by answers alone, in all that was recorded', { timeout: 120_000 }, async () => {
    for (const { title, cassette, grants } of await recordedOf(adapter)) {
      const said = new Set(cassette.entries.flatMap((entry) => (isSaid(entry, 'in') ? [entry.text] : [])));
      expect([title, grants.length > 0, grants.filter(({ raw }) => !said.has(raw))]).toEqual([title, true, []]);
    }
  });

  it('without an answer grants only by a line that names the call', { timeout: 120_000 }, async () => {
    for (const { title, cassette, unanswered } of await recordedOf(adapter)) {
      const grants = grantsIn(cassette, unanswered, adapter);
      const wrong = grants.filter(({ request, raw }) => {
        const isNamed = request.toolCallId !== undefined && raw.includes(request.toolCallId);
        return !isNamed || !request.raw?.includes(wordOf(request));
      });
      expect([title, wrong]).toEqual([title, []]);
    }
  });

  it('without an answer grants no question about another call', { timeout: 120_000 }, async () => {
    for (const { title, cassette, grants, unanswered } of await recordedOf(adapter)) {
      const words = new Map(grants.map(({ request }) => [request.raw, wordOf(request)]));
      const others = unanswered.map((entry) => {
        const word = isSaid(entry, 'out') ? words.get(entry.text) : undefined;
        return word === undefined ? entry : saying(entry, (text) => text.replaceAll(word, NOBODY));
      });
      // A CLI may say by itself that this very question was granted.
      const wrong = grantsIn(cassette, others, adapter).filter(({ raw }) => !/"kind":"approved/.test(raw));
      expect([title, wrong]).toEqual([title, []]);
    }
  });
});

it.each(WITH_EXTENSIONS)(
  '$agent never grants a question of an extension by a result, whenever it comes',
  {
    timeout: 120_000,
  },
  async (adapter) => {
    const wrong: string[] = [];
    let asked = 0;
    for (const { agent, mode, dir, cassette: file } of fixtures) {
      const cassette = agent === adapter.agent && mode === undefined ? await readCassette(file) : undefined;
      for (const [index, entry] of cassette?.entries.entries() ?? []) {
        if (cassette === undefined || !isSaid(entry, 'out') || !entry.text.includes('"tool_execution_')) {
          continue;
        }
        asked++;
        const question = saying(entry, () => JSON.stringify(UNNAMED));
        const grants = grantsIn(cassette, cassette.entries.toSpliced(index + 1, 0, question), adapter);
        wrong.push(
          ...grants.filter(({ request }) => request.action === UNNAMED.title).map(({ raw }) => `${dir}: ${raw}`),
        );
      }
    }
    expect(asked).toBeGreaterThan(50);
    expect(wrong).toEqual([]);
  },
);
