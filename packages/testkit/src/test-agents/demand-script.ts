/** Checks a script before anything is started: the model would ignore an unknown name, and the test would be green. */
import { ValidationError, type ValidationFieldError } from '@agent-mux/core';
import { hintAtName } from '@agent-mux/events';
import { ANYTHING, FLAG, findWrong, isObject, LIST, misfit, OBJECT, type OptionRule, TEXT } from '../demand-options.ts';
import type { Fault, ModelScript, Part, Step, ToolCall, Turn } from '../scenario/index.ts';

const STRING: OptionRule = { expected: 'a string', accepts: (value) => typeof value === 'string' };
const NUMBER: OptionRule = {
  expected: 'a number from 0 on',
  accepts: (value) => typeof value === 'number' && value >= 0,
};
const PIECES: OptionRule = {
  expected: 'a string, or a list of strings and pauses',
  accepts: (value) => typeof value === 'string' || Array.isArray(value),
};

const SCRIPT: Rules<ModelScript> = { turns: LIST, subagents: OBJECT, compaction: OBJECT };
const TURN: Rules<Turn> = { prompt: TEXT, steps: LIST, repeat: FLAG };
const STEP: Rules<Step> = {
  text: PIECES,
  thinking: PIECES,
  tools: LIST,
  parts: LIST,
  faults: LIST,
  hold: TEXT,
  waitMs: NUMBER,
  delayMs: NUMBER,
  chunk: NUMBER,
  finish: STRING,
  usage: OBJECT,
  headers: OBJECT,
};

const CALLS: Kinds<ToolCall> = {
  shell: { command: STRING, description: STRING, timeoutMs: NUMBER, background: FLAG },
  write: { path: STRING, content: STRING },
  edit: { path: STRING, oldText: STRING, newText: STRING },
  read: { path: STRING },
  delete: { path: STRING },
  subagent: { lane: STRING, task: STRING, description: STRING, type: STRING, background: FLAG },
  question: { questions: LIST },
  skill: { skill: STRING },
  plan: { plan: STRING },
  mcp: { server: STRING, tool: STRING, input: OBJECT },
  fetch: { url: STRING },
  host: { tool: STRING, input: OBJECT },
  raw: { name: STRING, namespace: STRING, input: OBJECT },
  malformed: { of: STRING, inputText: STRING },
};
const STREAM_FAULT = { afterDeltas: NUMBER, error: STRING };
const FAULTS: Kinds<Fault> = {
  error: { error: STRING, message: STRING, retryAfterS: NUMBER, shouldRetry: FLAG, headers: OBJECT },
  http: { status: NUMBER, headers: OBJECT, body: ANYTHING },
  cut: STREAM_FAULT,
  hang: STREAM_FAULT,
  'stream-error': STREAM_FAULT,
  unfinished: STREAM_FAULT,
  silence: {},
  raw: { frames: LIST },
};
const PARTS: Kinds<Part> = {
  thinking: { thinking: PIECES },
  'redacted-thinking': { data: STRING },
  text: { text: PIECES },
  tool: { call: OBJECT },
  pause: { pause: OBJECT },
};
/** The optional fields. */
const OPTIONAL = [
  'description',
  'timeoutMs',
  'background',
  'type',
  'namespace',
  'afterDeltas',
  'message',
  'retryAfterS',
  'shouldRetry',
  'headers',
];

type Rules<T> = Readonly<Record<keyof T, OptionRule>>;
type Kinds<T extends { readonly kind: string }> = {
  readonly [K in T['kind']]: Readonly<
    Record<Exclude<keyof Extract<T, { readonly kind: K }>, 'kind' | 'id' | 'times'>, OptionRule>
  >;
};

/** Throws ValidationError with everything that is wrong, each with its place. A list of steps is the script of one turn. */
export function demandScript(call: string, script: unknown): asserts script is ModelScript | readonly Step[] {
  const wrong = Array.isArray(script) ? wrongSteps(script, 'script') : wrongScript(script);
  if (wrong.length > 0) {
    throw new ValidationError(wrong, call);
  }
}

function wrongScript(script: unknown): ValidationFieldError[] {
  const wrong = findWrong(script, SCRIPT, ['turns'], 'script');
  if (!isObject(script)) {
    return wrong;
  }
  const { turns, subagents, compaction } = script;
  return [
    ...wrong,
    ...each(turns, 'script.turns', (turn, at) => [
      ...findWrong(turn, TURN, ['steps'], at),
      ...wrongSteps(isObject(turn) ? turn['steps'] : undefined, `${at}.steps`),
    ]),
    ...(isObject(subagents) ? Object.entries(subagents) : []).flatMap(([lane, steps]) =>
      wrongSteps(steps, `script.subagents.${lane}`),
    ),
    ...wrongSteps(compaction === undefined ? undefined : [compaction], 'script.compaction'),
  ];
}

function wrongSteps(steps: unknown, where: string): ValidationFieldError[] {
  return each(steps, where, (step, at) => {
    const { tools, parts, faults } = isObject(step) ? step : {};
    return [
      ...findWrong(step, STEP, [], at),
      ...each(tools, `${at}.tools`, (tool, place) => wrongKind(tool, CALLS, { also: { id: STRING }, at: place })),
      ...each(faults, `${at}.faults`, (fault, place) =>
        wrongKind(fault, FAULTS, { also: { times: NUMBER }, at: place }),
      ),
      ...each(parts, `${at}.parts`, (part, place) => [
        ...wrongKind(part, PARTS, { also: {}, at: place }),
        ...(isObject(part) && isObject(part['call'])
          ? wrongKind(part['call'], CALLS, { also: { id: STRING }, at: `${place}.call` })
          : []),
      ]),
    ];
  });
}

interface Kind {
  /** The fields that all kinds take. */
  readonly also: Readonly<Record<string, OptionRule>>;
  readonly at: string;
}

function wrongKind(
  given: unknown,
  kinds: Readonly<Record<string, Readonly<Record<string, OptionRule>>>>,
  { also, at }: Kind,
): ValidationFieldError[] {
  if (!isObject(given)) {
    return [misfit(at, given, OBJECT.expected)];
  }
  const { kind } = given;
  const rules = typeof kind === 'string' && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (rules === undefined) {
    const names = Object.keys(kinds);
    const { message, ...wrong } = misfit(`${at}.kind`, kind, `one of ${names.join(', ')}`);
    return [{ ...wrong, message: `${message}${hintAtName(kind, names)}` }];
  }
  const required = Object.keys(rules).filter(
    (name) => !OPTIONAL.includes(name) && !(name === 'error' && kind !== 'error'),
  );
  return findWrong(given, { kind: TEXT, ...rules, ...also }, required, at);
}

function each(
  list: unknown,
  where: string,
  look: (item: unknown, at: string) => ValidationFieldError[],
): ValidationFieldError[] {
  return Array.isArray(list) ? list.flatMap((item, index) => look(item, `${where}[${index}]`)) : [];
}
