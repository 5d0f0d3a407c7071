/** The drift check finds what changed between two versions of a CLI, and never takes what it does not know for well. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtInAdapters } from '@agent-mux/adapters';
import { type Cassette, type CassetteEntry, readCassette, readText } from '@agent-mux/core/cassette';
import { type NormalEvent, readGolden } from '@agent-mux/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { hasDriftCheck } from '../packages/agent-mux/src/cli/drift.ts';
import { compareEvents, compareShapes, type Drift } from '../tools/drift/compare.ts';
import { findStage } from '../tools/drift/play-version.ts';
import { exitCodeOf, type Report, renderReport, type ScenarioReport } from '../tools/drift/report.ts';
import { runDrift } from '../tools/drift/run-drift.ts';
import { collectShapes } from '../tools/drift/shapes.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FIXTURES = `${ROOT}fixtures/claude/`;
const read = (name: string): Promise<Cassette> => readCassette(`${FIXTURES}${name}/cassette.jsonl`);
const text = await read('2.1.329/text');
const golden = (await readGolden({ golden: `${FIXTURES}2.1.329/text/events.jsonl` })) ?? [];

const NONE: Drift = { newTypes: [], missingTypes: [], newFields: [], missingFields: [], changedFields: [] };

function drift(other: Cassette, same: Cassette = text): Drift {
  const shapes = collectShapes([same]);
  return compareShapes({ same: shapes, all: shapes, other: collectShapes([other]) });
}

const scratch = mkdtempSync(join(tmpdir(), 'amux-drift-test-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const FAKE = join(scratch, 'claude');
writeFileSync(FAKE, '#!/bin/sh\necho 1.2.3\n', { mode: 0o755 });

type Message = Record<string, unknown>;

/** The recording with each message of the CLI changed; undefined leaves it out. */
function withMessages(change: (message: Message) => Message | undefined): Cassette {
  const entries = text.entries.flatMap((entry): CassetteEntry[] => {
    if (entry.dir !== 'out') {
      return [entry];
    }
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

describe('what is in the events of one type', () => {
  it.each<[string, readonly NormalEvent[], readonly NormalEvent[], readonly string[]]>([
    [
      'lacks a part, and has another kind of value',
      [{ type: 'cost', cost: { totalUsd: 1, inputTokens: 3 } }],
      [{ type: 'cost', cost: { totalUsd: '1' } }],
      ['cost no longer has cost.inputTokens', 'cost: cost.totalUsd was number, now string'],
    ],
    [
      'is text instead of an object',
      [{ type: 'tool_call_ready', input: { command: 'ls' } }],
      [{ type: 'tool_call_ready', input: '{"command":"ls"}' }],
      ['tool_call_ready no longer has input.command', 'tool_call_ready: input was object, now string'],
    ],
    [
      'has a part more, of which the parts are not named',
      [{ type: 'tool_result', output: [{ type: 'text', text: 'a' }] }],
      [{ type: 'tool_result', output: [{ type: 'text', text: 'a', meta: { by: { whom: 'x' } } }] }],
      ['tool_result now has output[text].meta'],
    ],
    [
      'is missing in one of two',
      [
        { type: 'tool_result', output: { exitCode: 0 } },
        { type: 'tool_result', output: { exitCode: 1 } },
      ],
      [
        { type: 'tool_result', output: { exitCode: 0 } },
        { type: 'tool_result', output: {} },
      ],
      ['tool_result: output.exitCode was in 2 of 2, now in 1'],
    ],
    [
      'has other values',
      [{ type: 'tool_result', toolCallId: 'a', output: { text: 'x' } }],
      [{ type: 'tool_result', toolCallId: 'b', output: { text: '' } }],
      [],
    ],
    [
      'is said in more pieces',
      [{ type: 'text_delta', delta: 'ab' }],
      [
        { type: 'text_delta', delta: 'a' },
        { type: 'text_delta', delta: 'b' },
      ],
      [],
    ],
  ])('%s', (_, before, now, differences) => {
    expect(compareEvents(before, now)).toEqual(differences);
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

  it.each<[string, readonly string[], string]>([
    ['no agent', [], 'Which agent?'],
    ['an agent that there is not', ['cloud@1.0.0'], 'There is no stage for cloud'],
    ['a CLI that does not start', ['claude@0.0.1', '--binary', '/nowhere'], 'there is no such file'],
    ['a CLI that is another version', ['claude@99.9.9', '--binary', FAKE], `to be version 99.9.9, and says 1.2.3.`],
    [
      'a scenario that there is not beside one that there is',
      ['claude@1.2.3', '--binary', FAKE, '--scenarios', 'text,no-such-scenario'],
      'No scenario with a fixture is named "no-such-scenario".',
    ],
    [
      'a mode that there is not',
      ['claude@1.2.3', '--binary', FAKE, '--scenarios', 'text.telepathy'],
      'No scenario with a fixture is named "text.telepathy".',
    ],
  ])('is no success for %s', async (_, args, message) => {
    const said = { stdout: '', stderr: '' };
    const code = await runDrift(['--no-report', ...args], {
      stdout: (text) => (said.stdout += text),
      stderr: (text) => (said.stderr += text),
    });
    expect([code, said.stdout]).toEqual([2, '']);
    expect(said.stderr).toContain(message);
  });

  it('is printed, and its code is that of the process', () => {
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      ['--conditions=agent-mux-source', '--import', 'tsx', join(ROOT, 'tools/drift.ts'), '--no-report', 'cloud@1.0.0'],
      { cwd: ROOT, encoding: 'utf8' },
    );
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('There is no stage for cloud');
  });

  it.each(['claude', 'codex', 'gemini', 'opencode', 'copilot'])(
    'of two other versions of %s is kept',
    async (agent) => {
      const { version } = await findStage(agent);
      const folder = fileURLToPath(new URL('../docs/drift/', import.meta.url));
      const names = readdirSync(folder).filter((name) => name.startsWith(`${agent}-`));
      const pages = names.map((name) => readFileSync(`${folder}${name}`, 'utf8'));
      expect(names).not.toContain(`${agent}-${version}.md`);
      expect(pages.filter((page) => /^# \S+ \S+ against (\S+)$/m.exec(page)?.[1] === version)).toHaveLength(2);
      for (const page of pages) {
        expect(page).not.toContain('**Not conclusive:**');
      }
    },
  );
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
