import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CassetteEntry, CassetteHeader, Framing } from '@agent-mux/core/cassette';
import { createFramer } from '@agent-mux/core/cassette';
import { afterAll, describe, expect, it } from 'vitest';
import { type PlayerOptions, playerCommand, writePlayerBinary } from './player-command.ts';

const tmp = mkdtempSync(join(tmpdir(), 'player-'));
afterAll(() => rmSync(tmp, { recursive: true }));

let count = 0;
function write(
  entries: readonly CassetteEntry[],
  framing: Framing = 'lines',
  redactions?: CassetteHeader['redactions'],
): string {
  const header = {
    cassette: 1,
    redactions,
    agent: 'toy',
    cliVersion: '1.2.3',
    argv: [],
    scenario: 'x',
    framing,
    ordered: true,
  };
  const path = join(tmp, `${count++}.jsonl`);
  writeFileSync(path, [header, ...entries].map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

interface Played {
  readonly child: ChildProcessWithoutNullStreams;
  /** Resolves when stdout holds the text. */
  seen(text: string): Promise<void>;
  readonly end: Promise<{ out: string; err: string; code: number | null; signal: string | null; chunks: number }>;
}

function play(cassette: string, options?: PlayerOptions): Played {
  const { file, args } = playerCommand(cassette, options);
  const child = spawn(file, [...args, '--what', 'ever']);
  const out: Buffer[] = [];
  let err = '';
  let wake = (): void => {};
  child.stdout.on('data', (chunk: Buffer) => {
    out.push(chunk);
    wake();
  });
  child.stderr.on('data', (chunk) => {
    err += String(chunk);
  });
  child.stdin.on('error', () => {});
  return {
    child,
    async seen(text) {
      while (!Buffer.concat(out).includes(text)) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    end: once(child, 'close').then(([code, signal]) => ({
      out: Buffer.concat(out).toString(),
      err,
      code,
      signal,
      chunks: out.length,
    })),
  };
}

const EXIT: CassetteEntry = { dir: 'exit', code: 0, signal: null };

describe('player', () => {
  it('writes the recorded bytes in their order and ends with the recorded code', async () => {
    const entries: CassetteEntry[] = [
      { dir: 'out', text: 'Grüße' },
      { dir: 'err', text: 'careful' },
      { dir: 'out', text: '' },
      { dir: 'out', base64: 'YWI=' },
      { dir: 'out', text: 'half', partial: true },
      { dir: 'exit', code: 41, signal: null },
    ];
    expect(await play(write(entries)).end).toMatchObject({
      out: 'Grüße\n\nab\nhalf',
      err: 'careful\n',
      code: 41,
      signal: null,
    });
  });

  it.each(['SIGKILL', 'SIGTERM', 'SIGINT'])('ends by %s where the CLI did', async (signal) => {
    expect(
      await play(
        write([
          { dir: 'out', text: 'a' },
          { dir: 'exit', code: null, signal },
        ]),
      ).end,
    ).toMatchObject({ out: 'a\n', code: null, signal });
  });

  it('waits where the CLI was written to, and for the end of its input', async () => {
    const { child, seen, end } = play(
      write([
        { dir: 'out', text: 'ready' },
        { dir: 'in', text: '{"a":1}' },
        { dir: 'out', text: 'first' },
        { dir: 'in', text: 'two\nlines' },
        { dir: 'out', text: 'second' },
        { dir: 'host', action: 'end-input' },
        { dir: 'out', text: 'bye' },
        EXIT,
      ]),
    );
    await seen('ready\n');
    child.stdin.write('anything');
    child.stdin.write(' else\n');
    await seen('first\n');
    child.stdin.write('1\n2\n');
    await seen('second\n');
    child.stdin.end();
    expect(await end).toMatchObject({ out: 'ready\nfirst\nsecond\nbye\n', code: 0 });
  });

  it('goes on where its input ends before the recording thinks so', async () => {
    const { child, end } = play(
      write([{ dir: 'in', text: 'a', partial: true }, { dir: 'in', text: 'b' }, { dir: 'out', text: 'c' }, EXIT]),
    );
    child.stdin.end('only this');
    expect(await end).toMatchObject({ out: 'c\n', code: 0 });
  });

  it.each([
    ['SIGINT', { dir: 'host', action: 'signal', signal: 'SIGINT' }],
    ['SIGTERM', { dir: 'host', action: 'abort' }],
    ['SIGTERM', { dir: 'host', action: 'timeout', kind: 'run' }],
  ] as const)('waits for %s where the host sent it (%o)', async (signal, action) => {
    const { child, seen, end } = play(
      write([
        { dir: 'out', text: 'ready' },
        action,
        { dir: 'out', text: 'told' },
        { dir: 'exit', code: 130, signal: null },
      ]),
    );
    await seen('ready\n');
    child.kill(signal);
    expect(await end).toMatchObject({ out: 'ready\ntold\n', code: 130, signal: null });
  });

  it('dies of a signal that the recording does not have', async () => {
    const { child, seen, end } = play(write([{ dir: 'out', text: 'ready' }, { dir: 'in', text: 'never' }, EXIT]));
    await seen('ready\n');
    child.kill('SIGTERM');
    expect(await end).toMatchObject({ out: 'ready\n', code: null, signal: 'SIGTERM' });
  });

  it('cuts its bytes anywhere, and loses none', async () => {
    const entries: CassetteEntry[] = Array.from({ length: 2_000 }, (_, index) => ({
      dir: 'out',
      text: `${index} äöü 🌍`,
    }));
    const cassette = write([...entries, EXIT]);
    const whole = await play(cassette).end;
    let chunks = 0;
    // A pipe may join what was written piece by piece, above all on a busy machine.
    for (let attempt = 0; attempt < 10 && chunks <= whole.chunks; attempt++) {
      const cut = await play(cassette, { cut: { random: 7 } }).end;
      expect(cut.out).toBe(whole.out);
      chunks = cut.chunks;
    }
    expect(chunks).toBeGreaterThan(whole.chunks);
  });

  it.each<[string, Framing, string, string]>([
    [
      'content-length',
      'content-length',
      'Content-Length: 3\r\n\r\n{ü',
      'Content-Length: 4\r\n\r\n{"a"Content-Length: 1\r\n\r\nb',
    ],
    ['document', 'document', 'x', 'x'],
  ])('speaks with framing %s', async (_name, framing, message, input) => {
    const text = framing === 'document' ? 'one\ntwo' : '{ü';
    const entries: CassetteEntry[] = [
      { dir: 'in', text: '{"a"' },
      { dir: 'in', text: 'b' },
      { dir: 'out', text },
      EXIT,
    ];
    const { child, end } = play(write(entries, framing), framing === 'document' ? {} : { strict: true });
    child.stdin.end(input);
    const { out, code } = await end;
    const found: string[] = [];
    const framer = createFramer(framing, 1_000, { message: (one) => found.push(one), lost: () => {} });
    framer.push(Buffer.from(out));
    framer.end();
    expect([found, code, out.startsWith(message) || framing === 'document']).toEqual([[text], 0, true]);
  });

  it('compares what it is told only where it should, and not its ids', async () => {
    const cassette = write([{ dir: 'in', text: '{"id":1,"a":{"uuid":"x","b":2}}' }, { dir: 'out', text: 'ok' }, EXIT]);
    const tell = async (line: string, strict: boolean): Promise<unknown> => {
      const { child, end } = play(cassette, { strict });
      child.stdin.end(line);
      return (await end).code;
    };
    expect(await tell('{"a":{"b":2,"uuid":"y"},"id":"other"}\n', true)).toBe(0);
    expect(await tell('{"id":1,"a":{"b":3}}\n', true)).toBe(97);
    expect(await tell('{"id":1,"a":{"b":3}}\n', false)).toBe(0);
  });

  it('compares everything around what a recording has hidden', async () => {
    const tell = async (recorded: string, line: string): Promise<unknown> => {
      const cassette = write([{ dir: 'in', text: recorded }, EXIT], 'lines', [{ kind: 'cwd', placeholder: '<cwd>' }]);
      const { child, end } = play(cassette, { strict: true });
      child.stdin.end(`${line}\n`);
      return (await end).code;
    };
    const recorded = '{"cwd":"<cwd>/a","mode":"<b>"}';
    expect(await tell(recorded, '{"mode":"<b>","cwd":"/home/\\"me\\"/a"}')).toBe(0);
    for (const other of [
      '{"cwd":"/x/b","mode":"<b>"}',
      '{"cwd":"/x/a","mode":"c"}',
      '{"cwd":"/x","c":"/a","mode":"<b>"}',
    ]) {
      expect(await tell(recorded, other)).toBe(97);
    }
    expect(await tell('go to <cwd>.', 'go to /x.')).toBe(0);
    expect(await tell('go to <cwd>.', 'go from /x.')).toBe(97);
    expect(
      await tell('{"sessionId":"a","clientInfo":{"version":"1"}}', '{"sessionId":"b","clientInfo":{"version":"2"}}'),
    ).toBe(0);
  }, 20_000);

  it('takes the time that it took', async () => {
    const anHour = 3_600_000;
    const cassette = write([
      { t: 0, dir: 'out', text: 'a' },
      { t: anHour, dir: 'out', text: 'b' },
      { ...EXIT, t: anHour },
    ]);
    const slow = play(cassette, { speed: 1 });
    await slow.seen('a');
    // A replay without waits would end long before another one that hardly waits.
    const fast = await play(cassette, { speed: anHour }).end;
    slow.child.kill('SIGKILL');
    expect([fast.out, (await slow.end).out]).toEqual(['a\nb\n', 'a\n']);
  });

  it('can be one program, which also tells the version of the CLI', () => {
    const cassette = write([
      { dir: 'out', text: 'hello' },
      { dir: 'exit', code: 3, signal: null },
    ]);
    const binary = writePlayerBinary({ binary: join(tmp, "it's a player"), cassette });
    const run = (...args: string[]): unknown[] => {
      const { stdout, status } = spawnSync(binary, args, { encoding: 'utf8' });
      return [stdout, status];
    };
    expect([run('-p', '--verbose'), run('--version')]).toEqual([
      ['hello\n', 3],
      ['1.2.3\n', 0],
    ]);
  });

  it.each([
    ['the recording itself', (cassette: string) => cassette],
    ['another file', () => write([EXIT])],
  ])('is not written over %s', (_what, place) => {
    const cassette = write([EXIT]);
    const binary = place(cassette);
    const before = readFileSync(binary, 'utf8');
    expect(() => writePlayerBinary({ binary, cassette })).toThrow(/cannot be written to .*EEXIST/);
    expect(readFileSync(binary, 'utf8')).toBe(before);
  });

  it.each([
    ['no cassette', [], /give the path of a cassette/],
    ['another file', [import.meta.filename], /SyntaxError|no cassette/],
  ])('refuses %s', (_name, args, message) => {
    const {
      file,
      args: [player = ''],
    } = playerCommand('x');
    const { status, stderr } = spawnSync(file, [player, ...args], { encoding: 'utf8' });
    expect([status === 0, stderr]).toEqual([false, expect.stringMatching(message)]);
  });
});
