/** A question that the dialect could not put into words is denied at once: whoever asks waits for an answer, and nobody hears of it. */
import type { ApprovalMode, EventDraft } from '@agent-mux/core';
import { expect, it } from 'vitest';
import { says, session } from './support/toy-adapter.ts';
import { next, startToy } from './support/toy-run.ts';

const approval = { type: 'approval_request', key: 'q', action: 'Run', detail: 'ls', riskLevel: 'low' };
const begin = says({ type: 'turn_start' });
const MODES: readonly ApprovalMode[] = ['prompt', 'deny', 'yolo'];
const QUESTIONS = {
  'a path without a letter': { ...approval, paths: [''] },
  'a risk that is none': { ...approval, riskLevel: 'unknown' },
  'a question without words': { type: 'input_required', key: 'q', question: 7, source: 'agent' },
};

it.each(MODES.flatMap((mode) => Object.entries(QUESTIONS).map(([what, draft]) => ({ mode, what, draft }))))(
  'is denied in mode $mode: $what',
  async ({ mode, draft }) => {
    const handle = startToy(
      [
        session,
        begin,
        says(draft as unknown as EventDraft),
        { do: 'read', contains: '"key":"q","type":"deny"' },
        says({ type: 'text_delta', delta: 'went on' }, { type: 'turn_end' }),
        { do: 'read-all' },
      ],
      { run: { approvalMode: mode, onApprovalRequest: () => 'approve', onInputRequired: () => 'x' } },
    );
    const { exitReason, text, events } = await handle;
    expect({ exitReason, text }).toEqual({ exitReason: 'completed', text: 'went on' });
    expect(events.filter(({ type }) => type === 'error')).toMatchObject([{ code: 'PARSE_ERROR', recoverable: true }]);
    expect(handle.interaction.pending).toEqual([]);
  },
);

it('is denied while another one, which was told, stays open', async () => {
  const told: EventDraft = { type: 'approval_request', key: 'a', action: 'Run', detail: 'ls', riskLevel: 'low' };
  const handle = startToy([
    session,
    begin,
    says(told, { ...approval, paths: [''] } as unknown as EventDraft),
    { do: 'read', contains: '"key":"q","type":"deny"' },
    { do: 'read', contains: '"key":"a","type":"approve"' },
    says({ type: 'turn_end' }),
    { do: 'read-all' },
  ]);
  handle.interaction.onPending(() => {});
  await next(handle, 'approval_request');
  await expect.poll(() => handle.interaction.pending.length, { timeout: 10_000 }).toBe(1);
  await handle.approve();
  expect(await handle).toMatchObject({ exitReason: 'completed' });
});

it('is denied also under the key of one that was answered before', async () => {
  const told = { ...approval } as EventDraft;
  const handle = startToy(
    [
      session,
      begin,
      says(told),
      { do: 'read', contains: '"key":"q","type":"approve"' },
      says({ ...approval, paths: [''] } as unknown as EventDraft),
      { do: 'read', contains: '"key":"q","type":"deny"' },
      says({ type: 'turn_end' }),
      { do: 'read-all' },
    ],
    { run: { onApprovalRequest: () => 'approve' } },
  );
  expect(await handle).toMatchObject({ exitReason: 'completed' });
});

it('ends the run of a CLI that takes no denial', async () => {
  const handle = startToy(
    [session, begin, says(QUESTIONS['a path without a letter'] as unknown as EventDraft), { do: 'hang' }],
    {
      refuses: ['deny'],
    },
  );
  expect(await handle).toMatchObject({ exitReason: 'failed', error: { code: 'CAPABILITY_ERROR' } });
});
