/** What becomes of an answer when something of ours fails on its way: it is reported, and never looks like a refusal of the answer. */
import { describe, expect, it } from 'vitest';
import type { Dialect, Interaction } from '../adapter/index.ts';
import { BROKEN, HandOver, type HandOverOptions } from './hand-over.ts';
import { AN_APPROVAL } from './testing/an-approval.ts';
import { catching } from './testing/catching.ts';
import { ToldQuestions } from './told-questions.ts';

const BY = { kind: 'program' } as const;
const ASKED: Interaction = { kind: 'approval', action: 'Run', detail: 'ls', toolName: 'Bash', riskLevel: 'high' };

function fail(): never {
  throw new Error('It is broken.');
}

function setUp(more: Partial<HandOverOptions> = {}) {
  const log: string[] = [];
  const told = new ToldQuestions('run');
  const keys = ['q0', 'q1', 'q2'];
  const answers = keys.map((key) => ({
    ...{ key, interactionId: told.open(key, AN_APPROVAL).interactionId, by: BY },
    response: { type: 'approve' } as const,
  }));
  const handOver = new HandOver(
    {
      refusal: () => undefined,
      isSuspended: () => false,
      onAnswer: ({ key }) => log.push(`given ${key}`),
      say: ({ write }) => log.push(...write),
      guard: catching(() => log.push('fault')),
      ...more,
    },
    told,
  );
  handOver.attach({ state: { pending: new Map(keys.map((key) => [key, ASKED])) } } as unknown as Dialect);
  const give = async (at = 0): Promise<string> => {
    const answer = answers[at];
    return (await (answer && handOver.give(answer, { write: [`to ${answer.key}`] }))) ?? 'given';
  };
  return { log, handOver, give };
}

const keeping = (log: string[], withdraw: (reason: string) => void = (reason) => log.push(reason)) => ({
  keep: () => Promise.resolve(withdraw),
});

it('asks whether the CLI stands still only where a grant waits for that', () => {
  const { log, handOver } = setUp({ isSuspended: fail });
  handOver.release();
  expect(log).toEqual([]);
});

describe('a fault of', () => {
  it.each<[string, Partial<HandOverOptions>, readonly string[]]>([
    ['whether the CLI stands still', { isSuspended: fail }, ['fault']],
    ['what keeps a grant', { keep: fail }, ['fault']],
    ['what has begun to keep a grant', { keep: () => Promise.reject(new Error('It is full.')) }, ['fault']],
    ['what notes an answer', { onAnswer: fail }, ['fault']],
    ['what tells the CLI', { say: fail }, ['given q0', 'fault']],
  ])('%s says that the answer could not be given', async (_what, more, told) => {
    const { log, give } = setUp(more);
    const broken = 'agent-mux has failed to give the answer, and ends the run';
    expect([await give(), log]).toEqual([broken, told]);
  });

  it.each<[string, Partial<HandOverOptions>]>([
    ['why nothing is granted', { refusal: fail }],
    ['whether the CLI stands still', { isSuspended: fail }],
    ['what notes an answer', { onAnswer: fail }],
  ])('%s withdraws a grant that was kept', async (_what, more) => {
    const withdrawn: string[] = [];
    const { log, give } = setUp({ ...keeping(withdrawn), ...more });
    expect([await give(), log, withdrawn]).toEqual([BROKEN, ['fault'], [BROKEN]]);
  });

  it('what withdraws a grant does not say that it was given', async () => {
    const { log, give } = setUp({ ...keeping([], fail), refusal: () => 'the run is over' });
    expect([await give(), log]).toEqual(['the run is over', ['fault']]);
  });

  it('what is shown to nobody ends the run as well', () => {
    const { log, handOver } = setUp({ say: fail });
    handOver.giveUnseen({ key: 'q0', response: { type: 'approve' }, by: BY }, { write: ['w'] });
    expect(log).toEqual(['given q0', 'fault']);
  });

  describe('one of several grants that wait for a CLI that is stopped in place', () => {
    const hold = async (more: Partial<HandOverOptions>, withdrawn: string[] = []) => {
      const suspension = { isOn: true };
      const made = setUp({ ...keeping(withdrawn), isSuspended: () => suspension.isOn, ...more });
      await Promise.all([made.give(0), made.give(1), made.give(2)]);
      suspension.isOn = false;
      return { ...made, withdrawn };
    };

    it('withdraws that, and the others are given', async () => {
      const { log, handOver, withdrawn } = await hold({
        onAnswer: ({ key }) => (key === 'q0' ? fail() : undefined),
      });
      handOver.release();
      expect([log, withdrawn]).toEqual([['fault', 'to q1', 'to q2'], [BROKEN]]);
      handOver.release();
      expect(log).toHaveLength(3);
    });

    it('leaves the others withdrawn', async () => {
      let count = 0;
      const withdrawn: string[] = [];
      const { log, handOver } = await hold(
        keeping(withdrawn, (reason) => (++count === 1 ? fail() : withdrawn.push(reason))),
      );
      handOver.withdrawHeld('the run is over');
      expect([log, withdrawn]).toEqual([['fault'], ['the run is over', 'the run is over']]);
    });
  });
});
