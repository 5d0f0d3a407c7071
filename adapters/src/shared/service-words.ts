/** Takes what a model service says out of its answer, where a CLI repeats that answer as it came. */
import { objectOf, parseJson, textOf } from './native-value.ts';

/** The status that may stand before an answer, and the model before that (omp 18.2.3). */
const BEFORE_ANSWER = /^(?:\[[^\]\n]{1,200}\] )?(?:\d{3} )?(?=\{)/;

/**
 * The words of a failure, or the message in them where they are the answer of a service: `400 {"error":{"message":"It is
 * too long.","code":null}}` becomes `It is too long.`.
 */
export function serviceWords(words: string): string {
  const before = BEFORE_ANSWER.exec(words)?.[0];
  if (before === undefined) {
    return words;
  }
  const answer = objectOf<'error'>(parseJson(words.slice(before.length)));
  const message = textOf(objectOf<'message'>(answer?.error)?.message);
  // A client may have made the text of an answer the message of one of its own (@google/genai 1.52.0).
  return message === undefined || message.trim() === '' ? words : serviceWords(message);
}
