/** The usage of each model of a run: sums by name, whatever is reported first. */
import type { AgentEvent } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import { ModelFold } from './model-usage.ts';

type Body<T extends AgentEvent['type']> = Omit<
  Extract<AgentEvent, { type: T }>,
  'type' | 'runId' | 'agent' | 'timestamp' | 'seq'
>;

const STAMP = { runId: '01J00000000000000000000000', agent: 'claude', timestamp: 1, seq: 0 } as const;

function fold(...events: readonly (Body<'token_usage'> | Body<'cost'>)[]): ModelFold {
  const models = new ModelFold();
  for (const event of events) {
    if ('cost' in event) {
      models.cost({ ...STAMP, type: 'cost', ...event });
    } else {
      models.usage({ ...STAMP, type: 'token_usage', ...event });
    }
  }
  return models;
}

describe('the models of a run', () => {
  it('stand by themselves when the agent falls back to another', () => {
    const { all } = fold(
      { model: 'large', provider: 'acme', inputTokens: 10, outputTokens: 2, cachedTokens: 4 },
      { model: 'small', provider: 'acme', inputTokens: 20, outputTokens: 3, thinkingTokens: 1 },
      { model: 'large', provider: 'acme', inputTokens: 5, outputTokens: 1 },
    );
    expect(all).toEqual([
      { model: 'large', provider: 'acme', usage: { inputTokens: 15, outputTokens: 3, cachedTokens: 4 } },
      { model: 'small', provider: 'acme', usage: { inputTokens: 20, outputTokens: 3, thinkingTokens: 1 } },
    ]);
  });

  it('are one where the provider is told later than the model, and two where providers differ', () => {
    const { all } = fold(
      { model: 'm', inputTokens: 1, outputTokens: 1 },
      { model: 'm', provider: 'a', inputTokens: 1, outputTokens: 1 },
      { model: 'm', provider: 'b', inputTokens: 1, outputTokens: 1, outputKnown: false },
    );
    expect(all).toEqual([
      { model: 'm', provider: 'a', usage: { inputTokens: 2, outputTokens: 2 } },
      { model: 'm', provider: 'b', usage: { inputTokens: 1, outputTokens: 1, outputKnown: false } },
    ]);
  });

  it('have cost what was told of them last', () => {
    const cost = { totalUsd: 3, inputTokens: 1, outputTokens: 1 };
    const { all } = fold(
      { cost, models: [{ model: 'm', costUsd: 1 }] },
      { cost, models: [{ model: 'm', costUsd: 2 }] },
      { model: 'm', inputTokens: 1, outputTokens: 1 },
    );
    expect(all).toEqual([{ model: 'm', usage: { inputTokens: 1, outputTokens: 1 }, costUsd: 2 }]);
  });

  it('are none where no usage names one', () => {
    expect(fold({ inputTokens: 1, outputTokens: 1 }).all).toEqual([]);
  });
});
