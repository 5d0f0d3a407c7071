/** Every public option object × an unknown name, each name with a slip, each name with a value of the wrong type: refused in words, and nothing begins. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type AbortTree,
  type AgentToolOptions,
  agentTool,
  type CallOptions,
  type ClientOptions,
  createStoredHandle,
  type EntriesOptions,
  type FollowUpOptions,
  type HandoffOptions,
  handoffTool,
  type JsonSchema,
  type ListenOptions,
  type PublishOptions,
  type RespondOptions,
  type RunOptions,
  type SessionListOptions,
  type SessionLookup,
  type StoredHandleOptions,
  type ToolOptions,
  tool,
} from '@agent-mux/core';
import { type TraceOptions, trace } from '@agent-mux/otel';
import type { PolicyOptions, PolicyRules } from '@agent-mux/policy';
import { type A2aOptions, a2a } from '@agent-mux/protocols/a2a';
import { type AfkHandleOptions, type AfkOptions, afk, toAfkHandle } from '@agent-mux/protocols/afk';
import { type AguiOptions, agui } from '@agent-mux/protocols/ag-ui';
import { type AgenticOptions, agentic } from '@agent-mux/protocols/agentic';
import { type CagentOptions, cagent } from '@agent-mux/protocols/cagent';
import { type LooopyOptions, looopy } from '@agent-mux/protocols/looopy';
import { openStore, type StoreOptions } from '@agent-mux/store';
import {
  type PlayedAgentOptions,
  type PlayerBinaryOptions,
  type PlayerOptions,
  playedAgent,
  playerCommand,
  type ScriptedAgentOptions,
  scriptedAgent,
  writePlayerBinary,
} from '@agent-mux/testkit';
import { trace as tracing } from '@opentelemetry/api';
import { createClient, policy } from 'agent-mux';
import { afterAll, describe, expect, it } from 'vitest';
import { answers, session, toyAdapter } from './support/toy-adapter.ts';

const root = mkdtempSync(join(tmpdir(), 'amux-misnamed-'));
const cwd = join(root, 'cwd');
mkdirSync(cwd);
const started = join(root, 'started');
const binary = join(root, 'cli');
writeFileSync(binary, `#!/bin/sh\ntouch ${started}\n`, { mode: 0o755 });
const RECORDING = fileURLToPath(new URL('../fixtures/claude/2.1.329/text', import.meta.url));

const mux = createClient({ adapters: [toyAdapter({ steps: [session, answers('x'), { do: 'read-all' }] })] });
// One that stays open: what is said to it, or called by it, is refused before it is heard of.
const live = mux.run({ agent: 'toy', prompt: 'go', keepOpen: true, gracePeriodMs: 100 });
afterAll(async () => {
  await live.abort();
  rmSync(root, { recursive: true });
});

/** The names of all options of a type: one that is added has to be added here. */
type Names<T> = { readonly [K in keyof Required<T>]: true };
interface Door {
  /** The name that its errors give it. */
  readonly call: string;
  readonly names: Readonly<Record<string, true>>;
  readonly give: (options: never) => unknown;
  /** What else has to be given. */
  readonly base?: object;
}

const all = <T>(names: Names<T>): Names<T> => names;

const RUN = all<RunOptions>({
  ...{ agent: true, prompt: true, mode: true, binary: true, systemPrompt: true, systemPromptMode: true, cwd: true },
  ...{ attachments: true, model: true, thinkingEffort: true, thinkingBudgetTokens: true, temperature: true },
  ...{ topP: true, topK: true, maxTokens: true, maxCostUsd: true, maxOutputTokens: true, sessionId: true, env: true },
  ...{ forkSessionId: true, checkpointId: true, noSession: true, maxTurns: true, skills: true, agentsDoc: true },
  ...{ mcpServers: true, tools: true, outputSchema: true, jsonSchema: true, includeSubagents: true, keepOpen: true },
  ...{ onInputRequired: true, onApprovalRequest: true, interactionTimeoutMs: true, interactionGraceMs: true },
  ...{ runId: true, name: true, contextId: true, threadId: true, taskId: true, tags: true, collectEvents: true },
  ...{ highWaterMark: true, gracePeriodMs: true, settleMs: true, maxLineBytes: true, maxTextBytes: true },
  ...{ leaveRunning: true, storeRequired: true, sandbox: true, network: true, native: true, signal: true },
  ...{ record: true, approvalMode: true, timeout: true, inactivityTimeout: true, retryPolicy: true, stream: true },
});
const WHEN = all<FollowUpOptions>({ when: true });
const LISTEN = all<ListenOptions>({ replay: true });
const READ = all<EntriesOptions>({ observes: true });
const TOOL = all<AgentToolOptions>({ name: true, description: true, run: true, inputSchema: true, onStart: true });
const LOOKUP = all<SessionLookup>({ agent: true, env: true, onProblem: true });
const PLAYER = all<PlayerOptions>({ speed: true, cut: true, strict: true });
const ABOUT = { name: 'helper', description: 'Helps.', run: { agent: 'toy' } };
const ignore = (): void => {};
const toy = { agent: 'toy', prompt: 'go', cwd, binary };

const DOORS: readonly Door[] = [
  {
    call: 'createClient()',
    names: all<ClientOptions>({
      ...{ adapters: true, defaultAgent: true, defaultModel: true, debug: true, store: true, prices: true },
      ...{
        maxDepth: true,
        approvalMode: true,
        timeout: true,
        inactivityTimeout: true,
        retryPolicy: true,
        stream: true,
      },
    }),
    give: createClient,
  },
  { call: 'run()', names: RUN, give: mux.run, base: toy },
  { call: 'prompt()', names: RUN, give: mux.prompt, base: toy },
  {
    call: 'call()',
    names: all<CallOptions>({ ...RUN, parentCall: true }),
    give: (options) => mux.call(live, options),
    base: toy,
  },
  {
    call: 'handoff()',
    names: all<HandoffOptions>({ ...RUN, now: true }),
    give: (options) => mux.handoff(live, options),
    base: toy,
  },
  { call: 'queue()', names: WHEN, give: (options) => live.queue('x', options) },
  { call: 'steer()', names: WHEN, give: (options) => live.steer('x', options) },
  { call: 'on()', names: LISTEN, give: (options) => live.on('text_delta', ignore, options) },
  { call: 'once()', names: LISTEN, give: (options) => live.once('text_delta', ignore, options) },
  { call: 'entries()', names: READ, give: (options) => live.entries(options) },
  { call: 'entries()', names: READ, give: (options) => live.tree.entries(options) },
  {
    call: 'tree.abort()',
    names: all<AbortTree>({ runId: true, reason: true }),
    give: (options) => live.tree.abort(options),
  },
  { call: 'publish()', names: all<PublishOptions>({ lane: true }), give: (options) => live.publish('k', 1, options) },
  {
    call: 'respond()',
    names: all<RespondOptions>({ by: true }),
    give: (options) => live.interaction.respond('x', { type: 'approve' }, options),
  },
  {
    call: 'respond()',
    names: { scope: true, input: true, detail: true },
    give: (response) => live.interaction.respond('x', response),
    base: { type: 'approve' },
  },
  {
    call: 'tool()',
    names: all<ToolOptions<JsonSchema>>({ name: true, description: true, input: true, jsonSchema: true, run: true }),
    give: tool,
    base: { name: 't', description: 'd', input: { type: 'object' }, run: ignore },
  },
  { call: 'agentTool()', names: TOOL, give: (options) => agentTool(mux, options), base: ABOUT },
  { call: 'handoffTool()', names: TOOL, give: (options) => handoffTool(mux, options), base: ABOUT },
  {
    call: 'createStoredHandle()',
    names: all<StoredHandleOptions>({
      ...{ header: true, entries: true, tree: true },
      collectEvents: true,
      highWaterMark: true,
    }),
    give: createStoredHandle,
    base: { header: { runId: 'x' }, entries: live.entries() },
  },
  { call: 'sessions.get()', names: LOOKUP, give: (options) => mux.sessions.get('id', options) },
  ...(['list', 'iterate'] as const).map((name) => ({
    call: `sessions.${name}()`,
    names: all<Omit<SessionListOptions, 'limit'>>({ ...LOOKUP, cwd: true, since: true, until: true }),
    give: (options: never) => mux.sessions[name](options),
  })),
  {
    call: 'openStore()',
    names: all<StoreOptions>({ sync: true, writer: true }),
    give: (options) => openStore(join(cwd, 'runs.db'), options),
  },
  {
    call: 'policy()',
    names: all<PolicyOptions>({ cwd: true, home: true, resolve: true }),
    give: (options) => policy({}, options),
  },
  {
    call: 'policy()',
    names: all<PolicyRules>({ allow: true, ask: true, deny: true, otherwise: true, roots: true }),
    give: (rules) => policy(rules),
  },
  { call: 'afk()', names: all<AfkOptions>({ thread: true }), give: afk },
  { call: 'agui()', names: all<AguiOptions>({ interrupts: true, raw: true }), give: agui },
  { call: 'agentic()', names: all<AgenticOptions>({ logs: true }), give: agentic },
  { call: 'cagent()', names: all<CagentOptions>({ partial: true, extensions: true }), give: cagent },
  {
    call: 'looopy()',
    names: all<LooopyOptions>({
      ...{ thoughts: true, forwardSubtasks: true, internal: true },
      clientTools: true,
      requireUser: true,
    }),
    give: looopy,
  },
  {
    call: 'a2a()',
    names: all<A2aOptions>({ version: true, forwardSubtasks: true, extension: true }),
    give: a2a,
  },
  {
    call: 'toAfkHandle()',
    names: all<AfkHandleOptions>({
      ...{ source: true, userId: true, sleep: true, thread: true, notify: true, append: true, telemetry: true },
    }),
    give: (options) => toAfkHandle(live, options),
  },
  {
    call: 'trace a run',
    names: all<TraceOptions>({ content: true, context: true, signal: true }),
    give: (options) => trace(live, tracing.getTracer('test'), options),
  },
  { call: 'playerCommand()', names: PLAYER, give: (options) => playerCommand(RECORDING, options) },
  {
    call: 'writePlayerBinary()',
    names: all<PlayerBinaryOptions>({ ...PLAYER, binary: true, cassette: true }),
    give: writePlayerBinary,
    base: { binary: join(cwd, 'player'), cassette: RECORDING },
  },
  {
    call: 'playedAgent()',
    names: all<PlayedAgentOptions>({ ...PLAYER, adapter: true }),
    give: (options) => playedAgent(RECORDING, options),
  },
  {
    call: 'scriptedAgent()',
    names: all<ScriptedAgentOptions>({ binary: true, mode: true, files: true, setup: true, environment: true }),
    give: (options) => scriptedAgent('claude', [], options),
  },
];

/** What the call says of it, thrown or rejected. */
async function refusal({ give, base }: Door, options: object): Promise<string> {
  try {
    await give({ ...base, ...options } as never);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'nothing';
}

const names = ({ names: known }: Door): string[] => Object.keys(known);
/** A slip of the name: its first letter twice. */
const slipOf = (name: string): string => `${name[0]}${name}`;
/** What no option is, whatever its type. */
const WRONG = Symbol('wrong');

describe.each(DOORS.map((door) => ({ ...door, about: names(door).slice(0, 3).join(', ') })))(
  '$call with $about',
  (door) => {
    it('refuses a name that there is none of', async () => {
      const said = await refusal(door, { zzzzzzzz: 1 });
      expect(said).toContain(door.call);
      expect(said).toMatch(/zzzzzzzz`? (?:is no (?:option|field)\b)|zzzzzzzz: there is no such option/);
    });

    it('says which name was meant', async () => {
      for (const name of names(door)) {
        const said = await refusal(door, { [slipOf(name)]: 1 });
        expect(said, name).toMatch(new RegExp(`[Dd]id you mean [\`"]${name.replace('$', '\\$')}[\`"]\\?`));
      }
    });

    it('refuses a value of the wrong type, with its name and what it is', async () => {
      for (const name of names(door)) {
        const said = await refusal(door, { [name]: WRONG });
        expect(said, name).toContain(door.call);
        expect(said, name).toMatch(new RegExp(`\\b${name.replace('$', '')}\\b.*(?:symbol\\b|Symbol\\(wrong\\))`));
      }
    });

    it('says all of it at once', async () => {
      const said = await refusal(door, {
        zzzzzzzz: 1,
        ...Object.fromEntries(names(door).map((name) => [name, WRONG])),
      });
      for (const name of ['zzzzzzzz', ...names(door)]) {
        expect(said).toContain(name);
      }
    });
  },
);

it('has started nothing, and written nothing', () => {
  expect(existsSync(started)).toBe(false);
  expect(readdirSync(cwd)).toEqual([]);
  expect(live.tree.runs).toEqual([live]);
});
