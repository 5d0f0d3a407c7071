/** What we say in the Agent Client Protocol, and what we look for in it, is held against the schema of those who make the protocol. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Cassette, readCassette } from '@agent-mux/core/cassette';
import { listFixtures } from '@agent-mux/testkit';
import type {
  ContentBlock,
  InitializeResponse,
  NewSessionResponse,
  PermissionOption,
  PromptResponse,
  RequestPermissionRequest,
  ToolCall,
  ToolCallContent,
  ToolCallUpdate,
} from '@agentclientprotocol/sdk/unstable';
import { type Schema, Validator } from '@cfworker/json-schema';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { KNOWN_UPDATES } from '../adapters/src/acp/known.ts';
import type {
  NativeContent,
  NativeInitialized,
  NativeOption,
  NativePermission,
  NativePromptEnd,
  NativeSession,
  NativeToolCall,
  NativeToolContent,
} from '../adapters/src/acp/native.ts';

interface Definition extends Schema {
  readonly 'x-method'?: string;
}

// Some agents use parts of the protocol that are not settled yet: usage, titles of sessions, questions with a form.
const { $defs } = createRequire(import.meta.url)('@agentclientprotocol/sdk/schema/v1/schema.unstable.json') as {
  readonly $defs: Readonly<Record<string, Definition>>;
};

const validators = new Map<string, Validator>();

/** Each mistake as a sentence; `kind`: what the name of the definition ends with. */
function findMistakes(method: string, kind: 'Request' | 'Response' | 'Notification', value: unknown): string[] {
  const [name] = Object.entries($defs).find(([key, each]) => each['x-method'] === method && key.endsWith(kind)) ?? [];
  if (name === undefined) {
    return [`The protocol has no ${kind.toLowerCase()} ${method}.`];
  }
  const validator = validators.get(name) ?? new Validator({ $ref: `#/$defs/${name}`, $defs }, '2020-12');
  validators.set(name, validator);
  const [, ...errors] = validator.validate(value).errors;
  return errors.slice(0, 2).map(({ instanceLocation, error }) => `${name} ${instanceLocation}: ${error}`);
}

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
}

function parse(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    // Recordings hold lines that are no JSON too.
    return undefined;
  }
}

/** It reads both directions; a method that begins with a low line is of the agent alone. */
function readConversation({ entries }: Cassette) {
  const asked = { in: new Map<unknown, string>(), out: new Map<unknown, string>() };
  const count = { in: 0, out: 0 };
  const mistakes: string[] = [];
  for (const entry of entries) {
    const message =
      'text' in entry && (entry.dir === 'in' || entry.dir === 'out') ? parse(entry.text ?? '') : undefined;
    if (message === undefined || message.method?.startsWith('_') === true) {
      continue;
    }
    const dir = entry.dir as 'in' | 'out';
    count[dir]++;
    const { id, method, params, result } = message;
    if (method !== undefined) {
      asked[dir].set(id, method);
      mistakes.push(...findMistakes(method, id === undefined ? 'Notification' : 'Request', params));
    } else if (result !== undefined) {
      const answered = asked[dir === 'in' ? 'out' : 'in'].get(id);
      mistakes.push(
        ...(answered === undefined ? [`Nobody asked ${String(id)}.`] : findMistakes(answered, 'Response', result)),
      );
    }
  }
  return { count, mistakes };
}

const fixtures = await listFixtures(fileURLToPath(new URL('../fixtures', import.meta.url)));

describe.each(['copilot', 'cursor', 'gemini', 'hermes', 'openclaw', 'opencode'])('%s', (agent) => {
  it('hears and says in its fixtures what the schema of the protocol allows', async () => {
    const said = { in: 0, out: 0 };
    const mistakes: string[] = [];
    for (const fixture of fixtures.filter((each) => each.agent === agent)) {
      const cassette = await readCassette(fixture.cassette);
      const { header } = cassette;
      if (!/\bacp\b/.test([header.mode, ...header.argv].join(' '))) {
        continue;
      }
      const conversation = readConversation(cassette);
      said.in += conversation.count.in;
      said.out += conversation.count.out;
      mistakes.push(...conversation.mistakes.map((mistake) => `${fixture.scenario}: ${mistake}`));
    }
    expect(mistakes).toEqual([]);
    expect(said.in).toBeGreaterThan(9);
    expect(said.out).toBeGreaterThan(said.in);
  }, 60_000);
});

it.each([
  ['session/new', 'Request', { cwd: '/x' }],
  ['session/prompt', 'Request', { sessionId: 's', prompt: 'words' }],
  ['session/request_permission', 'Response', { outcome: { outcome: 'selected' } }],
  ['session/update', 'Notification', { sessionId: 's', update: { sessionUpdate: 'tool_call', toolCallId: 1 } }],
  ['session/stop', 'Notification', {}],
] as const)('sees what is wrong in %s as a %s', (method, kind, value) => {
  expect(findMistakes(method, kind, value)).not.toEqual([]);
});

/** What the protocol has and no CLI has sent so far: whoever takes a newer schema sees here what there is to hear. */
const UNSENT = {
  kinds: [
    'plan_update',
    'plan_removed',
    'notice',
    'compaction_update',
    'compaction_summary_chunk',
    'subagent_update',
    'session_message',
    'session_message_chunk',
  ],
  // A call has the name that the program gave its tool.
  fields: ['name'],
};
const namesIn = (names: unknown): string[] => String(names).split(' ');

type NameIn<T> = T extends unknown ? keyof T : never;

describe('what we look for', () => {
  it('is in each kind of update what the protocol puts there', () => {
    const protocol = ($defs['SessionUpdate']?.['oneOf'] ?? []).map((each: Definition): [string, string[]] => {
      const { sessionUpdate } = (each.properties ?? {}) as Readonly<Record<string, Definition>>;
      const [{ $ref = '' } = {}] = (each.allOf ?? []) as readonly Definition[];
      return [String(sessionUpdate?.const), Object.keys($defs[$ref.replace('#/$defs/', '')]?.properties ?? {})];
    });
    const without = (names: readonly string[]): string[] => names.filter((name) => !UNSENT.fields.includes(name));
    expect(
      Object.fromEntries(Object.entries(KNOWN_UPDATES).map(([kind, names]) => [kind, namesIn(names).slice(1).sort()])),
    ).toEqual(
      Object.fromEntries(
        protocol.filter(([kind]) => !UNSENT.kinds.includes(kind)).map(([kind, names]) => [kind, without(names).sort()]),
      ),
    );
  });

  it('has the names of the protocol', () => {
    expectTypeOf<keyof NativeToolCall>().toExtend<NameIn<ToolCall | ToolCallUpdate>>();
    expectTypeOf<keyof NativeToolContent>().toExtend<NameIn<ToolCallContent>>();
    expectTypeOf<keyof NativeContent>().toExtend<NameIn<ContentBlock>>();
    expectTypeOf<keyof NativePermission>().toExtend<NameIn<RequestPermissionRequest>>();
    expectTypeOf<keyof NativeOption>().toExtend<NameIn<PermissionOption>>();
    expectTypeOf<keyof NativeInitialized>().toExtend<NameIn<InitializeResponse> | 'modes'>();
    expectTypeOf<keyof NativeSession>().toExtend<NameIn<NewSessionResponse> | 'models'>();
    expectTypeOf<keyof NativePromptEnd>().toExtend<NameIn<PromptResponse>>();
  });
});
