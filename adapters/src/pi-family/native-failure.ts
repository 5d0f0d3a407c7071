/** What a failure of a model request means, derived from the words in which pi and its forks repeat the answer. */
import type { Outcome } from '@agent-mux/core';
import {
  type Native,
  numberIn,
  numberOf,
  objectOf,
  outcomeOfFailure,
  parseJson,
  serviceWords,
  textOf,
} from '../shared/index.ts';

/** Matches what the agent says instead of a request; the path of its manual stands below. */
const NO_KEY = /^(?:No API key found|Authentication failed) for[^\n]*/;

/** Matches the words of omp 18.2.3 before a failure when it does not wait as long as the service asks. */
const NOT_WAITED_FOR = /^Provider requested \d+ms wait, exceeds retry\.maxDelayMs \(\d+ms\)\. Original error: /;
/** Matches what omp puts behind them: a wait, or the name of a file. */
const APPENDED = /(?:\nraw-http-request=[^\n]*| retry-after-ms=\d+)$/;
/** Matches a service's answer with the status before it, as the clients within pi write them: `429 {…}`, Mistral's and Google's (0.73.1). */
const ANSWER = /^(?:(\d{3})\s+|\w+ API error \((\d{3})\): |got status: \w+\. )?(\{.*\})?/s;
/** Matches the words in which pi tells a limit of ChatGPT or Bedrock without its status (0.73.1). */
const LIMIT = /^(?:You have hit your ChatGPT usage limit\b|Throttling error: )/;
/** Matches a failure that came in the middle of an answer. */
const IN_STREAM = /^\w+ stream error \((\w+)\): (.*)$/s;

/**
 * The outcome of words such as `401 {"type":"error","error":{…}}`, or in the middle of an answer
 * `Anthropic stream error (overloaded_error): …`.
 */
export function outcomeOfWords(words: string, guidance: string, nativeStatus?: unknown): Outcome {
  const bare = bareWords(words);
  const match = ANSWER.exec(bare);
  const body = parse(match?.[3]);
  const status = numberOf(nativeStatus) ?? numberIn(match?.[1] ?? match?.[2]) ?? statusOf(body.code);
  const noKey = NO_KEY.exec(words)?.[0];
  const [, streamCode] = IN_STREAM.exec(bare) ?? [];
  const code =
    textOf(body.type) ??
    textOf(body.code) ??
    streamCode ??
    (noKey === undefined ? undefined : 'authentication_error') ??
    (LIMIT.test(bare) ? 'rate_limit_error' : undefined);
  const message = noKey ?? (saidIn(words) || 'The model request failed.');
  // Some services give this status to a limit too.
  const isForbidden = status === 403 && outcomeOfFailure({ message, guidance, code }).type !== 'rate_limit_error';
  return outcomeOfFailure({ message, guidance, status, code: isForbidden ? 'authentication_error' : code });
}

/** What the service says in the words of a failure; all of them where they hold no message of it. */
export function saidIn(words: string): string {
  const bare = bareWords(words);
  return textOf(parse(ANSWER.exec(bare)?.[3]).message) ?? IN_STREAM.exec(bare)?.[2] ?? serviceWords(words);
}

/** The words of the failure without what omp has put around them. */
export function bareWords(words: string): string {
  return words.replace(NOT_WAITED_FOR, '').replace(APPENDED, '').trim();
}

/** Whether the words are those of a limit on requests. */
export function isRateLimit(words: string): boolean {
  return /\b429\b|rate.?limit/i.test(words) || LIMIT.test(bareWords(words));
}

type Body = Native<'type' | 'code' | 'message'>;

function parse(text: string | undefined): Body {
  const body = parseJson(text);
  const error = errorIn(body) ?? objectOf(body);
  // Google's client makes an answer that is not marked as JSON the message of one of its own (@google/genai 1.52.0).
  return { ...error, ...errorIn(parseJson(textOf(error?.message))) };
}

function errorIn(body: unknown): Body | undefined {
  return objectOf(objectOf<'error'>(body)?.error);
}

/** The HTTP status that a code is, since the codes of some services are numbers of their own. */
function statusOf(code: unknown): number | undefined {
  const number = numberOf(code);
  return number !== undefined && number >= 400 && number < 600 ? number : undefined;
}
