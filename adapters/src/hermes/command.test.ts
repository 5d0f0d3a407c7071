import type { InteractionResponse } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { asksPermission, beginAcp, SESSION, talkAcp } from '../shared/testing/acp-talk.ts';
import { modeContext, modeOf, resolvedOptions } from '../shared/testing/mode-parts.ts';
import { hermes } from './index.ts';

const IMAGE = { mimeType: 'image/png', data: 'aGk=' };
const OFFERED = [
  { optionId: 'allow_session', kind: 'allow_always' },
  { optionId: 'allow_forever', kind: 'allow_always' },
  { optionId: 'allow_once', kind: 'allow_once' },
  { optionId: 'deny', kind: 'reject_once' },
];
const last = ({ written }: ReturnType<typeof talkAcp>): unknown => written.at(-1);
const promptOf = (...prompt: readonly object[]): object => ({
  method: 'session/prompt',
  params: { sessionId: SESSION, prompt },
});

describe('what is said to hermes', () => {
  it('starts as a protocol server, with nothing on the command line', () => {
    const options = resolvedOptions({ model: 'm', systemPrompt: 'Be kind.' });
    expect(modeOf(hermes, 'acp').command(options, modeContext('/bin/hermes'))).toEqual({
      file: '/bin/hermes',
      args: ['acp'],
      env: {},
      cwd: '/work',
      stdin: 'open',
    });
  });

  it('is a handshake, a session and the prompt', () => {
    const talk = beginAcp(hermes);
    expect(talk.written.map(({ method }) => method)).toEqual(['initialize', 'session/new', 'session/prompt']);
    expect(last(talk)).toMatchObject(promptOf({ type: 'text', text: 'hello' }));
  });

  it('puts the system prompt before the first prompt alone, and names the model', () => {
    const talk = beginAcp(hermes, { systemPrompt: 'Be kind.', model: 'm' });
    expect(talk.written[2]).toMatchObject({ method: 'session/set_model', params: { modelId: 'm' } });
    expect(last(talk)).toMatchObject(promptOf({ type: 'text', text: 'Be kind.\n\nhello' }));
    talk.answer({ stopReason: 'end_turn' });
    talk.say(talk.dialect.prompt({ text: 'again' }));
    expect(last(talk)).toMatchObject(promptOf({ type: 'text', text: 'again' }));
  });

  it('gives a prompt its images', () => {
    const talk = beginAcp(hermes);
    talk.answer({ stopReason: 'end_turn' });
    talk.say(talk.dialect.prompt({ text: 'look', images: [IMAGE] }));
    expect(last(talk)).toMatchObject(promptOf({ type: 'text', text: 'look' }, { type: 'image', ...IMAGE }));
  });

  it('steers by a prompt of its own kind, with its images', () => {
    const talk = beginAcp(hermes);
    talk.say(talk.dialect.steer({ text: 'left', images: [IMAGE] }));
    expect(last(talk)).toMatchObject(promptOf({ type: 'text', text: '/steer left' }, { type: 'image', ...IMAGE }));
  });

  it('interrupts by protocol', () => {
    const talk = beginAcp(hermes);
    talk.say(talk.dialect.interrupt());
    expect(last(talk)).toMatchObject({ method: 'session/cancel', params: { sessionId: SESSION } });
  });

  it.each<[string, InteractionResponse, object]>([
    ['a grant', { type: 'approve' }, { outcome: { outcome: 'selected', optionId: 'allow_once' } }],
    [
      'a grant for the session',
      { type: 'approve', scope: 'session' },
      { outcome: { outcome: 'selected', optionId: 'allow_session' } },
    ],
    ['a denial', { type: 'deny' }, { outcome: { outcome: 'selected', optionId: 'deny' } }],
    ['a denial that stops', { type: 'deny', interrupt: true }, { outcome: { outcome: 'cancelled' } }],
  ])('answers a question with %s', (_what, response, result) => {
    const talk = beginAcp(hermes);
    talk.hear(asksPermission(OFFERED));
    const [key = ''] = talk.dialect.state.pending.keys();
    talk.say(talk.dialect.respond(key, response));
    expect(talk.written.filter(({ id }) => id === 70)).toMatchObject([{ result }]);
  });

  it.each<[string, InteractionResponse]>([
    ['words', { type: 'text', text: 'yes' }],
    ['answers', { type: 'answers', answers: { a: 'b' } }],
    ['a form', { type: 'form', action: 'accept' }],
    ['another input', { type: 'approve', input: { command: 'ls' } }],
  ])('takes no %s for a grant', (_what, response) => {
    const talk = beginAcp(hermes);
    talk.hear(asksPermission(OFFERED));
    const [key = ''] = talk.dialect.state.pending.keys();
    expect(talk.dialect.respond(key, response)).toBe('unsupported');
    expect(talk.dialect.state.pending.has(key)).toBe(true);
  });

  it('closes the session by the end of input', () => {
    expect(talkAcp(hermes).dialect.close()).toMatchObject({ endInput: true });
  });
});

describe('notes', () => {
  it.each([
    ['temperature', { temperature: 1 }, /^temperature: .*ignored/],
    ['an output limit', { maxOutputTokens: 5 }, /^maxOutputTokens: .*ignored/],
    ['a system prompt', { systemPrompt: 'Hi' }, /^systemPrompt: .*before the first prompt/],
  ] as const)('tell of %s', (_what, options, words) => {
    expect(modeOf(hermes, 'acp').notes?.(resolvedOptions(options))).toEqual([expect.stringMatching(words)]);
  });
});

it.each([
  [['hermes', 'acp'], {}],
  [['/bin/hermes-acp'], {}],
  [['hermes', 'chat'], undefined],
])('recognizes %j', (argv, options) => {
  expect(modeOf(hermes, 'acp').recognize?.(argv)).toEqual(options);
});
