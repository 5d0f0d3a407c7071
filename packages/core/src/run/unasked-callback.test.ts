import { describe, expect, it } from 'vitest';
import { isNoteOnUnasked, noteOnUnasked } from './unasked-callback.ts';

type Asked = Parameters<typeof noteOnUnasked>[1];

const onApprovalRequest = (() => undefined) as unknown as NonNullable<Asked['onApprovalRequest']>;
const onInputRequired = (() => undefined) as unknown as NonNullable<Asked['onInputRequired']>;
const GRANTED =
  "onApprovalRequest: it is never asked, since approvalMode 'yolo' grants everything. Give approvalMode 'prompt' to let it decide.";
const DENIED =
  "onApprovalRequest: it is never asked, since approvalMode 'deny' denies what the CLI asks. Give approvalMode 'prompt' to let it decide.";
const UNHEARD =
  "onInputRequired: it is never asked, since approvalMode 'deny' denies what the CLI asks. Give approvalMode 'prompt' to let it answer.";

describe('a callback that is never asked', () => {
  it.each([
    ['prompt', { onApprovalRequest, onInputRequired }, []],
    // Questions are asked in this mode all the same.
    ['yolo', { onApprovalRequest, onInputRequired }, [GRANTED]],
    ['deny', { onApprovalRequest, onInputRequired }, [DENIED, UNHEARD]],
    ['deny', { onApprovalRequest }, [DENIED]],
    ['deny', { onInputRequired }, [UNHEARD]],
    ['yolo', { onInputRequired }, []],
    ['yolo', {}, []],
    ['deny', {}, []],
  ] as const)('is told, and no other one: with approvalMode %s', (approvalMode, callbacks, notes) => {
    expect(noteOnUnasked({ approvalMode }, callbacks)).toEqual(notes);
  });

  it('is known by its note', () => {
    expect([GRANTED, DENIED, UNHEARD].map(isNoteOnUnasked)).toEqual([true, true, true]);
    const others = ['', 'onApprovalRequest: it is slow', 'systemPrompt: it is never asked', ` ${GRANTED}`];
    expect(others.map(isNoteOnUnasked)).toEqual([false, false, false, false]);
  });
});
