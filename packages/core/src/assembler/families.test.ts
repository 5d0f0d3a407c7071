/** The needs of each kind of event, and of the events about the context window, which are an exception in their family. */
import { EVENT_CATEGORY, type EventCategory } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import type { EventDraft } from '../adapter/draft.ts';
import { type Family, familyOf } from './families.ts';
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

describe('the events that', () => {
  const types = Object.keys(EVENT_CATEGORY);
  const of = (...categories: readonly EventCategory[]): readonly string[] =>
    Object.entries(EVENT_CATEGORY).flatMap(([type, category]) => (categories.includes(category) ? [type] : []));
  const calls = [
    ...of('tool', 'file', 'shell', 'mcp'),
    ...['plugin_invoked', 'plugin_error', 'skill_invoked', 'image_output'],
  ];
  const context = ['context_limit_warning', 'context_compacted'];
  const answers = ['approval_granted', 'approval_denied'];
  const questions = ['approval_request', 'input_required'];
  const notices = [
    ...of('cost', 'error'),
    ...['rate_limited', 'retry', 'interrupted', 'aborted', 'paused', 'resumed', 'timeout', 'turn_limit'],
  ];
  const oddOnes = ['session_checkpoint', 'image_input_ack', 'stream_fallback'];

  it.each<{ readonly rule: string; readonly has: (family: Family) => boolean; readonly these: readonly string[] }>([
    {
      rule: 'open a turn where none is open are output, calls, subagents and questions',
      has: ({ turn }) => turn === 'needs',
      these: [...of('text', 'thinking', 'subagent'), ...calls, ...questions, ...oddOnes],
    },
    {
      rule: 'let an announced turn begin are notices and answers',
      has: ({ turn }) => turn === 'joins',
      these: [...notices, ...context, ...answers],
    },
    {
      rule: 'come without a turn are its frame, what is loaded and what is logged',
      has: ({ turn }) => turn === 'free',
      these: [
        ...of('session', 'turn', 'debug').filter((type) => type !== 'session_checkpoint'),
        ...['plugin_loaded', 'skill_loaded', 'agentdoc_read'],
      ],
    },
    {
      rule: 'are seen also of a hidden subagent are its life, what it asks, and what it costs or fails at',
      has: ({ hides }) => !hides,
      these: [...of('subagent', 'debug'), ...notices, ...questions, ...answers],
    },
    {
      rule: 'may name a subagent that is not in the stream are for the user or the bill',
      has: ({ isForAll }) => isForAll,
      these: [...of('debug'), ...notices, ...questions, ...answers],
    },
    {
      rule: 'wait with the tools in buffered mode are calls and subagents',
      has: ({ buffer }) => buffer === 'tool',
      these: [...of('subagent'), ...calls],
    },
    { rule: 'wait as messages are messages', has: ({ buffer }) => buffer === 'message', these: of('text') },
    { rule: 'wait as thinking are thinking', has: ({ buffer }) => buffer === 'thinking', these: of('thinking') },
    {
      rule: 'pass at once in buffered mode are all others',
      has: ({ buffer }) => buffer === 'passes',
      these: types.filter((type) => ![...of('text', 'thinking', 'subagent'), ...calls].includes(type)),
    },
  ])('$rule', ({ has, these }) => {
    expect(types.filter((type) => has(familyOf(type))).sort()).toEqual([...these].sort());
  });
});
