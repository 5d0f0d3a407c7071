/** The model that a turn names at its end. */
import { describe, expect, it } from 'vitest';
import type { EventDraft } from '../adapter/draft.ts';
import { brief } from './testing/brief.ts';
import { createBench } from './testing/harness.ts';

const USAGE = { type: 'token_usage', inputTokens: 1, outputTokens: 1 } as const;

interface ModelCase {
  readonly name: string;
  readonly drafts: readonly EventDraft[];
  readonly end?: Omit<Extract<EventDraft, { type: 'turn_end' }>, 'type'>;
  readonly named: string;
}

const CASES: readonly ModelCase[] = [
  { name: 'none where nobody says it', drafts: [USAGE], named: '' },
  {
    name: 'that of its last request, with the provider of that',
    drafts: [{ ...USAGE, model: 'm', provider: 'p' }, { ...USAGE, model: 'n', provider: 'q' }, USAGE],
    named: ' model=n provider=q',
  },
  {
    name: 'without the provider of another',
    drafts: [
      { ...USAGE, model: 'm', provider: 'p' },
      { ...USAGE, model: 'n' },
    ],
    named: ' model=n',
  },
  { name: 'not that of a subagent', drafts: [{ ...USAGE, model: 'm', lane: 'a' }], named: '' },
  { name: 'none where only a provider is said', drafts: [{ ...USAGE, provider: 'p' }], named: '' },
  {
    name: 'that which the end itself says',
    drafts: [{ ...USAGE, model: 'm', provider: 'p' }],
    end: { model: 'n', provider: 'q' },
    named: ' model=n provider=q',
  },
];

describe('the model of a turn', () => {
  it.each(CASES)('is $name', ({ drafts, end, named }) => {
    const { events, push } = createBench();
    push({ type: 'session_start', sessionId: 's1' }, { type: 'turn_start' }, ...drafts, { type: 'turn_end', ...end });
    expect(events.map(brief).at(-1)).toBe(`turn_end turnIndex=0${named}`);
    push({ type: 'turn_start' }, { type: 'turn_end' });
    expect(events.map(brief).at(-1)).toBe('turn_end turnIndex=1');
  });
});
