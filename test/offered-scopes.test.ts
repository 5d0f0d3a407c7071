/** A grant reaches as far as somebody said, and takes what the agent offers for that: all agents whose grants have scopes. */
import type { InteractionResponse, RunOptions } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { askedAdapters } from './support/asked-adapters.ts';
import { chunk, end, line, OVER, playAcp, reads, speakers } from './support/play-acp.ts';
import { recordedQuestions } from './support/recorded-questions.ts';

const approvals = (await recordedQuestions(askedAdapters)).filter(({ interaction }) => interaction.kind === 'approval');
const grantOf = (scope: 'once' | 'session'): InteractionResponse =>
  scope === 'once' ? { type: 'approve' } : { type: 'approve', scope };

describe.each([...new Set(approvals.map(({ of }) => of))])('%s', (of) => {
  it('takes a grant of each scope that it offers, and no grant for once that it does not', () => {
    const wrong = approvals
      .filter((question) => question.of === of)
      .flatMap(({ name, key, interaction: { scopes = ['once'] }, open }) => {
        const takes = (scope: 'once' | 'session'): boolean => typeof open().respond(key, grantOf(scope)) === 'object';
        const isRight = scopes.every(takes) && takes('once') === scopes.includes('once');
        return isRight ? [] : [name];
      });
    expect(wrong).toEqual([]);
  });
});

/** What each agent calls its grant for the session; OpenClaw and Cursor CLI have none (test/lasting-grants.test.ts). */
const FOR_SESSION: Readonly<Record<string, string>> = {
  ...{ gemini: 'proceed_always', opencode: 'always', copilot: 'allow_always', hermes: 'allow_session' },
};
const ALL = { always: 'allow_always', once: 'allow_once', no: 'reject_once' };
type Kind = keyof typeof ALL;

/** What is offered, the option that is taken where everything is granted, and that of a plain grant. */
const OFFERS: readonly (readonly [offered: readonly Kind[], yolo: Kind, plain: Kind])[] = [
  [['always', 'once', 'no'], 'once', 'once'],
  [['once', 'no'], 'once', 'once'],
  [['always', 'no'], 'always', 'no'],
  [['no'], 'no', 'no'],
];

// The lines are hand-written: no recorded agent leaves out the grant for once.
describe.each(speakers)('$agent', ({ agent, adapter, mode }) => {
  const session = FOR_SESSION[agent];
  const ask = (offered: readonly Kind[]) => {
    const options = offered.map((name) => {
      const optionId = name === 'always' ? (session ?? 'ever') : name;
      return { optionId, name, kind: ALL[name] };
    });
    const toolCall = { toolCallId: 't1', title: 'look', kind: 'read', rawInput: { path: '/a' } };
    const params = { sessionId: 's-1', toolCall, options };
    const question = line({ id: 70, method: 'session/request_permission', params });
    return (id: number) => [question, reads('"outcome"'), chunk('m1', 'Done.'), end(id), OVER];
  };
  const taken = (written: readonly string[]): unknown =>
    written.flatMap((text) => JSON.parse(text).result?.outcome?.optionId ?? [])[0];

  it.each(OFFERS)('that offers %j is granted as little as will do', async (offered, yolo) => {
    const { written, result } = await playAcp(adapter, mode, ask(offered));
    const expected = yolo === 'always' ? (session ?? 'no') : yolo;
    expect([taken(written), result.exitReason]).toEqual([expected, 'completed']);
  });

  it.each(OFFERS)('that offers %j has no more than a callback grants', async (offered, _yolo, plain) => {
    const run: Partial<RunOptions> = { approvalMode: 'prompt', onApprovalRequest: () => 'approve' };
    const { written, events } = await playAcp(adapter, mode, ask(offered), { run });
    expect(taken(written)).toBe(plain);
    const reasons = events.flatMap((event) => (event.type === 'approval_denied' ? [event.reason] : []));
    const isForSession = offered.includes('always') && session !== undefined;
    const offer = isForSession ? 'its scopes are session' : 'it offers no grant';
    const why = `the answer of the callback could not be given: .* for this one time: ${offer}\\.$`;
    expect(reasons).toEqual(plain === 'no' ? [expect.stringMatching(new RegExp(why))] : []);
  });
});
