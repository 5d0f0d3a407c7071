import { describe, expect, it } from 'vitest';
import { ContextWindow } from './context-window.ts';

const pi = { sessionId: 's', model: { id: 'm', contextWindow: 1_000 } };
const omp = (tokens: number | null): object => ({ sessionId: 's', contextUsage: { tokens, contextWindow: 1_000 } });
const answer = (input: number): object => ({ role: 'assistant', usage: { input, output: 10 } });
const warned = (usedTokens: number, pctUsed: number): object => ({
  type: 'context_limit_warning',
  usedTokens,
  maxTokens: 1_000,
  pctUsed,
});

describe('how full the window is', () => {
  it.each<[name: string, told: (window: ContextWindow) => readonly unknown[], drafts: object[]]>([
    ['says nothing where the window is not known', (w) => w.answered(answer(5_000)), []],
    ['says nothing below the threshold', (w) => [...w.stands(pi), ...w.answered(answer(790))], []],
    [
      'warns once per crossing',
      (w) => [...w.stands(pi), ...w.answered(answer(800)), ...w.stands(pi), ...w.answered(answer(900))],
      [warned(810, 81)],
    ],
    ['takes the use that omp tells', (w) => w.stands(omp(900)), [warned(900, 90)]],
    [
      'keeps what it knows where omp does not',
      (w) => [...w.stands(omp(900)), ...w.stands(omp(null))],
      [warned(900, 90)],
    ],
    [
      'warns before a compaction of a window that no answer had filled',
      (w) => [...w.stands(pi), ...w.compacted({ summary: 's', tokensBefore: 950 })],
      [warned(950, 95)],
    ],
    [
      'warns again when it is full again after a compaction',
      (w) => [
        ...w.stands(pi),
        ...w.answered(answer(890)),
        ...w.compacted({ summary: 's' }),
        ...w.stands(pi),
        ...w.answered(answer(940)),
      ],
      [warned(900, 90), warned(950, 95)],
    ],
    [
      'warns again after a compaction where nothing was told between',
      (w) => [
        ...w.stands(pi),
        ...w.answered(answer(890)),
        ...w.compacted({ summary: 's' }),
        ...w.answered(answer(940)),
      ],
      [warned(900, 90), warned(950, 95)],
    ],
    [
      'says nothing of what the user said',
      (w) => [...w.stands(omp(null)), ...w.answered({ ...answer(900), role: 'user' })],
      [],
    ],
  ])('%s', (_name, told, drafts) => {
    expect(told(new ContextWindow())).toEqual(drafts);
  });
});
