/** Prompts over the Agent Client Protocol and their ends. */
import { describe, expect, it } from 'vitest';
import type { AcpQuirks } from './quirks.ts';
import { strayMessage } from './stray-message.ts';
import { Turns } from './turns.ts';

const NEUTRAL: AcpQuirks = { displayName: 'Agent', authGuidance: 'log in' };
const begun = (quirks: Partial<AcpQuirks> = {}, text = 'hello', maxTurns?: number) => {
  const turns = new Turns({ ...NEUTRAL, ...quirks }, maxTurns);
  turns.prompted(1, text);
  return turns;
};
const error = (message: string) => ({ type: 'error', code: 'AGENT_ERROR', message });
const standing = ({ isOpen, isClean, hasFailed, isInterrupted, isCutShort, needsStep, hasOutput }: Turns) => ({
  ...{ isOpen, isClean, hasFailed, isInterrupted, isCutShort, needsStep, hasOutput },
});
const FRESH = {
  isOpen: false,
  isClean: false,
  hasFailed: false,
  isInterrupted: false,
  isCutShort: false,
  needsStep: true,
  hasOutput: false,
};

describe('a turn', () => {
  it('is open from its first prompt until the last is answered, and ends as the first did', () => {
    const turns = new Turns(NEUTRAL, undefined);
    expect(standing(turns)).toEqual(FRESH);
    expect([turns.prompted(1, 'a'), turns.prompted(2, 'b')]).toEqual([[{ type: 'turn_start' }], []]);
    expect(turns.stepBegan()).toEqual({ type: 'step_start' });
    expect(standing(turns)).toEqual({ ...FRESH, isOpen: true, needsStep: false, hasOutput: true });
    expect(turns.answered(1, { stopReason: 'refusal' }, undefined)).toBe(false);
    expect(turns.answered(2, { stopReason: 'end_turn' }, undefined)).toBe(true);
    expect(turns.outcome).toEqual(error('Agent refused to answer.'));
    turns.isInterrupted = true;
    turns.isCutShort = true;
    expect(standing(turns)).toEqual({
      ...FRESH,
      isClean: true,
      hasFailed: true,
      isInterrupted: true,
      isCutShort: true,
      needsStep: false,
      hasOutput: true,
    });
    turns.prompted(3, 'c');
    expect([standing(turns), turns.outcome]).toEqual([{ ...FRESH, isOpen: true }, undefined]);
  });

  it('that is good leaves no failure', () => {
    const turns = begun();
    turns.answered(1, { stopReason: 'end_turn' }, undefined);
    expect([turns.hasFailed, turns.isClean, turns.outcome]).toEqual([false, true, undefined]);
  });

  it('that will never be has failed', () => {
    const turns = new Turns(NEUTRAL, undefined);
    turns.failed();
    expect(standing(turns)).toEqual({ ...FRESH, isClean: true, hasFailed: true });
  });

  it('at a limit says how many requests it was, where nobody had set one', () => {
    const turns = begun();
    turns.stepBegan();
    turns.stepBegan();
    turns.answered(1, { stopReason: 'max_turn_requests' }, undefined);
    expect(turns.outcome).toEqual({ type: 'turn_limit', maxTurns: 2 });
  });

  it('ends as the agent means it where it says so in its own way', () => {
    const turns = begun({ turns: { outcome: () => ({ type: 'interrupted' }) } });
    turns.answered(1, { stopReason: 'end_turn' }, undefined);
    expect(turns.outcome).toEqual({ type: 'interrupted' });
  });
});

describe('a turn without a word', () => {
  const outcomeOf = (quirks: Partial<AcpQuirks>, text?: string) => {
    const turns = begun(quirks, text);
    turns.offered = new Set(['offered']);
    turns.answered(1, {}, undefined);
    return turns.outcome;
  };
  const unknown = error('Agent knows no command /none, and ended its turn without a word.');

  it.each<[Partial<AcpQuirks>, string, object | undefined]>([
    [{}, 'hello', undefined],
    [{ turns: { failsInSilence: true } }, 'hello', error('Agent ended its turn without a word; it does not say why.')],
    [
      { turns: { failsInSilence: 'See its log.' } },
      'hello',
      error('Agent ended its turn without a word. See its log.'),
    ],
    [{ turns: { ownCommands: ['own'] } }, '/none more', unknown],
    [{ turns: { ownCommands: ['own'] } }, '/own', undefined],
    [{ turns: { ownCommands: ['own'] } }, '/offered', undefined],
    [{ turns: { ownCommands: ['own'] } }, 'see /none', undefined],
    [{}, '/none', undefined],
  ])('is what the agent makes of it: %j after %s', (quirks, text, outcome) => {
    expect(outcomeOf(quirks, text)).toEqual(outcome);
  });

  it('is good where something was said', () => {
    const turns = begun({ turns: { failsInSilence: true } });
    turns.stepBegan();
    turns.answered(1, {}, undefined);
    expect(turns.outcome).toBeUndefined();
  });
});

describe('an error answer', () => {
  it.each<[object | undefined, object]>([
    [
      { code: -32_000, message: 'Login.' },
      { type: 'auth_error', message: 'Login.', guidance: 'log in' },
    ],
    [
      { code: 401, message: 'No.' },
      { type: 'auth_error', message: 'No.' },
    ],
    [
      { code: 429, message: 'Slow.' },
      { type: 'rate_limit_error', message: 'Slow.' },
    ],
    [{ code: 400, message: 'Bad.' }, error('Bad.')],
    [{ code: -32_603, message: 'Oh.', data: { details: 'Why.' } }, error('Why.')],
    [{ code: -32_603, message: 'Oh.', data: 'Why.' }, error('Why.')],
    [{ message: '{"error":{"message":"Inner."}}' }, error('Inner.')],
    [{ message: '{"error":"Inner."}' }, error('Inner.')],
    [{ message: '{"other":1}' }, error('{"other":1}')],
    [{ message: '{oops' }, error('{oops')],
    [undefined, error('The agent answered with an error.')],
  ])('%j has a meaning', (native, outcome) => {
    expect(begun().failureIn(native)).toMatchObject(outcome);
  });

  it.each([
    [{}, true],
    [{ code: -32_603 }, true],
    [{ code: 500 }, true],
    [{ code: 429 }, false],
    [{ code: 0 }, false],
  ])('%j to a prompt that was cancelled is an interrupt, if it may be one', (native, isInterrupt) => {
    const turns = begun();
    turns.isInterrupted = true;
    expect(turns.failureIn(native).type === 'interrupted').toBe(isInterrupt);
    expect(begun().failureIn(native).type).not.toBe('interrupted');
  });

  it.each([
    [400, {}],
    [399, { transient: true }],
  ])('says more by a status than by its words, and %i is one from 400 on', (code, more) => {
    const message = 'It is overloaded.';
    expect(begun().failureIn({ code, message })).toEqual({ ...error(message), ...more });
  });

  it('means what the agent says in its own way', () => {
    const quirks = { turns: { failure: () => ({ type: 'turn_limit', maxTurns: 1 }) as const } };
    expect(begun(quirks).failureIn({ code: 401 })).toEqual({ type: 'turn_limit', maxTurns: 1 });
  });
});

it.each([
  [{}, 'log'],
  [{ id: 1 }, 'debug'],
  [{ result: {} }, 'debug'],
  [{ error: {} }, 'debug'],
])('JSON that is no message is logged, an answer to nothing is told: %j', (message, type) => {
  const line = JSON.stringify(message);
  const { drafts } = strayMessage(message, line);
  expect(drafts).toEqual([
    type === 'log'
      ? { type, source: 'stdout', line }
      : { type, level: 'verbose', message: `An answer to nothing that was asked: ${line}` },
  ]);
});
