import { describe, expect, it } from 'vitest';
import type { DialectState } from '../adapter/dialect.ts';
import type { EndCause } from '../assembler/index.ts';
import { isEnded, moveTo, type RunState } from '../results/run-state.ts';
import { RunStatus } from './run-status.ts';

const ENDS: readonly RunState[] = [
  'completed',
  'failed',
  'aborted',
  'interrupted',
  'timed-out',
  'turn-limited',
  'crashed',
  'killed',
];
const LIVES: readonly RunState[] = ['spawned', 'running', 'paused', 'stopping'];
const ALLOWED: Readonly<Partial<Record<RunState, readonly RunState[]>>> = {
  spawned: ['running', 'paused', 'stopping', ...ENDS],
  running: ['paused', 'stopping', ...ENDS],
  paused: ['running', 'stopping', ...ENDS],
  stopping: ENDS,
};
const dialect = (busy: boolean, turn: boolean) => ({ state: { busy, turn } as DialectState });

describe('the states of a run', () => {
  it.each([...LIVES, ...ENDS])('go on from %s as the table says, and no other way', (from) => {
    for (const to of [...LIVES, ...ENDS]) {
      if (ALLOWED[from]?.includes(to) === true) {
        expect(moveTo(from, to)).toBe(to);
      } else {
        expect(() => moveTo(from, to)).toThrow(
          expect.objectContaining({
            code: 'INVALID_STATE_TRANSITION',
            message: `The run is ${from}; it cannot become ${to}.`,
          }),
        );
      }
    }
    expect(isEnded(from)).toBe(ENDS.includes(from));
  });

  it('are moved through, and can be asked for without moving', () => {
    const status = new RunStatus(false);
    expect([status.state, status.isActive, status.isPaused, status.isFinishing]).toEqual([
      'spawned',
      true,
      false,
      false,
    ]);
    status.demand('paused');
    expect(status.state).toBe('spawned');
    status.move('completed');
    expect([status.state, status.isActive]).toEqual(['completed', false]);
    expect(() => status.demand('paused')).toThrow('it cannot become paused');
    expect(new RunStatus(true).isFinishing).toBe(true);
  });
});

describe('a pause', () => {
  it('is over when the run goes on, and is ignored where nothing changes', () => {
    const status = new RunStatus(true);
    status.pause(false);
    expect(status.state).toBe('spawned');
    status.pause(true);
    status.pause(true);
    expect([status.state, status.isPaused]).toEqual(['paused', true]);
    status.pause(false);
    expect([status.state, status.isPaused]).toEqual(['running', false]);
  });

  it('is none of a run that is being ended, or is over', () => {
    const stopping = new RunStatus(true);
    stopping.stop({ type: 'aborted' });
    stopping.pause(true);
    expect(stopping.state).toBe('stopping');
    const over = new RunStatus(true);
    over.move('completed');
    over.pause(true);
    expect(over.state).toBe('completed');
    // The process could not be started, so the run is still in its first state, but its end is decided.
    const crashed = new RunStatus(true);
    crashed.stop({ type: 'crash', stderr: '' });
    crashed.pause(true);
    expect(crashed.state).toBe('spawned');
  });
});

describe('the end of a run', () => {
  const CAUSES: readonly [EndCause, string | undefined, RunState][] = [
    [{ type: 'aborted' }, 'abort', 'stopping'],
    [{ type: 'error', code: 'INTERNAL', message: '' }, 'abort', 'stopping'],
    [{ type: 'timeout', kind: 'run' }, 'timeout', 'stopping'],
    [{ type: 'interrupted' }, 'interrupt', 'stopping'],
    [{ type: 'turn_limit', maxTurns: 1 }, 'interrupt', 'stopping'],
    [{ type: 'crash', stderr: '' }, undefined, 'spawned'],
  ];

  it.each(CAUSES)('for %j asks the process for %s', (cause, asked, state) => {
    const status = new RunStatus(true);
    expect([status.isStopped, status.isEnding, status.stopping, status.refusal]).toEqual([
      false,
      false,
      'nothing',
      undefined,
    ]);
    expect(status.stop(cause)).toBe(true);
    expect([status.cause, status.asked, status.state]).toEqual([cause, asked, state]);
    expect([status.isStopped, status.isEnding, status.stopping, status.isActive]).toEqual([true, true, 'run', true]);
    expect(status.refusal).toBe(
      cause.type === 'interrupted' ? 'the turn was interrupted' : `the run is being ended (${cause.type})`,
    );
    expect(status.stop({ type: 'timeout', kind: 'inactivity' })).toBe(false);
    expect([status.cause, status.asked]).toEqual([cause, asked]);
  });

  it('is not decided any more once it is over', () => {
    const status = new RunStatus(true);
    status.move('completed');
    expect(status.stop({ type: 'aborted' })).toBe(false);
    expect([status.cause, status.isStopped, status.isEnding, status.stopping]).toEqual([undefined, false, true, 'run']);
    expect(status.refusal).toBe('the run is over (completed)');
  });

  it('is under way where the agent was told to leave, and something may still be granted', () => {
    const status = new RunStatus(true);
    status.isLeaving = true;
    expect([status.isEnding, status.stopping, status.refusal]).toEqual([true, 'nothing', undefined]);
  });

  it('is told as what it is where the turn was interrupted before', () => {
    const status = new RunStatus(true);
    status.interrupt({ busy: true, turn: true });
    status.stop({ type: 'turn_limit', maxTurns: 1 });
    expect(status.refusal).toBe('the run is being ended (turn_limit)');
  });
});

describe('a prompt that was said', () => {
  const after = (status: RunStatus, ...messages: readonly string[]): readonly boolean[] =>
    messages.map((message) => {
      status.follow(dialect(message.includes('b'), message.includes('t')));
      return status.awaitsTurn;
    });

  it('waits for its turn until the CLI begins one', () => {
    const status = new RunStatus(false);
    expect(status.awaitsTurn).toBe(true);
    // What the CLI does after its turn is not the beginning of another prompt.
    expect(after(status, 'b', 'b', 'bt', 'b', '-')).toEqual([true, true, false, false, false]);
    status.beginTurn();
    expect(status.awaitsTurn).toBe(true);
    expect(after(status, 'b', 't')).toEqual([true, false]);
  });

  it('waits no more once the CLI rests without one', () => {
    const status = new RunStatus(false);
    expect(after(status, '-', 'b')).toEqual([false, false]);
  });
});

describe('an interrupt', () => {
  it('grants nothing until the next turn begins', () => {
    const status = new RunStatus(false);
    status.interrupt({ busy: true, turn: true });
    expect([status.asked, status.stopping, status.isStopped, status.isEnding]).toEqual([
      'interrupt',
      'turn',
      true,
      false,
    ]);
    expect(status.refusal).toBe('the turn was interrupted');
    status.beginTurn();
    expect([status.asked, status.stopping, status.refusal]).toEqual([undefined, 'nothing', undefined]);
  });

  it('says nothing where the end is decided', () => {
    const status = new RunStatus(false);
    status.stop({ type: 'aborted' });
    status.interrupt({ busy: true, turn: true });
    expect(status.asked).toBe('abort');
  });

  /**
   * Each message shows what is left of the turn after the interrupt, and the last value whether nothing is granted
   * still. `b` means busy, `t` a turn, `-` neither.
   */
  it.each([
    ['bt', ['bt', 'bt'], true],
    ['bt', ['-', '-'], true],
    ['bt', ['-', 'bt'], false],
    ['bt', ['-', 'b', 'bt'], false],
    // The turn ends while the CLI still has something to do.
    ['bt', ['b', 'bt'], false],
    // The turn had not begun when it was interrupted: it opens, ends, and only then comes the next one.
    ['b', ['bt'], true],
    ['b', ['b', 'bt', 'bt'], true],
    ['b', ['bt', 'b', 'bt'], false],
    ['b', ['-', 'bt'], false],
    // No turn ran.
    ['-', ['bt'], false],
    ['-', ['b', 'bt'], false],
    ['-', ['b', 'b'], true],
  ])('of a turn at %s is followed through %j', (at, messages, isStopped) => {
    const status = new RunStatus(false);
    status.interrupt({ busy: at.includes('b'), turn: at.includes('t') });
    for (const message of messages) {
      status.follow(dialect(message.includes('b'), message.includes('t')));
    }
    expect(status.stopping).toBe(isStopped ? 'turn' : 'nothing');
  });

  it('is not over by a turn that begins while the run is being ended', () => {
    const status = new RunStatus(false);
    status.interrupt({ busy: false, turn: false });
    status.stop({ type: 'interrupted' });
    status.follow(dialect(true, true));
    expect([status.asked, status.stopping]).toEqual(['interrupt', 'run']);
  });

  it('of the next turn is followed anew', () => {
    const status = new RunStatus(false);
    status.interrupt({ busy: false, turn: false });
    status.follow(dialect(true, true));
    status.interrupt({ busy: true, turn: true });
    status.follow(dialect(true, true));
    expect(status.stopping).toBe('turn');
  });

  it('was told at its first message, until the next turn begins', () => {
    const status = new RunStatus(false);
    expect(status.toldAt).toBeUndefined();
    status.interrupt({ busy: true, turn: true });
    // A CLI that stops at a signal is told nothing.
    status.tell({ write: [] }, 1);
    expect(status.toldAt).toBeUndefined();
    status.tell({ write: ['stop'] }, 2);
    status.tell({ write: ['stop'] }, 3);
    status.follow(dialect(true, true));
    expect(status.toldAt).toBe(2);
    status.beginTurn();
    expect(status.toldAt).toBeUndefined();
    status.tell({ write: ['stop'] }, 4);
    status.stop({ type: 'aborted' });
    expect(status.toldAt).toBe(4);
  });
});
