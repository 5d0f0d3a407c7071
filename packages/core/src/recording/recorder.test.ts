import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { ValidationError } from '../errors.ts';
import { createRedactor, type RedactOptions } from '../redaction/redact.ts';
import type { Recorder } from '../run/recorder.ts';
import type { RecorderHeader } from './cassette-lines.ts';
import { LostBytes } from './lost-bytes.ts';
import { readCassette } from './read-cassette.ts';
import { checkRecordFolder } from './record-folder.ts';
import { createRecorder } from './recorder.ts';

const tmp = mkdtempSync(join(tmpdir(), 'recorder-'));
afterAll(() => rmSync(tmp, { recursive: true }));

const HEADER: RecorderHeader = {
  agent: 'toy',
  cliVersion: 'unknown',
  argv: ['/home/alice/bin/toy', '--cwd=/home/alice'],
  scenario: 'text',
  framing: 'lines',
  runId: 'R1',
};
const SECRETS: RedactOptions = { folders: [{ kind: 'home', path: '/home/alice' }] };

let count = 0;
function start(secrets: RedactOptions = SECRETS): { dir: string; recorder: Recorder; tick: () => void } {
  let now = 1_000;
  const dir = join(tmp, `${count++}`);
  const clock = { now: () => now, after: () => () => {} };
  const recorder = createRecorder({ dir, header: HEADER, clock, redactor: createRedactor(secrets) });
  return { dir, recorder, tick: () => now++ };
}

describe('recorder', () => {
  it('writes what was said, by whom and when, in the order of the calls', async () => {
    const { dir, recorder, tick } = start();
    recorder.host({ action: 'draft', draft: { type: 'debug', level: 'warn', message: 'in /home/alice' } });
    recorder.describe({ argv: ['/usr/bin/toy', '--cwd=/home/alice'], cliVersion: '1.0.0' });
    tick();
    recorder.in('{"type":"prompt"}');
    recorder.out('{"cwd":"/home/alice/x"}', 'stdout');
    recorder.out('warning: /home/alice', 'stderr', true, 1_005);
    recorder.host({ action: 'end-input' }, 1_006);
    recorder.exit({ code: 0, signal: null, asked: null, settled: true }, 1_007);
    expect(readdirSync(dir)).toEqual(['cassette.jsonl.partial']);
    const path = await recorder.finish();
    expect([path, readdirSync(dir)]).toEqual([join(dir, 'cassette.jsonl'), ['cassette.jsonl']]);
    expect(await readCassette(dir)).toEqual({
      header: {
        ...HEADER,
        cassette: 1,
        argv: ['toy', '--cwd=<home>'],
        cliVersion: '1.0.0',
        ordered: true,
        platform: `${process.platform}-${process.arch}`,
        startedAt: 1_000,
        redactions: [
          { kind: 'home', placeholder: '<home>' },
          { kind: 'key', placeholder: '<key>' },
          { kind: 'port', placeholder: '<port>' },
        ],
      },
      entries: [
        { t: 0, dir: 'host', action: 'draft', draft: { type: 'debug', level: 'warn', message: 'in <home>' } },
        { t: 1, dir: 'in', text: '{"type":"prompt"}' },
        { t: 1, dir: 'out', text: '{"cwd":"<home>/x"}' },
        { t: 5, dir: 'err', text: 'warning: <home>', partial: true },
        { t: 6, dir: 'host', action: 'end-input' },
        { t: 7, dir: 'exit', code: 0, signal: null, asked: null, settled: true },
      ],
    });
  });

  it('keeps the bytes of a line that is not UTF-8, and only of that', async () => {
    const { dir, recorder } = start();
    const bytes = Buffer.concat([Buffer.from('a /home/alice '), Buffer.from([0xff, 0xc3]), Buffer.from(' z')]);
    const honest = 'a real \ufffd';
    const raw = Buffer.concat([Buffer.from(`${honest}\n`), bytes, Buffer.from('\r\nplain\n')]);
    for (const byte of raw) {
      recorder.raw('stdout', Buffer.from([byte]));
    }
    for (const line of raw.toString('utf8').split('\n').slice(0, -1)) {
      recorder.out(line.replace(/\r$/, ''), 'stdout');
    }
    recorder.raw('stderr', Buffer.from([0xfe]));
    recorder.out('\ufffd', 'stderr', true);
    recorder.exit({ code: 0, signal: null });
    await recorder.finish();
    const hidden = Buffer.concat([Buffer.from('a <home> '), Buffer.from([0xff, 0xc3]), Buffer.from(' z')]);
    expect((await readCassette(dir)).entries).toEqual([
      { t: 0, dir: 'out', text: honest },
      {
        t: 0,
        dir: 'out',
        base64: `${hidden.toString('base64').slice(0, -4)}${Buffer.concat([hidden, Buffer.from('\r')])
          .toString('base64')
          .slice(-4)}`,
      },
      { t: 0, dir: 'out', text: 'plain' },
      { t: 0, dir: 'err', base64: '/g==', partial: true },
      { t: 0, dir: 'exit', code: 0, signal: null },
    ]);
  });

  it('gives a recording that ends without an exit one', async () => {
    const { dir, recorder } = start();
    recorder.host({ action: 'abort' });
    await recorder.finish();
    expect((await readCassette(dir)).entries).toEqual([
      { t: 0, dir: 'host', action: 'abort' },
      { t: 0, dir: 'exit', code: null, signal: null },
    ]);
  });

  it('gives one to the process that came after another had ended', async () => {
    const { dir, recorder } = start();
    recorder.exit({ code: 1, signal: null });
    recorder.out('again', 'stdout');
    await recorder.finish();
    expect((await readCassette(dir)).entries).toEqual([
      { t: 0, dir: 'exit', code: 1, signal: null },
      { t: 0, dir: 'out', text: 'again' },
      { t: 0, dir: 'exit', code: null, signal: null },
    ]);
  });

  it('writes more than the disk takes at once, in order', async () => {
    const { dir, recorder } = start();
    const text = 'x'.repeat(1_000_000);
    for (let index = 0; index < 60; index++) {
      recorder.out(`${index} ${text}`, 'stdout');
    }
    recorder.exit({ code: 0, signal: null });
    await recorder.finish();
    const { entries } = await readCassette(dir);
    expect(entries.slice(0, -1).map((entry) => ('text' in entry ? entry.text : ''))).toEqual(
      Array.from({ length: 60 }, (_, index) => `${index} ${text}`),
    );
  });

  it('never lets a fault of the disk reach the run, and tells it once', async () => {
    const { dir, recorder } = start();
    const blocked = join(dir, 'blocked');
    writeFileSync(blocked, '');
    const broken = createRecorder({
      dir: join(blocked, 'in-a-file'),
      header: HEADER,
      clock: { now: () => 0, after: () => () => {} },
      redactor: createRedactor(),
    });
    const errors: string[] = [];
    broken.onError(({ message }) => errors.push(message));
    broken.out('a', 'stdout');
    broken.exit({ code: 0, signal: null });
    expect(await broken.finish()).toBeUndefined();
    expect(errors).toEqual([
      expect.stringContaining(`The recording in ${join(blocked, 'in-a-file')} was given up: ENOTDIR`),
    ]);
    await recorder.finish();
  });

  it('tells a fault of the disk that comes while it records', async () => {
    const { dir, recorder } = start();
    const errors: string[] = [];
    recorder.onError(({ message }) => errors.push(message));
    recorder.out('a', 'stdout');
    rmSync(dir, { recursive: true });
    expect(await recorder.finish()).toBeUndefined();
    expect(errors).toEqual([expect.stringContaining(`The recording in ${dir} was given up: ENOENT`)]);
  });

  it('never has a secret in the file, wherever a stream was cut', async () => {
    const name = fc.stringMatching(/^[a-z0-9 é"\\-]{4,10}$/);
    const folders = fc
      .uniqueArray(name, { minLength: 1, maxLength: 3 })
      .map((names) => names.map((_, index) => `/${names.slice(0, index + 1).join('/')}`));
    const parts = fc.array(fc.oneof(fc.stringMatching(/^[A-Z {}:,]{0,6}$/), fc.nat(4)), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(folders, parts, fc.integer({ min: 1, max: 9 }), async (paths, all, size) => {
        const { dir, recorder } = start({ folders: paths.map((path) => ({ kind: 'home', path })) });
        const text = all.map((part) => (typeof part === 'number' ? (paths[part % paths.length] ?? '') : part)).join('');
        for (let from = 0; from < text.length; from += size) {
          recorder.out(JSON.stringify({ delta: text.slice(from, from + size) }), 'stdout');
        }
        recorder.out(text, 'stderr');
        recorder.in(JSON.stringify({ text, json: JSON.stringify({ text }) }));
        recorder.host({ action: 'draft', draft: { type: 'debug', level: 'info', message: text } });
        recorder.exit({ code: 0, signal: null });
        await recorder.finish();
        const { entries } = await readCassette(dir);
        const file = readFileSync(join(dir, 'cassette.jsonl'), 'utf8');
        const joined = entries.map((entry) => (entry.dir === 'out' ? JSON.parse(entry.text ?? '').delta : '')).join('');
        for (const path of paths) {
          expect(`${file}\n${joined}`).not.toContain(path);
          expect(file).not.toContain(JSON.stringify(JSON.stringify(path).slice(1, -1)).slice(1, -1));
        }
      }),
      {
        numRuns: 300,
        // A form that begins with a backslash stands behind one that is the first half of a sign.
        examples: [[['/- \\\\é', '/- \\\\é/\\\\ \\'], [1, 1, 0], 2]],
      },
    );
  });
});

describe('lost bytes', () => {
  it('forgets a line that is too long, and finds the next one', () => {
    const lost = new LostBytes();
    const chunk = Buffer.alloc(1024 * 1024, 0xff);
    for (let index = 0; index < 20; index++) {
      lost.push(chunk);
    }
    // The line is not kept in the meantime either.
    expect(lost.take('\ufffd'.repeat(16 * chunk.length))).toBeUndefined();
    lost.push(Buffer.from([0xff, 10, 0xfe, 97, 10]));
    expect([lost.take('\ufffd'.repeat(10)), lost.take('\ufffda'), lost.take('\ufffda')]).toEqual([
      undefined,
      Buffer.from([0xfe, 97]),
      undefined,
    ]);
  });
});

describe('folder of a recording', () => {
  function catchMessage(dir: string): string {
    try {
      checkRecordFolder(dir, 'run()');
      return 'fine';
    } catch (error) {
      return error instanceof ValidationError ? error.message : String(error);
    }
  }

  it('may be missing or empty, and is left as it is', () => {
    const empty = join(tmp, 'folder-empty');
    mkdirSync(empty);
    expect([catchMessage(empty), catchMessage(join(tmp, 'new', 'newer')), existsSync(join(tmp, 'new'))]).toEqual([
      'fine',
      'fine',
      false,
    ]);
  });

  it('may be neither a file nor hold one', () => {
    const file = join(tmp, 'folder-file');
    writeFileSync(file, '');
    const full = join(tmp, 'folder-full');
    mkdirSync(full);
    for (const name of ['a', 'b', 'c', 'd']) {
      writeFileSync(join(full, name), '');
    }
    const link = join(tmp, 'folder-link');
    symlinkSync(full, link);
    expect([catchMessage(file), catchMessage(full), catchMessage(link)]).toEqual([
      `run(): \`record\`: the recording cannot be written to ${file}: there is a file of that name. Give a folder.`,
      `run(): \`record\`: the recording cannot be written to ${full}: it is not empty (a, b, c, …). Give an empty folder or a new name.`,
      `run(): \`record\`: the recording cannot be written to ${link}: it is not empty (a, b, c, …). Give an empty folder or a new name.`,
    ]);
  });

  it.skipIf(process.getuid?.() === 0)('must be one that can be written (root can write everywhere)', () => {
    const dir = join(tmp, 'folder-locked');
    mkdirSync(dir);
    chmodSync(dir, 0o500);
    expect([catchMessage(dir), catchMessage(join(dir, 'x'))]).toEqual([
      expect.stringContaining('it cannot be written'),
      expect.stringContaining(`${dir} cannot be written`),
    ]);
  });
});
