/** The needs of the events about the context window, which are an exception in their family. */

import { describe, expect, it } from 'vitest';
import type { EventDraft } from '../adapter/draft.ts';
import { createBench } from './testing/harness.ts';

const WARNING: EventDraft = { type: 'context_limit_warning', usedTokens: 90, maxTokens: 100, pctUsed: 90 };
const COMPACTED: EventDraft = { type: 'context_compacted', summary: 'So far.', tokensSaved: 5 };
const START: EventDraft = { type: 'session_start', sessionId: 's' };
const SPAWN: EventDraft = { type: 'subagent_spawn', subagentId: 'a', agentName: 'helper', prompt: 'go' };

describe.each([WARNING, COMPACTED])('$type', (draft) => {
  const play = (drafts: readonly EventDraft[], options: Parameters<typeof createBench>[0] = {}): readonly string[] => {
    const bench = createBench(options);
    bench.push(START, ...drafts);
    return bench.events.map(({ type, lane }) => (lane === undefined ? type : `${type} of ${lane}`));
  };

  it('of a subagent is shown with its activity only', () => {
    const laned = { ...draft, lane: 'a' };
    expect(play([{ type: 'turn_start' }, SPAWN, laned])).not.toContain(draft.type);
    expect(play([{ type: 'turn_start' }, SPAWN, laned], { includeSubagents: true })).toContain(`${draft.type} of a`);
  });

  it('of a subagent that is over names it no more', () => {
    const ended: EventDraft = { type: 'subagent_result', subagentId: 'a', summary: 'x' };
    const seen = play([{ type: 'turn_start' }, SPAWN, ended, { ...draft, lane: 'a' }], { includeSubagents: true });
    expect(seen).not.toContain(`${draft.type} of a`);
  });

  it('opens no turn, and comes within one that was announced', () => {
    expect(play([draft])).toEqual(['session_start', draft.type]);
    expect(play([{ type: 'turn_start' }, draft])).toEqual(['session_start', 'turn_start', draft.type]);
  });

  it('passes at once where text is held back', () => {
    const seen = play([{ type: 'turn_start' }, { type: 'text_delta', delta: 'a' }, draft], { stream: false });
    expect(seen).toContain(draft.type);
    expect(seen).not.toContain('text_delta');
  });
});
