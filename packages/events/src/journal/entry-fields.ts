/** The fields of every entry that is no event, as a table that the compiler compares with the interfaces. */
import { isObject } from '../check-fields.ts';
import { ERROR_CODES } from '../error-code.ts';
import {
  AMOUNT,
  ANYTHING,
  COUNT,
  FILLED,
  type Field,
  type FieldChecks,
  type FieldsOf,
  FLAG,
  INTEGER,
  oneOf,
  optional,
  RUN_ID,
  record,
  TEXT,
} from '../field-kinds.ts';
import { CAUSES } from './causes.ts';
import {
  type AskedEntry,
  type CloseEntry,
  type CloseFacts,
  type DeliveredEntry,
  type Giver,
  type InputEntry,
  type InteractionResponse,
  type NoteEntry,
  type OpenEntry,
  POLICY_RULES,
  TURN_OUTCOMES,
  type TurnEntry,
  type TurnError,
} from './entries.ts';
import { JOURNAL_FORMAT, type JsonValue, type RunHeader } from './header.ts';

type Covered = 'entry' | 'runId' | 'timestamp';
type InputOf<K extends InputEntry['input']> = Extract<InputEntry, { input: K }>;

function of<T>(expected: string, isKind: (value: unknown) => boolean): Field<T> {
  return { expected, optional: false, isKind };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isNullOr = (isKind: (value: unknown) => boolean) => (value: unknown) => value === null || isKind(value);

const TEXTS = of<readonly string[]>('an array of strings', (value) => Array.isArray(value) && value.every(isText));
const RULES: readonly unknown[] = POLICY_RULES;

/** Whether a value names who gave something. */
export function isGiver(value: unknown): value is Giver {
  if (!isObject(value)) {
    return false;
  }
  switch (value['kind']) {
    case 'program':
      return value['rule'] === undefined || isText(value['rule']);
    case 'user':
      return value['id'] === undefined || isText(value['id']);
    case 'agent':
      return isText(value['id']);
    default:
      return value['kind'] === 'policy' && RULES.includes(value['rule']);
  }
}

const GIVER = of<Giver>('who gave it', isGiver);

const RESPONSE = of<InteractionResponse>('an answer', (value) => {
  if (!isObject(value)) {
    return false;
  }
  const { type, reason, text, answers, action, scope } = value;
  switch (type) {
    case 'approve':
      return scope === undefined || scope === 'once' || scope === 'session';
    case 'deny':
      return reason === undefined || isText(reason);
    case 'text':
      return isText(text);
    case 'answers':
      return (
        isObject(answers) &&
        Object.values(answers).every((answer) => isText(answer) || (Array.isArray(answer) && answer.every(isText)))
      );
    default:
      return type === 'form' && (action === 'accept' || action === 'decline' || action === 'cancel');
  }
});

const SCOPES = of<AskedEntry['scopes']>(
  'an array of once and session',
  (value) => Array.isArray(value) && value.every((scope) => scope === 'once' || scope === 'session'),
);
const QUESTIONS = of<NonNullable<AskedEntry['questions']>>(
  'an array of questions',
  (value) =>
    Array.isArray(value) && value.every((asked) => isObject(asked) && isText(asked['id']) && isText(asked['question'])),
);
const COUNTS = of<Readonly<Record<string, number>>>(
  'counts by name',
  (value) => isObject(value) && Object.values(value).every(Number.isSafeInteger),
);
const LEFT = of<NonNullable<CloseFacts['leftRunning']>>(
  'an array of processes',
  (value) =>
    Array.isArray(value) &&
    value.every((left) => isObject(left) && Number.isSafeInteger(left['pid']) && isText(left['command'])),
);
const JSON_VALUE = of<JsonValue>('a JSON value', (value) => value !== undefined);
const OPTIONS = of<Readonly<Record<string, JsonValue>>>('an object of options', isObject);

const HEADER = record<RunHeader>('the header of a run', {
  format: of<typeof JOURNAL_FORMAT>(String(JOURNAL_FORMAT), (value) => value === JOURNAL_FORMAT),
  runId: RUN_ID,
  name: TEXT,
  agent: FILLED as Field<RunHeader['agent']>,
  mode: TEXT,
  model: optional(TEXT),
  provider: optional(TEXT),
  prompt: TEXT,
  cwd: TEXT,
  approvalMode: oneOf('yolo', 'prompt', 'deny'),
  stream: of<RunHeader['stream']>('true, false or auto', (value) => typeof value === 'boolean' || value === 'auto'),
  resumes: optional(TEXT),
  forks: optional(TEXT),
  tags: TEXTS,
  contextId: FILLED,
  threadId: FILLED,
  taskId: FILLED,
  root: RUN_ID,
  parent: optional(RUN_ID),
  parentCall: optional(TEXT),
  handoffFrom: optional(RUN_ID),
  depth: COUNT,
  path: TEXTS,
  initiator: oneOf('user', 'agent'),
  options: OPTIONS,
});

const OUTPUT = of<unknown>('an object', isObject);
const ERROR = record<TurnError>('an error', { code: oneOf(...ERROR_CODES), message: TEXT, recoverable: FLAG });

const FACTS = record<CloseFacts>('what the result says beyond the events', {
  durationMs: AMOUNT,
  exitCode: of<number | null>('an exit code or null', isNullOr(Number.isSafeInteger)),
  signal: of<string | null>('a signal or null', isNullOr(isText)),
  attempts: COUNT,
  sessionId: optional(TEXT),
  textOf: optional(COUNT),
  error: optional(ERROR),
  output: optional(OUTPUT),
  stderr: TEXT,
  leftRunning: optional(LEFT),
  diagnostics: record<CloseFacts['diagnostics']>('diagnostics', {
    unknownNative: COUNTS,
    repaired: COUNT,
    cutTexts: optional(COUNT),
    unreadable: optional(COUNT),
  }),
});

/** The fields of every entry that is no event. */
export const ENTRY_BASE: FieldChecks = { runId: RUN_ID, timestamp: INTEGER };

interface EntryFields {
  readonly open: FieldsOf<OpenEntry, Covered>;
  readonly asked: FieldsOf<AskedEntry, Covered>;
  readonly delivered: FieldsOf<DeliveredEntry, Covered>;
  readonly turn: FieldsOf<TurnEntry, Covered>;
  readonly note: FieldsOf<NoteEntry, Covered>;
  readonly close: FieldsOf<CloseEntry, Covered>;
}

/** The fields of each kind of entry except `input`. */
export const ENTRY_FIELDS: EntryFields = {
  open: { header: HEADER },
  asked: {
    interactionId: FILLED,
    scopes: SCOPES,
    acceptsUpdatedInput: FLAG,
    questions: optional(QUESTIONS),
    schema: optional(ANYTHING),
    input: optional(ANYTHING),
  },
  delivered: { id: FILLED, delivered: oneOf('new-turn', 'steered', 'answer') },
  turn: { id: FILLED, outcome: oneOf(...TURN_OUTCOMES), error: optional(ERROR), output: optional(OUTPUT) },
  note: { kind: FILLED, lane: optional(TEXT), data: JSON_VALUE },
  close: { cause: oneOf(...CAUSES), facts: FACTS, handoffTo: optional(RUN_ID) },
};

interface InputFields {
  readonly prompt: FieldsOf<InputOf<'prompt'>, Covered | 'input'>;
  readonly answer: FieldsOf<InputOf<'answer'>, Covered | 'input'>;
  readonly control: FieldsOf<InputOf<'control'>, Covered | 'input'>;
}

/** The fields of each kind of input. */
export const INPUT_FIELDS: InputFields = {
  prompt: { by: GIVER, id: FILLED, text: TEXT, as: oneOf('first', 'new-turn', 'steer'), images: optional(COUNT) },
  answer: { by: GIVER, interactionId: FILLED, response: RESPONSE },
  control: { by: GIVER, action: oneOf('interrupt', 'abort', 'pause', 'resume', 'end'), reason: optional(FILLED) },
};
