/** The rules by which fields are computed, in words and as a check. */
import type { Fields, History } from './history.ts';
import { leavesOf } from './leaves.ts';
import type { NativeWords } from './native-words.ts';
import { isOurWord, withoutOurWords } from './our-words.ts';
import type { Placed, Recording } from './scope.ts';

export interface Question {
  readonly value: string | number;
  readonly path: string;
  /** What a native field that says it has to be called. */
  readonly saidIn: RegExp | undefined;
  readonly event: Fields;
  readonly placed: Placed;
  readonly recording: Recording;
  readonly history: History;
  /** What the event belongs to. */
  readonly scope: readonly NativeWords[];
}

export interface Rule {
  /** The sentence that the docs show. */
  readonly rule: string;
  readonly holds: (question: Question) => boolean;
  /** The wire cannot say it: only the rule counts. */
  readonly isOnly?: true;
}

export const says = ({ scope, saidIn }: Question, text: string): boolean =>
  scope.some((words) => words.says(text, saidIn));
const counts = ({ scope, saidIn }: Question, value: number): boolean =>
  scope.some((words) => words.counts(value, saidIn));

/** Words that the type of the event has, by field. */
export const isWordOf = (words: Readonly<Record<string, readonly string[]>>): Rule => ({
  isOnly: true,
  rule: 'one of the words that the type of the event has',
  holds: ({ value, path, event }) => words[`${String(event['type'])}.${path}`]?.includes(String(value)) === true,
});

/** Nothing of it is the agent's. */
export const OURS: Rule = {
  isOnly: true,
  rule: 'words of ours',
  holds: ({ value, event }) =>
    withoutOurWords(String(value)).every(
      (piece) => piece !== value && (piece === event['agent'] || isOurWord(trimmed(piece))),
    ),
};

/** Fixed words of ours around what the wire says. */
export const COMPOSED: Rule = {
  rule: 'words of ours around words of the native message',
  holds: (question) => {
    const text = String(question.value);
    if (isJsonOfMessage(question)) {
      return true;
    }
    const pieces = withoutOurWords(text);
    const { agent, type } = question.event;
    const { own } = question.placed;
    if (type === 'debug' && pieces[0] === text) {
      return own !== undefined && text.split(': ').every((part) => question.recording.wordsOf(own).says(part));
    }
    const isOption = (piece: string): boolean => piece !== text && question.recording.start.includes(trimmed(piece));
    // A debug event counts things: commands that are offered, characters that were lost.
    const isCount = (piece: string): boolean => type === 'debug' && piece !== text && /^\W*\d+\W*$/.test(piece);
    const isOurs = (piece: string): boolean => piece !== text && (piece === agent || isOurWord(trimmed(piece)));
    const isJson = (piece: string): boolean =>
      type === 'debug' &&
      piece !== text &&
      piece
        .replace(/"\w+":/g, ',')
        .split(/[{}",]+/)
        .every((part) => isOurs(part) || says(question, part));
    return pieces.every(
      (piece) => isOurs(piece) || isCount(piece) || isOption(piece) || isJson(piece) || isSaid(question, piece),
    );
  },
};

/** An object of the message, which we have put in one line. */
function isJsonOfMessage(question: Question): boolean {
  const parsed = parse(String(question.value));
  return (
    typeof parsed === 'object' &&
    leavesOf(parsed).length > 0 &&
    leavesOf(parsed).every(({ value }) => (typeof value === 'number' ? counts(question, value) : says(question, value)))
  );
}

/** As a whole, or in the parts that we have joined: a reason with its status, a message with its details, several lines. */
export function isSaid(question: Question, piece: string): boolean {
  const parts = piece.split(/: | \((?=\d+\)$)|\n+/);
  const isPiece = piece !== question.value;
  return (
    says(question, piece) || ((isPiece || parts.length > 1) && parts.map(trimmed).every((part) => says(question, part)))
  );
}

export const COUNTED: Rule = {
  isOnly: true,
  rule: 'counts the turns of the run, or the steps of the turn, from 0',
  holds: ({ value, path, event, history }) =>
    path === 'turnIndex'
      ? value === history.turns - (event['type'] === 'turn_start' ? 0 : 1)
      : value === history.steps - (event['type'] === 'step_start' ? 0 : 1),
};
export const MEASURED: Rule = {
  rule: 'as the agent measured it, in milliseconds; else the time from `tool_call_ready` or `shell_start`',
  holds: (question) => {
    const { value, event, history, recording, placed } = question;
    const from = event['type'] === 'shell_exit' ? 'shellSince' : 'since';
    const began = history.calls.get(event['toolCallId'])?.[from] ?? 0;
    return (
      value === Number(event['timestamp']) - began ||
      (recording.isHeld && recording.spansOf(placed).has(Number(value))) ||
      question.scope.some((words) => words.spans.has(Number(value)))
    );
  },
};
export const BYTES: Rule = {
  rule: 'the bytes of the content that the call wrote, as UTF-8',
  holds: ({ value, event, scope }) =>
    event['byteCountKnown'] === false
      ? value === 0
      : scope.some(({ strings }) => strings.some((text) => Buffer.byteLength(text) === value)),
};
export const PATH: Rule = {
  rule: 'a relative path of the agent, taken from the folder of the run or of its command',
  holds: (question) => {
    const rest = /^<cwd>\/(.+)$/s.exec(String(question.value))?.[1];
    return rest !== undefined && says(question, rest);
  },
};
export const BLOCK: Rule = {
  isOnly: true,
  rule: 'its deltas, joined',
  holds: ({ value, event, history }) => {
    const kind = event['type'] === 'message_stop' ? 'message' : 'thinking';
    return value === history.blocks.get(`${kind} ${String(event['lane'] ?? '')}`);
  },
};
export const OF_THE_PROCESS: Rule = {
  isOnly: true,
  rule: 'that of the process: its exit code, -1 where a signal ended it, the signal, the end of stderr',
  holds: ({ value, path, recording: { exit, stderr } }) => {
    const left: Readonly<Record<string, boolean>> = {
      exitCode: value === (exit?.code ?? -1),
      signal: value === exit?.signal,
      stderr: stderr.endsWith(String(value)),
    };
    return left[path] === true;
  },
};
export const REASONED: Rule = {
  rule: `${COMPOSED.rule}, or the reason of a denial that was told or that the host gave`,
  holds: (question) => {
    const { value, event, history, recording } = question;
    const isReason =
      event['type'] === 'tool_error' ? history.denials.has(value) : recording.reasons.includes(String(value));
    return isReason || COMPOSED.holds(question);
  },
};
export const DIFF: Rule = {
  rule: 'a unified diff of the lines that the agent told, with a head of ours',
  holds: (question) => isDiffOfScope(question),
};
export const INPUT: Rule = {
  rule: 'the input as JSON, in our order of fields',
  holds: (question) => {
    const parsed = parse(String(question.value));
    return (
      typeof parsed === 'object' &&
      leavesOf(parsed).every(({ value }) =>
        typeof value === 'number'
          ? counts(question, value)
          : says(question, value) || says(question, JSON.stringify(value).slice(1, -1)),
      )
    );
  },
};
export const FROM_OPTIONS: Rule = {
  rule: 'the option of the run',
  holds: ({ value, recording }) =>
    typeof value === 'number'
      ? recording.wordsOf(recording.start).counts(value)
      : recording.start.includes(JSON.stringify(value)),
};

export const ROUNDED: Rule = {
  rule: 'of the native message, rounded, or the time between its messages; 0 where it does not say it',
  holds: ({ value, event, scope, saidIn }) => {
    const told = scope.flatMap((words) => words.countsIn(saidIn));
    return (
      told.some((one) => Math.round(one) === value) ||
      (event['agent'] === 'gemini' && isTimeBetween(Number(value), scope)) ||
      (value === 0 && scope.every((words) => words.countsIn(/delay|after/i).length === 0))
    );
  },
};
/** A header that asks for a wait stands within a text of the message. */
export const WAIT_ASKED: Rule = {
  rule: 'milliseconds, of the native message or of the seconds that its words or its `retry-after` header name',
  holds: ({ value, scope }) =>
    scope.some(
      ({ numbers, strings }) =>
        numbers.has(Number(value)) ||
        [...numbers].some((one) => Math.round(one * 1_000) === value) ||
        strings.some((text) => Math.round(Number(text) * 1_000) === value),
    ),
};
function isTimeBetween(value: number, scope: readonly NativeWords[]): boolean {
  const times = new Set(scope.flatMap(({ times }) => times).map((text) => Date.parse(text)));
  return [...times].some((one) => times.has(one + value));
}

function trimmed(piece: string): string {
  return piece.replace(/^[\s"'`(:,.]+|[\s"'`():,.;]+$/g, '');
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Because the model wrote no JSON.
    return undefined;
  }
}

function isDiffOfScope(question: Question): boolean {
  const { value, event } = question;
  if (event['diffKnown'] === false) {
    return value === '';
  }
  const lines = String(value).split('\n');
  return lines.every((line) => {
    if (/^(?:---|\+\+\+|\\|@@ -\d+,\d+ \+\d+,\d+ @@$)/.test(line)) {
      return !/^(?:---|\+\+\+)/.test(line) || line.endsWith(String(event['path'])) || says(question, line.slice(4));
    }
    return line === '' || says(question, line.slice(1));
  });
}
