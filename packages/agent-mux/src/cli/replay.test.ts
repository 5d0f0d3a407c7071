import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDecoder } from '@agent-mux/events';
import { checkStream } from '@agent-mux/events/check';
import { afterAll, describe, expect, it } from 'vitest';
import { callAmux } from './testing/call-amux.ts';
import { fixture } from './testing/fixture.ts';
import { type AmuxEnd, runAmux, startAmux } from './testing/run-amux.ts';

const folder = mkdtempSync(join(tmpdir(), 'amux-replay-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A folder with this cassette. */
function cassette(name: string, lines: readonly unknown[]): string {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(
    join(path, 'cassette.jsonl'),
    lines.map((line) => (typeof line === 'string' ? line : `${JSON.stringify(line)}\n`)).join(''),
  );
  return path;
}

const HEADER = {
  cassette: 1,
  agent: 'claude',
  cliVersion: '2.1.329',
  argv: ['claude'],
  scenario: 'made up',
  framing: 'lines',
  ordered: true,
};
const EXIT = { dir: 'exit', code: 1, signal: null };

interface Stream {
  readonly events: ReturnType<ReturnType<typeof createDecoder>['decode']>[];
  readonly result: {
    readonly type: string;
    readonly exitReason: string;
    readonly text: string;
    readonly error: { readonly code: string } | null;
  };
}

function parse({ stdout }: AmuxEnd): Stream {
  const lines = stdout.trimEnd().split('\n');
  const decoder = createDecoder();
  return { events: lines.slice(0, -1).map((line) => decoder.decode(line)), result: JSON.parse(lines.at(-1) ?? '') };
}

describe('amux replay', () => {
  it.each([
    ['text', 'completed', undefined],
    ['tool-shell', 'completed', undefined],
    ['approval-denied', 'completed', undefined],
    ['subagent', 'completed', undefined],
    ['auth-error', 'failed', 'AUTH_ERROR'],
    ['interrupt', 'interrupted', 'INTERRUPTED'],
    ['turn-limit', 'turn_limit', 'TURN_LIMIT'],
  ])('gives the stream of %s and exit code 0', async (scenario, exitReason, code) => {
    const end = await callAmux(['replay', fixture(scenario), '--json']);
    expect([end.code, end.stderr]).toEqual([0, '']);
    const { events, result } = parse(end);
    expect(checkStream(events)).toEqual([]);
    expect(result).toMatchObject({ type: 'run_result', exitReason });
    expect(result.error?.code).toBe(code);
  });

  it('shows it to a person: the text on stdout, the tools on stderr', async () => {
    const [shown, asJson] = await Promise.all([
      runAmux(['replay', join(fixture('tool-shell'), 'cassette.jsonl')]),
      callAmux(['replay', fixture('tool-shell'), '--json']),
    ]);
    const messages = parse(asJson).events.flatMap((event) =>
      event.type === 'message_stop' ? [`${event.text.trimEnd()}\n`] : [],
    );
    expect(shown.code).toBe(0);
    expect(shown.stdout).toBe(messages.join(''));
    expect(shown.stderr).toContain('● Bash');
    expect(shown.stderr).toContain('completed ·');
  });

  it('adds what has accumulated with --json-full', async () => {
    const { stdout } = await callAmux(['replay', fixture('text'), '--json-full']);
    const deltas = stdout
      .split('\n')
      .filter((line) => line.includes('"text_delta"'))
      .map((line) => JSON.parse(line));
    let text = '';
    expect(deltas.map(({ accumulated }) => accumulated)).toEqual(deltas.map(({ delta }) => (text += delta)));
  });

  it('takes its time at --speed', async () => {
    const path = cassette('slow', [
      HEADER,
      { dir: 'err', text: 'a', t: 0 },
      { dir: 'err', text: 'b', t: 3_600_000 },
      { ...EXIT, t: 3_600_000 },
    ]);
    const amux = startAmux(['replay', path, '--json', '--speed', '1']);
    await amux.until(/"a"/);
    // Its replay would take as long as the recording, while many others end in the meantime.
    const others = await Promise.all(
      ['7200000', '3600000'].map((speed) => callAmux(['replay', path, '--speed', speed])),
    );
    amux.child.kill('SIGTERM');
    expect([await amux.exited, amux.stdout().includes('"b"')]).toEqual(['SIGTERM', false]);
    expect(others.map(({ code }) => code)).toEqual([0, 0]);
  });

  it('lists what the adapter does not know', async () => {
    const path = cassette('unknown', [
      HEADER,
      { dir: 'out', text: '{"type":"brand_new"}' },
      { dir: 'out', text: '{"type":"brand_new"}' },
      EXIT,
    ]);
    expect(await callAmux(['replay', path, '--unknown'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^2 {2}.*brand_new/),
    });
    expect(await callAmux(['replay', fixture('text'), '--unknown'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('knows every native type'),
    });
  });

  it('ends quietly when its reader goes', async () => {
    const amux = startAmux(['replay', fixture('text'), '--json', '--speed', '1']);
    await amux.until(/session_start/);
    amux.child.stdout.destroy();
    expect([await amux.exited, amux.stderr()]).toEqual([0, '']);
  });
});

describe('a cassette that is none', () => {
  it.each([
    ['a folder without one', () => folder, 2, 'Give a cassette.jsonl'],
    ['a path that does not exist', () => join(folder, 'nowhere'), 2, 'nowhere'],
    ['an empty file', () => cassette('empty', []), 2, 'the file is empty'],
    ['a file that is no cassette', () => cassette('other', ['hello\n']), 2, 'line 1'],
    ['another format version', () => cassette('later', [{ ...HEADER, cassette: 2 }, EXIT]), 2, 'format version 2'],
    [
      'an unknown agent',
      () => cassette('agent', [{ ...HEADER, agent: 'nobody' }, EXIT]),
      3,
      'There is no agent "nobody".',
    ],
    [
      'an agent from outside',
      () => cassette('outside', [{ ...HEADER, agent: 'echo' }, EXIT]),
      3,
      'If this one has an adapter of its own, name it with --adapter.',
    ],
    ['a broken line', () => cassette('broken', [HEADER, '{"dir":\n', EXIT]), 1, 'line 2'],
    ['a recording that was cut off', () => cassette('cut', [HEADER, { dir: 'err', text: 'a' }]), 1, 'Record it again'],
  ])('%s is refused before anything is shown', async (_, path, code, message) => {
    const end = await callAmux(['replay', path(), '--json']);
    expect([end.code, end.stdout]).toEqual([code, '']);
    expect(end.stderr).toMatch(/^amux: .*\n$/);
    expect(end.stderr).toContain(message);
  });

  it('a speed of what is not shown is refused', async () => {
    const end = await callAmux(['replay', fixture('text'), '--unknown', '--speed', '1']);
    expect([end.code, end.stdout]).toEqual([2, '']);
    expect(end.stderr).toMatch(/^amux: --unknown and --speed exclude each other/);
  });

  it.each(['0', '-1', 'fast'])('a speed of %s is refused', async (speed) => {
    const end = await callAmux(['replay', folder, '--speed', speed]);
    expect([end.code, end.stdout]).toEqual([2, '']);
    expect(end.stderr).toMatch(/^amux: --speed must be/);
  });
});

describe('a fixture of this test', () => {
  it('is a recording of the real CLI', () => {
    expect(
      JSON.parse(readFileSync(join(fixture('text'), 'cassette.jsonl'), 'utf8').split('\n', 1)[0] ?? ''),
    ).toMatchObject({ agent: 'claude', cassette: 1 });
  });
});
