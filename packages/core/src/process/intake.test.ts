import { describe, expect, it } from 'vitest';
import { Intake, type IntakeOptions } from './intake.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const KIB = 1024;

function setUp(options: Partial<IntakeOptions> = {}) {
  const log: string[] = [];
  let now = 0;
  const intake = new Intake({
    framing: 'lines',
    maxLineBytes: 1_000_000,
    backlogBytes: 0,
    clock: { now: () => ++now, after: () => () => {} },
    on: {
      line: (text, source, partial, at) => log.push(`${source} ${text}${partial ? ' partial' : ''} ${at}`),
      lost: ({ source, bytes, reason }) => log.push(`${source} lost ${bytes}: ${reason}`),
      fault: (error) => log.push(`fault ${(error as Error).message}`),
      fullDisk: () => log.push('full disk'),
    },
    flow: { pause: () => log.push('pause'), resume: () => log.push('resume') },
    ...options,
  });
  const say = (text: string, source: 'stdout' | 'stderr' = 'stdout'): void => intake.accept(source, Buffer.from(text));
  /** Returns what has happened since the last call. */
  const news = (): string[] => log.splice(0);
  return { intake, say, news };
}

describe('what a process says', () => {
  it('is told at once, with the time at which its bytes came', () => {
    const { intake, say, news } = setUp();
    say('a\nb\nc');
    say('d\n');
    say('e\n', 'stderr');
    expect(news()).toEqual(['stdout a 1', 'stdout b 1', 'stdout cd 2', 'stderr e 3']);
    expect([intake.bytesRead, intake.isFlowing]).toEqual([9, true]);
    expect([intake.tail('stdout'), intake.tail('stderr')]).toEqual(['a\nb\ncd\n', 'e\n']);
  });

  it.each(['lines', 'content-length', 'document', 'pty'] as const)(
    'is noted with each of its bytes that are taken up, whole message or not (%s)',
    async (framing) => {
      const read: number[] = [];
      const on = {
        read: (at: number) => read.push(at),
        line: () => {},
        lost: () => {},
        fault: () => {},
        fullDisk: () => {},
      };
      const { intake, say } = setUp({ framing, on });
      say('a');
      say('b', 'stderr');
      expect(read).toEqual([1, 2]);
      intake.pause();
      say('c');
      expect(read).toEqual([1, 2]);
      intake.resume();
      await turn();
      expect(read).toEqual([1, 2, 3]);
    },
  );

  it('goes to the recorder as it came, by its stream', () => {
    const taps: string[] = [];
    const { say } = setUp({
      tap: (source, chunk) => taps.push(`${source} ${chunk}`),
    });
    say('a\n');
    say('b', 'stderr');
    expect(taps).toEqual(['stdout a\n', 'stderr b']);
  });

  it('is cut as the mode says on stdout, and into lines on stderr', async () => {
    const { intake, say, news } = setUp({ framing: 'document' });
    say('a\nb');
    say('c\nd', 'stderr');
    await intake.end();
    expect(news()).toEqual(['stderr c 2', 'stdout a\nb 3', 'stderr d partial 3']);
  });

  it('is told as lost where it is too long', () => {
    const { say, news } = setUp({ maxLineBytes: 3 });
    say('abcd\n');
    say('abcde\n', 'stderr');
    expect(news()).toEqual([
      'stdout lost 4: a line of 4 bytes is over the limit of 3',
      'stderr lost 5: a line of 5 bytes is over the limit of 3',
    ]);
  });
});

describe('a reader who asks to wait', () => {
  it('holds the process back, and hears later what came meanwhile', async () => {
    const { intake, say, news } = setUp();
    intake.pause();
    intake.pause();
    expect([news(), intake.isFlowing]).toEqual([['pause'], false]);
    say('a\n');
    expect(news()).toEqual([]);
    intake.resume();
    intake.resume();
    // Nothing is told within the call.
    expect([news(), intake.isFlowing]).toEqual([['resume'], true]);
    await turn();
    expect(news()).toEqual(['stdout a 1']);
  });

  it('hears all in its order, also what comes before the rest was told', async () => {
    const { intake, say, news } = setUp();
    intake.pause();
    say('a\n');
    intake.resume();
    say('b\n');
    expect(news()).toEqual(['pause', 'resume']);
    await turn();
    expect(news()).toEqual(['stdout a 1', 'stdout b 2']);
    say('c\n');
    expect(news()).toEqual(['stdout c 3']);
  });

  it('may ask again while it is told', async () => {
    const all = setUp();
    const { intake, say, news } = setUp({
      on: {
        line: (text, source, partial, at) => {
          all.news();
          lines.push(`${source} ${text} ${partial} ${at}`);
          intake.pause();
        },
        lost: () => {},
        fault: () => {},
        fullDisk: () => {},
      },
    });
    const lines: string[] = [];
    intake.pause();
    say('a\n');
    say('b\n', 'stderr');
    intake.resume();
    await turn();
    await turn();
    expect(lines).toEqual(['stdout a false 1']);
    expect([news(), intake.isFlowing]).toEqual([['pause', 'resume', 'pause'], false]);
    intake.resume();
    await turn();
    expect(lines).toEqual(['stdout a false 1', 'stderr b false 2']);
  });

  it.each([
    [3, ['a', 'pause']],
    [5, ['a', 'b', 'pause']],
    [Number.POSITIVE_INFINITY, ['a', 'b', 'c']],
  ])('lets the process go on until %d bytes wait', (backlogBytes, said) => {
    const { intake, say, news } = setUp({ backlogBytes });
    intake.pause();
    const happened: string[] = [];
    for (const word of ['a', 'b', 'c']) {
      if (intake.isFlowing) {
        say(`${word}${word}\n`);
        happened.push(word, ...news());
      }
    }
    expect(happened).toEqual(said);
  });

  it('is not asked any more once the end is under way', async () => {
    const { intake, say, news } = setUp();
    intake.pause();
    say('a\n');
    intake.release();
    intake.pause();
    say('b\n');
    expect(intake.isFlowing).toBe(true);
    await turn();
    expect(news()).toEqual(['pause', 'resume', 'stdout a 1', 'stdout b 2']);
  });

  it('is told a long backlog in slices, between which the host has its turn', async () => {
    const { intake, say, news } = setUp();
    intake.pause();
    const line = `${'x'.repeat(64 * KIB - 1)}\n`;
    for (let index = 0; index < 10; index++) {
      say(line);
    }
    intake.resume();
    const counts: number[] = [];
    news();
    for (let index = 0; index < 4; index++) {
      await turn();
      counts.push(news().length);
    }
    expect(counts).toEqual([4, 4, 2, 0]);
  });

  it('is told one slice a turn, however often it asked to wait before', async () => {
    const { intake, say, news } = setUp();
    intake.pause();
    for (let index = 0; index < 10; index++) {
      say(`${'x'.repeat(64 * KIB - 1)}\n`);
    }
    intake.resume();
    intake.pause();
    intake.resume();
    news();
    await turn();
    expect(news()).toHaveLength(4);
  });

  it('is told as much as fits into a slice, and the chunk with which it is full', async () => {
    const { intake, say, news } = setUp();
    intake.pause();
    for (const bytes of [64 * KIB - 1, 64 * KIB, 64 * KIB, 64 * KIB, KIB, KIB]) {
      say(`${'x'.repeat(bytes - 1)}\n`);
    }
    intake.resume();
    news();
    await turn();
    expect(news()).toHaveLength(5);
  });

  it('costs no turns while it waits', async () => {
    const lines: string[] = [];
    const { intake, say } = setUp({
      on: {
        line: (text) => {
          lines.push(text);
          intake.pause();
        },
        lost: () => {},
        fault: () => {},
        fullDisk: () => {},
      },
    });
    intake.pause();
    say('a\n');
    say('b\n', 'stderr');
    intake.resume();
    await turn();
    expect(lines).toEqual(['a']);
    expect(process.getActiveResourcesInfo()).not.toContain('Immediate');
    intake.resume();
    expect(process.getActiveResourcesInfo()).toContain('Immediate');
    await turn();
    expect(lines).toEqual(['a', 'b']);
  });
});

describe('the end', () => {
  it('tells what is left as partial, and is over then', async () => {
    const { intake, say, news } = setUp();
    say('a');
    say('b', 'stderr');
    await intake.end();
    expect(news()).toEqual(['stdout a partial 3', 'stderr b partial 3']);
    await intake.end();
    expect(news()).toEqual([]);
  });

  it('tells nothing within a call that resumes', async () => {
    const heard: string[] = [];
    const { intake, say } = setUp({
      on: {
        line: (text) => {
          heard.push(text);
          intake.pause();
          intake.resume();
          heard.push('answered');
        },
        lost: () => {},
        fault: () => {},
        fullDisk: () => {},
      },
    });
    say('a');
    say('b', 'stderr');
    await intake.end();
    expect(heard).toEqual(['a', 'answered', 'b', 'answered']);
  });

  it('waits for a reader who waits', async () => {
    const { intake, say, news } = setUp();
    intake.pause();
    say('a');
    let isOver = false;
    const over = intake.end().then(() => {
      isOver = true;
    });
    await turn();
    expect([isOver, news()]).toEqual([false, ['pause']]);
    intake.resume();
    await over;
    expect(news()).toEqual(['resume', 'stdout a partial 2']);
  });

  it('waits too where nothing is there to wait for', async () => {
    const { intake } = setUp();
    intake.pause();
    let isOver = false;
    void intake.end().then(() => {
      isOver = true;
    });
    await turn();
    expect(isOver).toBe(false);
    intake.resume();
    await turn();
    expect(isOver).toBe(true);
  });
});

it('tells a fault of its listener, and goes on', async () => {
  let count = 0;
  const faults: string[] = [];
  const lines: string[] = [];
  const { intake, say } = setUp({
    on: {
      line: (text) => {
        if (count++ % 2 === 0) {
          throw new Error(`not ${text}`);
        }
        lines.push(text);
      },
      lost: () => {},
      fault: (error) => faults.push((error as Error).message),
      fullDisk: () => {},
    },
  });
  intake.pause();
  say('a\n');
  say('b\n', 'stderr');
  intake.resume();
  await turn();
  await turn();
  say('c');
  say('d', 'stderr');
  await intake.end();
  expect([faults, lines]).toEqual([
    ['not a', 'not c'],
    ['b', 'd'],
  ]);
});
