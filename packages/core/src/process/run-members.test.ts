import { describe, expect, it } from 'vitest';
import type { ProcessEntry } from './process-entry.ts';
import { RunProcesses } from './run-processes.ts';

const MARK = { env: 'AMUX_RUN_a_1=1', name: 'AMUX_RUN_a=1', limit: '1000000000000007' };
/** The number is far above any process of this machine, so that no signal finds one. */
const LEADER = { pid: 50_000_001, start: 100 };

interface Row extends Partial<Omit<ProcessEntry, 'envMarks' | 'hasLimit'>> {
  readonly pid: number;
  readonly marks?: readonly string[];
  readonly limit?: string;
}
const entry = ({ marks = [], limit, ...row }: Row): ProcessEntry => ({
  parent: 1,
  group: row.pid,
  start: 200,
  isZombie: false,
  envMarks: () => marks,
  hasLimit: (value) => value === limit,
  ...row,
});
const [A, B, C] = [50_000_011, 50_000_012, 50_000_013] as const;
const leader = entry({ ...LEADER, group: LEADER.pid });
const pidsIn = (run: RunProcesses, ...rows: readonly ProcessEntry[]): readonly number[] =>
  run.find(rows).map(({ pid }) => pid);
const members = (...rows: readonly Row[]): readonly number[] =>
  pidsIn(new RunProcesses(MARK, LEADER), ...rows.map(entry));

describe('a member of a run', () => {
  it.each<[string, Row, boolean]>([
    ['is in its group', { pid: A, group: LEADER.pid }, true],
    ['is a child of its leader', { pid: A, parent: LEADER.pid }, true],
    ['has its mark', { pid: A, marks: ['AMUX_RUN_b=1', MARK.env] }, true],
    ['has its limit', { pid: A, limit: MARK.limit }, true],
    ['began with its leader', { pid: A, group: LEADER.pid, start: LEADER.start }, true],
    ['is nothing of that', { pid: A }, false],
    ['has the mark of another start', { pid: A, marks: ['AMUX_RUN_a_2=1', MARK.name] }, false],
    ['has another limit', { pid: A, limit: '1000000000000008' }, false],
    ['is older than its leader', { pid: A, group: LEADER.pid, marks: [MARK.env], start: 99 }, false],
    ['is dead', { pid: A, group: LEADER.pid, isZombie: true }, false],
    ['is this program', { pid: process.pid, group: LEADER.pid }, false],
    ['is the first of all processes', { pid: 1, group: LEADER.pid }, false],
  ])('%s', (_what, row, isMember) => {
    expect(pidsIn(new RunProcesses(MARK, LEADER), leader, entry(row))).toEqual(
      isMember ? [LEADER.pid, row.pid] : [LEADER.pid],
    );
  });

  it('has no limit of a run that has none', () => {
    const run = new RunProcesses({ env: MARK.env, name: MARK.name }, LEADER);
    expect(pidsIn(run, leader, entry({ pid: A, limit: MARK.limit }))).toEqual([LEADER.pid]);
  });

  it('is whatever a member has started, however far down, and in whatever order it is listed', () => {
    const family = [
      { pid: C, parent: B },
      { pid: B, parent: A },
      { pid: A, parent: LEADER.pid },
    ];
    expect([...members(...family, { ...LEADER })].sort()).toEqual([LEADER.pid, A, B, C]);
    expect([...members({ ...LEADER }, ...family.toReversed())].sort()).toEqual([LEADER.pid, A, B, C]);
  });

  it('stays one when its parent has gone, and is none any more when its number means another process', () => {
    const run = new RunProcesses(MARK, LEADER);
    const child = entry({ pid: A, parent: LEADER.pid });
    expect(pidsIn(run, leader, child)).toEqual([LEADER.pid, A]);
    expect(pidsIn(run, entry({ pid: A }))).toEqual([A]);
    expect(pidsIn(run, entry({ pid: A, start: 201 }))).toEqual([]);
  });

  it('is none by its group where that has the number of another process by now', () => {
    const run = new RunProcesses(MARK, LEADER);
    const other = entry({ pid: LEADER.pid, start: 300, group: LEADER.pid });
    expect(pidsIn(run, other, entry({ pid: A, group: LEADER.pid }))).toEqual([]);
  });
});

describe('what the host lets live on', () => {
  const server = entry({ pid: A, parent: LEADER.pid, group: A, start: 210 });
  const worker = entry({ pid: B, parent: A, group: A, start: 220 });
  const other = entry({ pid: C, parent: LEADER.pid, group: LEADER.pid, start: 205 });

  function ending(answer: (pid: number) => unknown) {
    const asked: number[] = [];
    const run = new RunProcesses(MARK, LEADER, ({ pid }) => {
      asked.push(pid);
      return answer(pid) as boolean;
    });
    return { run, asked };
  }

  it('is asked about before the first signal, and not before the end has begun', () => {
    const { run, asked } = ending(() => true);
    expect([...pidsIn(run, leader, server, worker, other)].sort()).toEqual([LEADER.pid, A, B, C]);
    expect([asked, run.left]).toEqual([[], []]);
    run.beginEnding();
    run.beginEnding();
    expect(pidsIn(run, leader, server, worker, other)).toEqual([LEADER.pid]);
    // The host is asked about parents before their children, but never about the leader, and whatever a server has
    // started goes with it.
    expect(asked).toEqual([C, A]);
    expect(run.left.map(({ pid }) => pid)).toEqual([C, A, B]);
    expect([run.hasLeftIn(A), run.hasLeftIn(LEADER.pid), run.hasLeftIn(B)]).toEqual([true, true, false]);
  });

  it('is asked about once each, and is a member where the answer is not yes', () => {
    const { run, asked } = ending((pid) => (pid === A ? 'yes' : false));
    run.beginEnding();
    expect(pidsIn(run, leader, server, worker)).toEqual([LEADER.pid, A, B]);
    expect(pidsIn(run, leader, server, worker)).toEqual([LEADER.pid, A, B]);
    expect([asked, run.left, run.hasLeftIn(A)]).toEqual([[A, B], [], false]);
    // The number is the same, but the process is another one.
    expect(pidsIn(run, leader, entry({ ...server, start: 230, parent: LEADER.pid }))).toEqual([LEADER.pid, A]);
    expect(asked).toEqual([A, B, A]);
  });

  it('may be a process that has the number of the leader by now', () => {
    const { run, asked } = ending((pid) => pid === LEADER.pid);
    run.beginEnding();
    expect(pidsIn(run, entry({ pid: LEADER.pid, start: 300, marks: [MARK.env] }))).toEqual([]);
    expect([asked, run.left.map(({ pid }) => pid)]).toEqual([[LEADER.pid], [LEADER.pid]]);
  });

  it('may be a child of what is ended', () => {
    const { run } = ending((pid) => pid === B);
    run.beginEnding();
    expect(pidsIn(run, leader, server, worker)).toEqual([LEADER.pid, A]);
    expect(run.left.map(({ pid }) => pid)).toEqual([B]);
  });

  it('is asked about where its parent only has the number of a process that lived on', () => {
    let answer = true;
    const { run, asked } = ending(() => answer);
    run.beginEnding();
    expect(pidsIn(run, leader, server)).toEqual([LEADER.pid]);
    answer = false;
    const next = entry({ pid: A, start: 300, parent: LEADER.pid });
    expect(pidsIn(run, leader, next, entry({ pid: B, start: 310, parent: A }))).toEqual([LEADER.pid, A, B]);
    expect(asked).toEqual([A, A, B]);
  });

  it('is nothing where the host was not given a say', () => {
    const run = new RunProcesses(MARK, LEADER);
    run.beginEnding();
    expect(pidsIn(run, leader, server)).toEqual([LEADER.pid, A]);
    expect(run.left).toEqual([]);
  });

  it('is asked about in the order in which it began, by its number where two began at once', () => {
    const { run, asked } = ending(() => false);
    run.beginEnding();
    run.find([
      leader,
      entry({ pid: C, parent: LEADER.pid }),
      entry({ pid: A, parent: LEADER.pid }),
      entry({ pid: B, parent: LEADER.pid, start: 199 }),
    ]);
    expect(asked).toEqual([B, A, C]);
  });
});
