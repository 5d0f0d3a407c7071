/**
 * What a reader of another system's language must find: the compiler checks each required field of each type, and the test tries them one
 * by one.
 */
import { describe, expect, expectTypeOf, it } from 'vitest';
import { a2a, decode as decodeA2a } from './a2a/index.ts';
import { type AfkEvent, afk, decode as decodeAfk } from './afk/index.ts';
import type { AfkType } from './afk/types.ts';
import { type AguiEvent, agui, decode as decodeAgui } from './ag-ui/index.ts';
import { AGUI_FIELDS } from './ag-ui/types.ts';
import { type AgenticEvent, agentic, decode as decodeAgentic } from './agentic/index.ts';
import { AGENTIC_FIELDS } from './agentic/types.ts';
import { type CagentEvent, cagent, decode as decodeCagent } from './cagent/index.ts';
import { CAGENT_FIELDS } from './cagent/types.ts';
import type { DecodeOptions } from './decode.ts';
import { decode as decodeLooopy, type LooopyEvent, looopy } from './looopy/index.ts';
import { projectAll } from './project.ts';
import type { Projection } from './projection.ts';
import { LOOOPY_FIELDS } from './tasks/index.ts';
import { CORNER_JOURNALS } from './testing/corner-journals.ts';
import { decode as decodeUi, type UiMessageChunk, uiMessages } from './ui-messages/index.ts';
import { UI_FIELDS } from './ui-messages/types.ts';

/** Fields that cannot be absent. */
type Required<T> = { [K in keyof T]-?: Record<never, never> extends Pick<T, K> ? never : K }[keyof T];
type Of<T, N> = Extract<T, { readonly type: N }>;
/** `<type>.<field>` of each required field that the table does not have. */
type Lacking<T extends { readonly type: string }, Table> = {
  [N in T['type'] & keyof Table & string]: `${N}.${Exclude<Required<Of<T, N>>, 'type' | keyof Table[N]> & string}`;
}[T['type'] & keyof Table & string];
/** The fields without those that may be absent. */
type Demanded<Fields> = { [K in keyof Fields as Fields[K] extends `${string}?` ? never : K]: Fields[K] };
type LackingKind<T extends { readonly kind: string }, Table> = {
  [N in T['kind'] & keyof Table & string]: `${N}.${Exclude<
    Required<Extract<T, { readonly kind: N }>>,
    'kind' | 'contextId' | 'taskId' | 'timestamp' | keyof Demanded<Table[N]>
  > &
    string}`;
}[T['kind'] & keyof Table & string];
type Payloads = {
  [N in AgenticEvent['type']]: { readonly type: N } & Of<AgenticEvent, N>['payload'];
}[AgenticEvent['type']];

describe('the fields that decode() demands', () => {
  it('U-25 V-25 L-39: are all that the types say', () => {
    expectTypeOf<Lacking<AguiEvent, typeof AGUI_FIELDS>>().toEqualTypeOf<'REASONING_MESSAGE_START.role'>();
    expectTypeOf<Lacking<UiMessageChunk, typeof UI_FIELDS>>().toEqualTypeOf<never>();
    expectTypeOf<LackingKind<LooopyEvent, typeof LOOOPY_FIELDS>>().toEqualTypeOf<never>();
  });

  it('C-22 G-26: are all that the types say, but for what others may leave out', () => {
    // The specification says "if applicable".
    expectTypeOf<Lacking<CagentEvent, typeof CAGENT_FIELDS>>().toEqualTypeOf<'error.agent_name'>();
    // These fields are ours alone, or known from the others.
    expectTypeOf<Lacking<Payloads, typeof AGENTIC_FIELDS>>().toEqualTypeOf<
      | 'chat_output.role'
      | 'subagent_call.call_id'
      | 'subagent_result.call_id'
      | 'completion_end.metadata'
      | 'completion_end.llm_message'
    >();
  });
});

interface Reader {
  readonly name: string;
  readonly decode: (line: unknown, options?: DecodeOptions) => unknown;
  /** One event or more of each type. */
  readonly events: readonly object[];
  /** The paths that an event must have. */
  readonly required: (event: Readonly<Record<string, unknown>>) => readonly string[];
}

function told(...projections: readonly Projection<object, never>[]): readonly object[] {
  return projections.flatMap((projection) => CORNER_JOURNALS.flatMap(({ entries }) => projectAll(entries, projection)));
}

const plain = (projection: unknown): Projection<object, never> => projection as Projection<object, never>;

/** Events of types that we never tell. */
const MADE = { text: 'x', content: 'x', list: [], object: {}, anything: 1 } as const;

function make(fields: Readonly<Record<string, keyof typeof MADE>>): object {
  return Object.fromEntries(Object.entries(fields).map(([name, kind]) => [name, MADE[kind]]));
}

function fieldsOf(table: Readonly<Record<string, object>>, type: unknown): readonly string[] {
  const fields = typeof type === 'string' && Object.hasOwn(table, type) ? table[type] : {};
  return Object.entries(fields ?? {}).flatMap(([name, kind]) => (String(kind).endsWith('?') ? [] : [name]));
}

/** The keys that the contract names and does not call optional. */
const AFK_DATA: Readonly<Partial<Record<AfkType, readonly string[]>>> = {
  run_started: ['agent_name', 'resumed'],
  policy_decision: ['event_type', 'action', 'reason', 'policy_id', 'matched_rules'],
  llm_completed: ['tool_call_count', 'finish_reason'],
  tool_batch_started: ['tool_call_count'],
  tool_completed: ['tool_name', 'success'],
  subagent_started: ['subagent_name'],
  subagent_completed: ['subagent_name', 'success'],
};

function requiredByAfk({ type }: Readonly<Record<string, unknown>>): readonly string[] {
  const keys = AFK_DATA[type as AfkType] ?? [];
  const data = keys.length === 0 ? [] : ['data', ...keys.map((key) => `data.${key}`)];
  return ['type', 'run_id', 'thread_id', 'state', 'schema_version', ...data];
}

function requiredByA2a(event: Readonly<Record<string, unknown>>): readonly string[] {
  const { kind } = event;
  const name = kind === undefined ? (Object.keys(event)[0] ?? '') : String(kind);
  const body = kind === undefined ? `${name}.` : '';
  const own = name === 'task' ? ['id', 'contextId'] : ['taskId', 'contextId'];
  const parts = kind === undefined ? [] : ['artifact.parts'];
  const rest = /^artifact/.test(name) ? ['artifact', 'artifact.artifactId', ...parts] : ['status', 'status.state'];
  const final = kind === 'status-update' ? ['final'] : [];
  return [...own, ...rest, ...final].map((field) => `${body}${field}`);
}

const AGUI_MADE = Object.entries(AGUI_FIELDS).map(([type, fields]) => ({ type, ...make(fields) }));
const UI_MADE = Object.entries(UI_FIELDS).map(([type, fields]) => ({ type, ...make(fields) }));

const READERS: readonly Reader[] = [
  {
    name: 'cagent',
    decode: decodeCagent,
    events: told(plain(cagent())),
    required: ({ type }) => ['type', ...fieldsOf(CAGENT_FIELDS, type)],
  },
  {
    name: 'Looopy',
    decode: decodeLooopy,
    events: told(plain(looopy({ internal: true })), plain(looopy({ clientTools: ['Bash'] }))),
    required: ({ kind }) =>
      ['kind', 'contextId', 'taskId', 'timestamp', ...fieldsOf(LOOOPY_FIELDS, kind)].filter(
        (field) =>
          !String(kind).startsWith('internal:') || Object.hasOwn(LOOOPY_FIELDS, String(kind)) || field === 'kind',
      ),
  },
  { name: 'AFK', decode: decodeAfk, events: told(plain(afk())), required: requiredByAfk },
  {
    name: 'agentic',
    decode: decodeAgentic,
    events: told(plain(agentic({ logs: true }))),
    required: ({ type }) => [
      'type',
      'depth',
      'payload',
      ...fieldsOf(AGENTIC_FIELDS, type).map((field) => `payload.${field}`),
    ],
  },
  {
    name: 'AG-UI',
    decode: decodeAgui,
    events: [...told(plain(agui({ raw: true }))), ...AGUI_MADE],
    required: ({ type }) => ['type', ...fieldsOf(AGUI_FIELDS, type)],
  },
  {
    name: 'UI messages',
    decode: decodeUi,
    events: [...told(plain(uiMessages())), ...UI_MADE],
    required: ({ type }) => ['type', ...(String(type).startsWith('data-') ? ['data'] : fieldsOf(UI_FIELDS, type))],
  },
  {
    name: 'A2A',
    decode: decodeA2a,
    events: told(plain(a2a()), plain(a2a({ version: '0.3' }))),
    required: requiredByA2a,
  },
];

function without(event: object, [name = '', ...path]: readonly string[]): object {
  const { [name]: inner, ...rest } = event as Record<string, object>;
  return path.length === 0 || inner === undefined ? rest : { ...rest, [name]: without(inner, path) };
}

/** One event of each type. */
function samplesOf({ events, required }: Reader): readonly object[] {
  const samples = new Map<string, object>();
  for (const event of events) {
    const { type, kind } = event as { readonly type?: string; readonly kind?: string };
    samples.set(`${type ?? kind ?? ''} ${required(event as never).join()}`, event);
  }
  return [...samples.values()];
}

describe.each(READERS)('$name', (reader) => {
  const { decode, required } = reader;

  it('A-14 C-22 G-26 L-39 P-19 U-25 V-25: refuses each type without each field that it must have, by the name of the field, or skips it where that is asked for', () => {
    const samples = samplesOf(reader);
    let tried = 0;
    for (const event of samples) {
      expect(decode(event)).toMatchObject(event);
      for (const path of required(event as never)) {
        const line = JSON.stringify(without(event, path.split('.')));
        const field = path.split('.').at(-1) ?? '';
        const refused = () => decode(line);
        expect(refused, `${line} without ${path}`).toThrow(TypeError);
        expect(refused, line).toThrow(new RegExp(`^Cannot read an? .*\\b${field}: expected`));
        const problems: TypeError[] = [];
        expect(decode(line, { onInvalid: (problem) => problems.push(problem) })).toBeUndefined();
        expect(problems).toHaveLength(1);
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(20);
  });
});

it('A-14: takes AFK events of a later version: other values, more fields, and data where the contract knows of none', () => {
  const base = { run_id: 'r', thread_id: 't', state: 'running', schema_version: 'v2' };
  for (const event of [
    { ...base, type: 'llm_completed', data: { tool_call_count: 1, finish_reason: 'paused', more: 1 } },
    { ...base, type: 'step_started', data: {} },
    { ...base, type: 'warning' },
    { ...base, type: 'llm_called', data: {} },
    { ...base, type: 'subagent_completed', data: { subagent_name: 'scout', success: true } },
  ]) {
    expect(decodeAfk(event)).toEqual(event as unknown as AfkEvent);
  }
});
