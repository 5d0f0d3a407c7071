/** The rules of tokens and money: what was used, what a failure counts, and what a compaction has left. */
import type { Fields } from './history.ts';
import type { Rule } from './rules.ts';
import type { Placed, Recording } from './scope.ts';
import { isCounted } from './usage.ts';

/** See docs/usage.md for the convention. */
const USAGE = (type: string, rule: string): Rule => ({
  isOnly: true,
  rule,
  holds: ({ value, path, event, placed, recording, history }) => {
    const record = type === 'token_usage' ? event : (event['cost'] as Fields);
    const counts = recording.requestOf(placed).flatMap((message) => recording.countsOf(message));
    return isCounted({ value: Number(value), field: path.split('.').at(-1) ?? '', record, type, counts, history });
  },
});
export const USAGES: readonly { readonly fields: readonly string[]; readonly rule: Rule }[] = [
  {
    fields: ['token_usage.*'],
    rule: USAGE(
      'token_usage',
      'a native count of its request; the input with what was cached and the output with what was thought, where the agent tells them apart; of a total what was not told before',
    ),
  },
  {
    fields: ['cost.cost.*'],
    rule: USAGE(
      'cost',
      'the sum of each `token_usage` so far; the money as the agent says it, or as it adds up; 0 while the model has said nothing',
    ),
  },
  { fields: ['turn_end.cost.*'], rule: USAGE('turn_end', 'what its turn has added') },
  { fields: ['session_end.cost.*'], rule: USAGE('session_end', 'that of the last `cost`') },
];
/** Words for people: `prompt is too long: 1213456 tokens > 1000000 maximum`. */
export const TOKENS_OF_FAILURE: Rule = {
  isOnly: true,
  rule: 'a number of the failure, where it speaks of tokens, or the window that the agent has named; a stand-in where it says none',
  holds: ({ value, path, event, placed, recording }) =>
    (event[`${path}Known`] === false && value === 0) ||
    recording.messages.slice(0, placed.at).some((message) => {
      const words = recording.wordsOf(message);
      const isNamed = (text: string): boolean =>
        /\btokens?\b/i.test(text) && text.split(/[^\d]+/).includes(String(value));
      return words.counts(Number(value), /contextWindow$|total\.totalTokens$/i) || words.strings.some(isNamed);
    }),
};
export const TOKENS_SAID: Rule = {
  rule: 'counted by the agent before this message: one of its numbers, or input and output together',
  holds: ({ value, event, placed, recording, saidIn }) =>
    (event['usedTokensKnown'] === false && value === 0) ||
    recording.messages.slice(0, placed.at).some((message) => {
      const numbers = new Set(recording.wordsOf(message).countsIn(saidIn));
      const isSum = [...numbers].some((one) => one > 0 && one < Number(value) && numbers.has(Number(value) - one));
      return /token|usage|size/i.test(message) && (numbers.has(Number(value)) || isSum);
    }),
};

/** Between two counts of tokens, before and after: of its message, or of the last ones that counted any. */
export function isDifference(value: number, { at }: Placed, recording: Recording): boolean {
  const counting = recording.messages.slice(0, at).map((one) => recording.wordsOf(one).countsIn(/tokens?\w*$/i));
  const counts = counting
    .filter((each) => each.length > 0)
    .slice(-3)
    .flat();
  return counts.some((one) => counts.some((other) => one - other === value));
}
