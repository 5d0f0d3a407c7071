/** The drift check finds what changed between two versions of a CLI, and never takes what it does not know for well. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { builtInAdapters } from '@agent-mux/adapters';
import {
  type Cassette,
  type CassetteEntry,
  type NormalEvent,
  readCassette,
  readGolden,
  readText,
} from '@agent-mux/core/cassette';
import { describe, expect, it } from 'vitest';
import { hasDriftCheck } from '../packages/agent-mux/src/cli/drift.ts';
import { compareEvents, compareShapes, type Drift } from '../scripts/drift/compare.ts';
import { findStage } from '../scripts/drift/play-version.ts';
import { exitCodeOf, type Report, renderReport, type ScenarioReport } from '../scripts/drift/report.ts';
import { collectShapes } from '../scripts/drift/shapes.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures/claude/', import.meta.url));
const read = (name: string): Promise<Cassette> => readCassette(`${FIXTURES}${name}/cassette.jsonl`);
const text = await read('2.1.329/text');
const golden = (await readGolden({ golden: `${FIXTURES}2.1.329/text/events.jsonl` })) ?? [];

const NONE: Drift = { newTypes: [], missingTypes: [], newFields: [], missingFields: [], changedFields: [] };

function drift(other: Cassette, same: Cassette = text): Drift {
  const shapes = collectShapes([same]);
  return compareShapes({ same: shapes, all: shapes, other: collectShapes([other]) });
}

type Message = Record<string, unknown>;

/** The recording with each message of the CLI changed; undefined leaves it out. */
function withMessages(change: (message: Message) => Message | undefined): Cassette {
  const entries = text.entries.flatMap((entry): CassetteEntry[] => {
    if (entry.dir !== 'out') return [entry];
    const changed = change(JSON.parse(readText(entry)));
    return changed === undefined ? [] : [{ dir: 'out', text: JSON.stringify(changed) }];
  });
  return { ...text, entries };
}

const isResult = ({ type }: Message): boolean => type === 'result';

describe('the shape of messages', () => {
  it('is the same for the same recording', () => {
    expect(drift(text)).toEqual(NONE);
  });

  it.each<[string, (message: Message) => Message | undefined, Partial<Drift>]>([
    [
      'a new message type',
      (message) => (isResult(message) ? { ...message, type: 'outcome' } : message),
      { newTypes: ['outcome success'], missingTypes: ['result success'] },
    ],
    [
      'a message that does not come any more',
      (message) => (isResult(message) ? undefined : message),
      { missingTypes: ['result success'] },
    ],
    [
      'a new field, and not what is in it',
      (message) => (isResult(message) ? { ...message, mood: { now: { level: 1 } } } : message),
      { newFields: ['result success: mood'] },
    ],
    [
      'a field that is missing, within others',
      (message) =>
        isResult(message)
          ? { ...message, usage: { ...(message['usage'] as object), input_tokens: undefined } }
          : message,
      { missingFields: ['result success: usage.input_tokens'] },
    ],
    [
      'another kind of value',
      (message) => (isResult(message) ? { ...message, session_id: { id: 'x' } } : message),
      {
        changedFields: ['result success: session_id: was string, now also object'],
        newFields: ['result success: session_id.id'],
      },
    ],
    [
      'a new kind of content block',
      (message) =>
        message['type'] === 'assistant'
          ? { ...message, message: { ...(message['message'] as object), content: [{ type: 'poem', lines: [] }] } }
          : message,
      { newFields: ['assistant: message.content[poem]'], missingFields: ['assistant: message.content[text]'] },
    ],
  ])('tells of %s', (_, change, found) => {
    expect(drift(withMessages(change))).toEqual({ ...NONE, ...found });
  });

  it('names answers of JSON-RPC by what was asked', () => {
    const entries: CassetteEntry[] = [
      { dir: 'in', text: '{"id":1,"method":"initialize"}' },
      { dir: 'out', text: '{"id":1,"result":{"version":1}}' },
      { dir: 'in', text: '{"id":2,"method":"session/new"}' },
      { dir: 'out', text: '{"id":2,"error":{"code":-32000}}' },
      { dir: 'out', text: '{"method":"session/update","params":{"update":{"sessionUpdate":"plan"}}}' },
      { dir: 'out', text: 'no message' },
    ];
    const shapes = collectShapes([{ ...text, entries }]);
    expect([...shapes.keys()]).toEqual(['result of initialize', 'error of session/new', 'session/update plan']);
  });

  it('is another one in the two versions that are recorded', async () => {
    const found = drift(await read('2.1.197/text'));
    expect(found.missingFields).toContain('system init: capabilities');
  });
});

describe('the events of a scenario', () => {
  const without = (type: string): NormalEvent[] => golden.filter((event) => event['type'] !== type);

  it.each<[string, readonly NormalEvent[], readonly string[]]>([
    ['are the same', golden, []],
    ['lack one', without('cost'), ['no longer cost']],
    ['have one more', [...golden, { type: 'crash' }], ['now also crash']],
    [
      'have lost a field',
      golden.map(({ lane: _, ...event }) => (event['type'] === 'cost' ? { type: 'cost' } : event)),
      [expect.stringMatching(/^cost no longer has .*cost/)],
    ],
    [
      'have a field more',
      golden.map((event) => (event['type'] === 'cost' ? { ...event, currency: 'EUR' } : event)),
      ['cost now has currency'],
    ],
    ['come in another order', [...golden.slice(1), ...golden.slice(0, 1)], ['the same events in another order']],
  ])('%s', (_, live, differences) => {
    expect(compareEvents(golden, live)).toEqual(differences);
  });
});

describe('the report', () => {
  const good: ScenarioReport = { name: 'text', differences: [], faults: [], unknownNative: {} };
  const report = (change: Partial<Report>): Report => ({
    agent: 'claude',
    baseline: '1.0.0',
    version: '1.0.1',
    scenarios: [good],
    drift: NONE,
    known: 2,
    asked: 'claude@1.0.1 --all',
    ...change,
  });

  it('says what was typed, and how much of what is known was played', () => {
    const page = renderReport(report({}));
    expect(page).toContain('Written by `npm run drift -- claude@1.0.1 --all`.');
    expect(page).toContain('1 of the 2 scenarios with a fixture were played');
  });

  it.each<[string, Partial<Report>, number, string]>([
    ['nothing differs', {}, 0, '**No drift.**'],
    ['a type is new', { drift: { ...NONE, newTypes: ['poem'] } }, 1, '- `poem`'],
    ['a field is gone', { drift: { ...NONE, missingFields: ['result: x'] } }, 1, '- `result: x`'],
    ['events differ', { scenarios: [{ ...good, differences: ['no longer cost'] }] }, 1, '- no longer cost: in text'],
    ['the adapter met what it does not know', { scenarios: [{ ...good, unknownNative: { poem: 1 } }] }, 1, '- `poem`'],
    ['nothing was played', { scenarios: [] }, 2, '**Not conclusive:**'],
    [
      'a scenario could not be played',
      { scenarios: [{ ...good, faults: ['it could not be played: no'] }] },
      2,
      'it could not be played: no',
    ],
  ])('if %s ends with the right code', (_, change, code, sentence) => {
    expect(exitCodeOf(report(change))).toBe(code);
    expect(renderReport(report(change))).toContain(sentence);
  });

  it.each([
    ['no agent', []],
    ['an agent that there is not', ['cloud@1.0.0']],
    ['a CLI that does not start', ['claude@0.0.1', '--binary', '/nowhere', '--scenarios', 'text']],
  ])('is no success for %s', (_, args) => {
    const script = fileURLToPath(new URL('../scripts/drift.ts', import.meta.url));
    const { status } = spawnSync(
      process.execPath,
      ['--conditions=agent-mux-source', '--import', 'tsx', script, '--no-report', ...args],
      {
        cwd: fileURLToPath(new URL('..', import.meta.url)),
      },
    );
    expect(status).toBe(2);
  });
});

describe('amux doctor --drift', () => {
  it.each(builtInAdapters.map(({ agent }) => agent))('knows whether there is a stage for %s', async (agent) => {
    const hasStage = await findStage(agent).then(
      () => true,
      () => false,
    );
    expect(hasDriftCheck(agent)).toBe(hasStage);
  });
});
