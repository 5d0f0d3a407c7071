import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkEntries, createEntryDecoder } from '@agent-mux/events/journal';
import { writePlayerBinary } from '@agent-mux/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { EXIT_CODE_OF_MISUSE } from '../exit-codes.ts';
import { callAmux } from './testing/call-amux.ts';
import { fixture } from './testing/fixture.ts';
import { runAmux } from './testing/run-amux.ts';

const RUN = '01JZ8M3QK5V7W9X2Y4Z6A8B0CD';
const folder = mkdtempSync(join(tmpdir(), 'amux-runs-'));
afterAll(() => rmSync(folder, { recursive: true }));

const store = join(folder, 'kept', 'runs.db');
const env = { NO_COLOR: '1', XDG_STATE_HOME: join(folder, 'state'), HOME: folder, AMUX_STORE: '' };
const binary = writePlayerBinary({
  binary: join(folder, 'claude'),
  cassette: join(fixture('text'), 'cassette.jsonl'),
});
const runs = (...args: readonly string[]) => callAmux(['runs', ...args, '--store', store], { env });

// The tests below look at the run that this one keeps.
it('amux run --store keeps the run', async () => {
  const args = ['run', 'claude', 'hello', '--binary', binary, '--store', store, '--run-id', RUN, '--name', 'scout'];
  expect(await runAmux([...args, '--tag', 'nightly'], { env })).toMatchObject({ code: 0 });
});

it('amux run --store makes no store for a CLI that is not installed', async () => {
  const file = join(folder, 'unused', 'runs.db');
  const { code, stderr } = await runAmux(['run', 'claude', 'hello', '--store', file], {
    env: { ...env, PATH: dirname(process.execPath) },
  });
  expect([code, stderr]).toEqual([EXIT_CODE_OF_MISUSE.AGENT_NOT_INSTALLED, expect.stringContaining('not installed')]);
  expect(existsSync(dirname(file))).toBe(false);
});

describe('amux runs', () => {
  it('lists what was kept, for a person and as JSON', async () => {
    const { code, stdout, stderr } = await runAmux(['runs', '--store', store], { env });
    expect([code, stderr]).toEqual([0, '']);
    const [head, row, ...more] = stdout.split('\n');
    expect(head).toMatch(/^run +agent +opened +end +title$/);
    expect(row).toMatch(new RegExp(`^${RUN} +claude +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d +completed +hello$`));
    expect(more).toEqual(['']);
    for (const [flags, count] of [
      [['--tag', 'nightly', '--name', 'scout', '--agent', 'claude', '--state', 'closed', '--cwd', '.'], 1],
      [['--tag', 'daily'], 0],
    ] as const) {
      const { data } = JSON.parse((await runs('list', '--json', ...flags)).stdout) as { data: unknown[] };
      expect(data).toHaveLength(count);
    }
  });

  it('shows a run: its words, its text and its end', async () => {
    const { code, stdout, stderr } = await runs('show', RUN);
    expect(code).toBe(0);
    expect(stdout.trim()).not.toBe('');
    expect(stderr).toContain(`${RUN}: scout (claude), mode `);
    expect(stderr).toContain('> hello');
    expect(stderr).toContain('end: completed');
  });

  it.each(['show', 'tail'])('%s gives the journal as lines', async (action) => {
    const { stdout } = await runs(action, RUN, '--json');
    const decoder = createEntryDecoder();
    const entries = stdout
      .trimEnd()
      .split('\n')
      .map((line) => decoder.decode(line));
    expect(checkEntries(entries)).toEqual([]);
    const rest = await runs(action, RUN, '--json', '--from', '3');
    expect(stdout.endsWith(rest.stdout) && rest.stdout.split('\n').length === entries.length - 2).toBe(true);
  });

  it('gives a run to amux replay, which shows it as it was', async () => {
    const replayed = await callAmux(['replay', RUN, '--store', store, '--json'], { env });
    expect(replayed.code).toBe(0);
    const lines = replayed.stdout.trimEnd().split('\n');
    const events = (await runs('show', RUN, '--json')).stdout.split('\n').filter((line) => line.startsWith('{"type"'));
    expect(lines.slice(0, -1)).toEqual(events);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ type: 'run_result', runId: RUN, exitReason: 'completed' });
    const wrong = await callAmux(['replay', RUN, '--store', store, '--speed', '1'], { env });
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      'amux: --speed goes with a recording: a run of the store is shown as it was told.\n',
    ]);
  });

  it('hands runs over to another store, and overwrites nothing', async () => {
    const file = join(folder, 'export.jsonl');
    expect(await runs('export', RUN, '--out', file)).toMatchObject({ code: 0 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await runs('export')).stdout).toBe(readFileSync(file, 'utf8'));
    const again = await runs('export', '--out', file);
    expect([again.code, again.stderr]).toEqual([
      2,
      `amux: --out ${file}: ${file} is there already. Name another file.\n`,
    ]);
    const other = ['--store', join(folder, 'other', 'runs.db')];
    expect(await callAmux(['runs', 'import', file, ...other], { env })).toMatchObject({ code: 0 });
    const shown = await callAmux(['runs', 'show', RUN, '--json', ...other], { env });
    expect(shown.stdout).toBe((await runs('show', RUN, '--json')).stdout);
  });

  it('leaves no file behind where there is nothing to export', async () => {
    const file = join(folder, 'none.jsonl');
    expect(await runs('export', 'nothing', '--out', file)).toMatchObject({ code: 8, stdout: '' });
    expect(existsSync(file)).toBe(false);
  });

  it.each([['list'], ['show', RUN], ['tail', RUN], ['export'], ['prune', '--max-bytes', '1'], ['check']])(
    '%s makes no store where there is none',
    async (...args) => {
      const missing = join(folder, 'mistyped', 'runs.db');
      const byFlag = await callAmux(['runs', ...args, '--store', missing], { env });
      const byVariable = await callAmux(['runs', ...args], { env: { ...env, AMUX_STORE: missing } });
      for (const { code, stdout, stderr } of [byFlag, byVariable]) {
        expect([code, stdout]).toEqual([9, '']);
        expect(stderr).toContain(`runs ${args[0]}: there is no store ${missing}.`);
      }
      expect(existsSync(join(folder, 'mistyped'))).toBe(false);
    },
  );

  it('tells whoever has kept none yet that there are none', async () => {
    const state = join(folder, 'new-state');
    const anew = { ...env, XDG_STATE_HOME: state, AMUX_STORE: '' };
    expect(await callAmux(['runs'], { env: anew })).toMatchObject({ code: 0, stdout: 'No runs.\n' });
    expect((await callAmux(['runs', '--json'], { env: anew })).stdout).toBe('{"ok":true,"data":[]}\n');
    expect(existsSync(state)).toBe(false);
  });

  it('takes out what is old, when it is told to', async () => {
    const { stdout } = await runs('prune', '--max-bytes', '1', '--dry-run', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, data: { roots: [RUN], runs: 1 } });
    expect((await runs('list')).stdout).toContain(RUN);
  });

  it('checks the file', async () => {
    const { code, stdout } = await runs('check', '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { data: { isSound: true, runs: 1, problems: [] } }]);
  });

  it('keeps runs where the environment or the system says', async () => {
    const there = join(folder, 'there', 'runs.db');
    const args = ['run', 'claude', 'hello', '--binary', binary];
    await callAmux(args, { env: { ...env, AMUX_STORE: there } });
    expect((await callAmux(['runs'], { env: { ...env, AMUX_STORE: there } })).stdout).toContain('completed');
    await callAmux([...args, '--store'], { env });
    expect(statSync(join(folder, 'state', 'agent-mux', 'runs.db')).isFile()).toBe(true);
    expect((await callAmux(['runs'], { env })).stdout).toContain('completed');
  });

  it('exits with 9 where the file is none of ours, and leaves it as it is', async () => {
    const foreign = join(folder, 'notes.txt');
    writeFileSync(foreign, 'my notes, and no database at all');
    for (const args of [
      ['runs', '--store', foreign],
      ['run', 'claude', 'hello', '--binary', binary, '--store', foreign],
    ]) {
      const end = await callAmux(args, { env });
      expect([end.code, end.stdout]).toEqual([9, '']);
      expect(end.stderr).toContain(foreign);
    }
    expect(readFileSync(foreign, 'utf8')).toBe('my notes, and no database at all');
  });

  it.each([
    [['show'], 2, 'runs show needs the id of a run. `amux runs` lists them.'],
    [['import'], 2, 'runs import needs the file of an export.'],
    [['list', RUN], 2, `runs list takes no "${RUN}". To see one run: amux runs show ${RUN}.`],
    [['remove', RUN], 2, 'runs takes list, show, tail, export, import, prune, check, not "remove".'],
    [['list', '--dry-run'], 2, 'runs list takes no --dry-run.'],
    [['--limit', '0'], 2, '--limit must be a whole number of at least 1, not "0".'],
    [['show', RUN, '--from', '-1'], 2, '--from must be a whole number of at least 0, not "-1".'],
    [['prune'], 2, 'runs prune needs --older-than <time>, --max-bytes <n>, or both.'],
    [['prune', '--older-than', '0'], 2, '--older-than must be more than 0, not "0": all runs would go.'],
    [
      ['prune', '--older-than', '3 weeks'],
      2,
      '--older-than must be a time such as 90s, 5m or 1h30m, or a number of days, not "3 weeks".',
    ],
    [['--state', 'gone'], 2, 'state'],
    [['show', 'nothing'], 8, 'nothing'],
    [['import', '/nope'], 2, 'runs import: there is no /nope.'],
    [['import', '/'], 2, 'runs import: / is a folder. Name the file of an export;'],
  ])('%j ends with its exit code and one sentence', async (args, code, message) => {
    const end = await runs(...args);
    expect([end.code, end.stdout]).toEqual([code, '']);
    expect(end.stderr).toContain(message);
    expect(end.stderr.trimEnd().split('\n').length).toBe(1);
  });
});
