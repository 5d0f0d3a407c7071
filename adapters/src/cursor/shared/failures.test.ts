/** Failures of Cursor CLI in its two modes. The lines are written by hand after reports of its users (2026.07.20). */
import type { EventDraft } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { beginAcp } from '../../shared/testing/acp-talk.ts';
import { modeContext, modeOf, resolvedOptions } from '../../shared/testing/mode-parts.ts';
import { cursor } from '../index.ts';

type Ending = (words: string) => unknown;

const outcomeIn = (drafts: readonly EventDraft[]): unknown =>
  drafts.flatMap((draft) => ('outcome' in draft && draft.outcome !== undefined ? [draft.outcome] : []))[0];

const begun = () =>
  modeOf(cursor, 'stream-json').dialect(resolvedOptions({ approvalMode: 'yolo' }), modeContext('/bin/cursor-agent'));

const inResult: Ending = (result) => {
  const line = { type: 'result', subtype: 'success', is_error: true, result, session_id: 's-1' };
  return outcomeIn(begun().parseEvent(JSON.stringify(line), { source: 'stdout' }).drafts);
};
const onStderr: Ending = (words) =>
  outcomeIn(begun().exit({ code: 1, signal: null, stderr: `A warning.\n${words}\n` }).drafts);
const killed: Ending = (words) =>
  outcomeIn(begun().exit({ code: null, signal: 'SIGKILL', stderr: `${words}\n` }).drafts);

const afterAcp: Ending = (words) =>
  outcomeIn(beginAcp(cursor).dialect.exit({ code: 1, signal: null, stderr: `A warning.\n${words}\n` }).drafts);
const answered =
  (error: (words: string) => object): Ending =>
  (words) => {
    const { hear, drafts, written } = beginAcp(cursor);
    hear({ id: written.find(({ method }) => method === 'session/prompt')?.id, error: error(words) });
    return outcomeIn(drafts);
  };

const inMessage = answered((message) => ({ code: -32_603, message }));
const inDetails = answered((details) => ({ code: -32_603, message: 'Internal error', data: { details } }));

const LIMITS = [
  'ConnectError: [resource_exhausted] Error',
  'Error: S: [resource_exhausted] Error',
  'S: [resource_exhausted] Error',
  '[resource_exhausted] Error',
  "Error: You've hit your usage limit\n Get Cursor Pro for more Agent usage.",
  'You’ve hit your usage limit',
  'Rate limit exceeded',
];
const LOGINS = [
  'Error: [unauthenticated] Error',
  'ConnectError: [unauthenticated] Error',
  "Error: Authentication required. Please run 'cursor-agent login' first.",
];
const OTHERS = [
  'The log says ConnectError: [resource_exhausted] Error',
  '> grep "[resource_exhausted]" a.log',
  "The page says: You've hit your usage limit",
  'A test expects Error: [unauthenticated] Error',
  'Error: [invalid_argument] Error',
  'ConnectError: [resource_exhausted_soon] Error',
];

describe.each<[where: string, ending: Ending]>([
  ['in a result', inResult],
  ['on stderr', onStderr],
  ['on stderr over ACP', afterAcp],
  ['as the message of an answer over ACP', inMessage],
  ['in the details of an answer over ACP', inDetails],
])('a failure %s', (_where, ending) => {
  it.each(LIMITS)('is a limit where it says so: %s', (words) => {
    expect(ending(words)).toMatchObject({ type: 'rate_limit_error', message: expect.stringContaining(words) });
  });

  it.each(LOGINS)('is one of the login where it says so: %s', (words) => {
    expect(ending(words)).toMatchObject({ type: 'auth_error', message: expect.stringContaining(words) });
  });

  it.each(OTHERS)('is no other one because it repeats such words: %s', (words) => {
    expect(ending(words)).toMatchObject({ type: expect.stringMatching(/^(?:error|crash)$/) });
  });
});

it('has the code of the protocol for a login over ACP too', () => {
  expect(answered((message) => ({ code: -32_000, message }))('No.')).toMatchObject({ type: 'auth_error' });
});

it.each(LIMITS)('is a crash where the process was killed, whatever it has said before: %s', (words) => {
  expect(killed(words)).toMatchObject({ type: 'crash', signal: 'SIGKILL' });
});
