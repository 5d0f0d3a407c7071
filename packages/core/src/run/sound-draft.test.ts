import { describe, expect, it } from 'vitest';
import type { EventDraft } from '../adapter/index.ts';
import { soundDraft } from './sound-draft.ts';

const sound = (draft: unknown): unknown => soundDraft(draft as EventDraft);
const lost = (problem: string) => ({
  type: 'error',
  code: 'PARSE_ERROR',
  message: `The adapter gave a draft that is none: ${problem}`,
  recoverable: true,
});
const NOT_EMPTY = 'expected a string that is not empty, got ""';
const COST = { totalUsd: 1, inputTokens: 2, outputTokens: 3 };

describe('a draft', () => {
  it.each([
    { type: 'text_delta', delta: '' },
    { type: 'tool_result', toolCallId: 't', output: { a: '' }, durationMs: 0.5 },
    { type: 'tool_error', toolCallId: 't', error: '' },
  ])('with which nothing is wrong is the one that was given: $type', (draft) => {
    expect(sound(draft)).toBe(draft);
  });

  it('that is none becomes an error', () => {
    expect(sound(null)).toEqual(lost('expected an object with a type, got null'));
    expect(sound([])).toEqual(lost('expected an object with a type, got an array'));
    expect(sound({ type: 'text_delta', delta: 1 })).toEqual(lost('text_delta: delta: expected a string, got 1'));
  });

  it('that cannot be read becomes an error', () => {
    const draft = {
      type: 'text_delta',
      get delta(): string {
        throw new Error('boom');
      },
    };
    expect(sound(draft)).toEqual(lost('boom'));
  });
});

describe('an empty text or name', () => {
  it('counts as none', () => {
    expect(sound({ type: 'session_start', sessionId: 's', forkedFrom: '', model: '' })).toStrictEqual({
      type: 'session_start',
      sessionId: 's',
    });
    expect(sound({ type: 'turn_start', lane: '' })).toStrictEqual({ type: 'turn_start' });
  });

  it('counts as none within a field too', () => {
    const outcome = { type: 'crash', stderr: 'tail', signal: '' };
    expect(sound({ type: 'outcome', outcome })).toStrictEqual({
      type: 'outcome',
      outcome: { type: 'crash', stderr: 'tail' },
    });
    const models = [
      { model: 'm', provider: '', costUsd: 1 },
      { model: 'n', provider: 'p', costUsd: 2 },
    ];
    expect(sound({ type: 'cost', cost: COST, mode: 'add', models })).toStrictEqual({
      type: 'cost',
      cost: COST,
      mode: 'add',
      models: [{ model: 'm', costUsd: 1 }, models[1]],
    });
  });

  it('is not left out where the draft is none without it', () => {
    expect(sound({ type: 'session_start', sessionId: '' })).toEqual(lost(`session_start: sessionId: ${NOT_EMPTY}`));
    const paths = { type: 'approval_request', key: 'k', action: 'a', detail: 'd', riskLevel: 'low', paths: ['/a', ''] };
    expect(sound(paths)).toEqual(lost(`approval_request: paths[1]: ${NOT_EMPTY}`));
  });

  it('is never the id of a call, of which only a question may have none', () => {
    const asked = { type: 'approval_request', key: 'k', action: 'a', detail: 'd', riskLevel: 'low' };
    expect(sound({ ...asked, toolCallId: '' })).toStrictEqual(asked);
    expect(sound({ type: 'tool_result', toolCallId: '' })).toEqual(lost(`tool_result: toolCallId: ${NOT_EMPTY}`));
    // These events may also be of no call, which such a one must not become.
    expect(sound({ type: 'file_read', path: '/a', toolCallId: '' })).toMatchObject({ code: 'PARSE_ERROR' });
  });

  // The other fault of each draft does not cost what the empty text says.
  it.each([
    ['outcome', { outcome: { type: 'crash', stderr: '' } }, { outcome: { type: 'crash', stderr: '', signal: '' } }],
    [
      'outcome',
      { outcome: { type: 'rate_limit_error', message: '' } },
      { outcome: { type: 'rate_limit_error', message: '', retryAfterMs: -1 } },
    ],
    ['tool_error', { toolCallId: 't', error: '' }, { toolCallId: 't', error: '', durationMs: -1 }],
    ['tool_result', { toolCallId: 't', output: '' }, { toolCallId: 't', output: '', durationMs: -1 }],
    ['shell_exit', { toolCallId: 't', output: '' }, { toolCallId: 't', output: '', signal: '' }],
    ['text_delta', { delta: '' }, { delta: '', lane: '' }],
    ['thinking_delta', { delta: '', key: '' }, { delta: '', key: '', lane: '' }],
    ['message_stop', { text: '' }, { text: '', lane: '' }],
    ['debug', { level: 'info', message: '' }, { level: 'info', message: '', lane: '' }],
  ])('stays where it says something: %s', (type, kept, given) => {
    expect(sound({ type, ...given })).toStrictEqual({ type, ...kept });
  });

  it.each(['input', 'output'])('stays in what is handed on as it is: %s', (name) => {
    const type = name === 'input' ? 'tool_call_start' : 'tool_result';
    const draft = { type, toolCallId: 't', toolName: 'n', [name]: { a: '', b: [{ c: '' }], durationMs: -1 } };
    expect(sound({ ...draft, lane: '' })).toStrictEqual(draft);
  });
});

describe('a number that no event may have', () => {
  it('counts as none', () => {
    expect(sound({ type: 'tool_result', toolCallId: 't', durationMs: -1 })).toStrictEqual({
      type: 'tool_result',
      toolCallId: 't',
    });
    expect(sound({ type: 'shell_exit', toolCallId: 't', exitCode: 0.5, output: 'o' })).toStrictEqual({
      type: 'shell_exit',
      toolCallId: 't',
      output: 'o',
    });
  });

  it('counts as none in an outcome', () => {
    const outcome = { type: 'rate_limit_error', message: 'm' };
    expect(sound({ type: 'outcome', outcome: { ...outcome, retryAfterMs: -1 } })).toStrictEqual({
      type: 'outcome',
      outcome,
    });
    // The number of an outcome is not that of a cost, of which something is said where it is not known.
    const context = { type: 'context_exceeded', totalUsd: -1, usedTokens: -1 };
    expect(sound({ type: 'outcome', outcome: context })).toStrictEqual({
      type: 'outcome',
      outcome: { type: 'context_exceeded' },
    });
  });

  it('is not known in a cost, which must have it', () => {
    expect(sound({ type: 'cost', mode: 'add', cost: { ...COST, outputTokens: -1, cachedTokens: -1 } })).toStrictEqual({
      type: 'cost',
      mode: 'add',
      cost: { totalUsd: 1, inputTokens: 2, outputTokens: 0, outputKnown: false },
    });
  });

  it('loses the draft where that must have it', () => {
    expect(sound({ type: 'tokens_seen', inputTokens: -1, outputTokens: 1 })).toEqual(
      lost('tokens_seen: inputTokens: expected an integer from 0, got -1'),
    );
  });
});
