/** What Codex's errors mean, given as codes by the app-server and as words by `codex exec`. */
import { describe, expect, it } from 'vitest';
import { exitMeaning, outcomeOfText, refusalOfLog, retryOfText } from '../exec/failures.ts';
import { outcomeOfError, retryDrafts } from './failures.ts';
import { recognizeAppServer } from './recognize.ts';

describe('an error', () => {
  it.each<[unknown, object | undefined]>([
    [undefined, undefined],
    [{ message: 'No.' }, { type: 'error', code: 'AGENT_ERROR', message: 'No.' }],
    [{}, { type: 'error', message: 'Codex reported an error without a message.' }],
    [
      { message: 'No.', codexErrorInfo: 'unauthorized' },
      { type: 'auth_error', message: 'No.' },
    ],
    [{ message: 'No.', codexErrorInfo: 'usageLimitExceeded' }, { type: 'rate_limit_error' }],
    [{ message: 'No.', codexErrorInfo: { httpConnectionFailed: { httpStatusCode: 401 } } }, { type: 'auth_error' }],
    [{ message: 'No.', codexErrorInfo: { other: { httpStatusCode: 429 } } }, { type: 'rate_limit_error' }],
    [
      { message: 'No.', codexErrorInfo: { serverOverloaded: {} } },
      { type: 'error', transient: true },
    ],
    [
      { message: 'No.', codexErrorInfo: 7 },
      { type: 'error', message: 'No.' },
    ],
  ])('%j means', (native, outcome) => {
    if (outcome === undefined) {
      expect(outcomeOfError(native)).toBeUndefined();
    } else {
      expect(outcomeOfError(native)).toMatchObject(outcome);
    }
  });

  it.each<[string, object]>([
    ['No.', { type: 'error', message: 'No.' }],
    ['unexpected status 401 Unauthorized', { type: 'auth_error' }],
    ['exceeded retry limit, last status: 429 Too Many Requests', { type: 'rate_limit_error' }],
    ["You've hit your usage limit.", { type: 'rate_limit_error' }],
    ['Quota exceeded.', { type: 'rate_limit_error' }],
    ['The usage limit has been reached', { type: 'rate_limit_error' }],
  ])('in words means: %s', (words, outcome) => {
    expect(outcomeOfText(words)).toMatchObject(outcome);
  });
});

describe('another try', () => {
  const retry = (more: object) => ({ type: 'retry', attempt: 4, maxAttempts: 4, delayMs: 0, ...more });

  it.each<[object, object[]]>([
    [{ message: 'Reconnecting... 2/5' }, [retry({ attempt: 2, maxAttempts: 5, reason: 'Reconnecting... 2/5' })]],
    [{ message: 'x', additionalDetails: 'Why.' }, [retry({ reason: 'Why.' })]],
    [{}, [retry({ reason: '' })]],
    [{ additionalDetails: 'try again in 0.8s' }, [retry({ reason: 'try again in 0.8s', delayMs: 800 })]],
    [{ additionalDetails: 'try again in 250ms' }, [retry({ reason: 'try again in 250ms', delayMs: 250 })]],
    [{ additionalDetails: 'try again in 28 seconds' }, [retry({ reason: 'try again in 28 seconds', delayMs: 28_000 })]],
    [
      { additionalDetails: 'Try again in 1m12.5s', codexErrorInfo: { other: { httpStatusCode: 429 } } },
      [{ type: 'rate_limited', retryAfterMs: 72_500 }, retry({ reason: 'Try again in 1m12.5s', delayMs: 72_500 })],
    ],
    [
      { additionalDetails: 'Rate limit, try again in 2s' },
      [{ type: 'rate_limited', retryAfterMs: 2_000 }, retry({ reason: 'Rate limit, try again in 2s', delayMs: 2_000 })],
    ],
    [{ additionalDetails: 'too many requests' }, [{ type: 'rate_limited' }, retry({ reason: 'too many requests' })]],
    [
      { message: 'x', codexErrorInfo: { httpConnectionFailed: { httpStatusCode: 429 } } },
      [{ type: 'rate_limited' }, retry({ reason: 'x' })],
    ],
  ])('is told of %j', (error, drafts) => {
    expect(retryDrafts({ error }, 4)).toEqual(drafts);
  });

  it.each<[string, object | undefined]>([
    ['Reconnecting... 1/2 (Why.)', retry({ attempt: 1, maxAttempts: 2, reason: 'Why.' })],
    ['Reconnecting... 1/2', retry({ attempt: 1, maxAttempts: 2, reason: 'Reconnecting... 1/2' })],
    ['Reconnecting... waiting for network (Why.)', retry({ reason: 'Why.' })],
    // What has no end in brackets is told as a whole.
    ['Reconnecting... 1/2 (Why', retry({ attempt: 1, maxAttempts: 2, reason: 'Reconnecting... 1/2 (Why' })],
    ['It is reconnecting.', undefined],
  ])('is told in words: %s', (words, draft) => {
    expect(retryOfText(words, 4)).toEqual(draft === undefined ? undefined : [draft]);
  });
});

it.each<[string, object | undefined]>([
  [
    'patch rejected: no; rejected by user approval settings',
    { action: 'edit files', riskLevel: 'medium', toolKind: 'edit' },
  ],
  [
    'command rejected: no; rejected by user approval settings',
    { action: 'use a tool', riskLevel: 'high', toolKind: 'execute' },
  ],
  ['command failed', undefined],
])('a refusal stands in the log alone: %s', (reason, asked) => {
  const key = 'refused:3';
  const drafts =
    asked === undefined
      ? []
      : [
          { type: 'approval_request', key, detail: reason, ...asked },
          { type: 'approval_denied', key, reason },
        ];
  expect(refusalOfLog(`2026 ERROR codex_core::tools::router: error=${reason}`, 3)).toEqual(drafts);
  expect(refusalOfLog(`codex_core::tools::router: error=${reason}`, 3)).toEqual(drafts);
  expect(refusalOfLog(reason, 3)).toEqual([]);
});

it.each([
  [{ code: 1, stderr: 'Oh.\nError: no rollout found for thread id x\n' }, 'no rollout found for thread id x'],
  [{ code: 1, stderr: 'No saved session found with ID x' }, 'No saved session found with ID x'],
  [{ code: 0, stderr: 'No saved session found with ID x' }, undefined],
  [{ code: 1, stderr: 'Oh.' }, undefined],
])('an exit names a session that is not there: %j', (info, message) => {
  expect(exitMeaning({ signal: null, ...info })).toEqual(
    message === undefined ? undefined : { type: 'error', code: 'SESSION_NOT_FOUND', message },
  );
});

it.each([
  [['codex', 'app-server'], true],
  [['codex', '-c', 'a=b', 'app-server'], true],
  [['codex', 'exec', 'app-server'], false],
  [['app-server', 'login'], false],
])('%j starts the app-server, or not', (argv, isMeant) => {
  expect(recognizeAppServer(argv)).toEqual(isMeant ? {} : undefined);
});
