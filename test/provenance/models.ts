/** Models: who answered, and what each has cost. */
import { leavesOf } from './leaves.ts';
import type { Rule } from './rules.ts';

const NAMED = /(?:^|[.\]])\w*(?:model|provider)\w*(?:\[\])*$/i;

export const MODELS: readonly { readonly fields: readonly string[]; readonly rule: Rule }[] = [
  {
    fields: [
      'token_usage.model',
      'token_usage.provider',
      'turn_end.model',
      'turn_end.provider',
      'session_start.provider',
      'cost.models[].model',
      'cost.models[].provider',
    ],
    rule: {
      isOnly: true,
      rule: 'what an earlier message has named the model or the provider of the session, of the thread or of an answer',
      holds: ({ value, recording, placed }) =>
        recording.messages
          .slice(0, placed.at + 1)
          // A prompt that is a line without fields names nothing.
          .some((message) => message.startsWith('{') && recording.wordsOf(message).says(String(value), NAMED)),
    },
  },
  {
    fields: ['cost.models[].costUsd'],
    rule: {
      isOnly: true,
      rule: 'what the agent says of each model, or as it adds up: then they are together the money of the run',
      holds: ({ value, event, placed, recording }) => {
        // Claude Code says the money of each model beside a total, and once told another total.
        if (
          placed.own !== undefined &&
          recording.wordsOf(placed.own).counts(Number(value), /^modelUsage\..+\.costUSD$/)
        ) {
          return true;
        }
        const costs = leavesOf(event['models']).flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
        const all = leavesOf(event['cost']).find(({ path }) => path.endsWith('totalUsd'))?.value;
        return Math.abs(costs.reduce((sum, cost) => sum + cost, 0) - Number(all)) < 1e-9;
      },
    },
  },
];
