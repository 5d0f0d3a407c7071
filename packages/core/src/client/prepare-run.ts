/** Turns options into a prepared run, or throws what is wrong with them. Starts nothing. */
import { delimiter } from 'node:path';
import { ulid } from 'ulid';
import type { Adapter, PromptInput, ResolvedOptions, RunOptions } from '../adapter/index.ts';
import { DEFAULT_MAX_TEXT_BYTES } from '../assembler/index.ts';
import type { Clock } from '../clock.ts';
import { demandCall } from '../demand-call.ts';
import { AgentMuxError, ValidationError } from '../errors.ts';
import { missing } from '../field-rules.ts';
import { given } from '../given.ts';
import { findExecutable } from '../process/index.ts';
import { type AdapterRegistry, chooseMode, describeInstallMethod, findInstallMethods } from '../registry/index.ts';
import { mergePolicies, type Place, type PreparedRun, readNotes } from '../run/index.ts';
import { findJsonSchema } from '../schema/index.ts';
import type { ClientOptions } from './client-options.ts';
import { findUnpriced } from './price-rules.ts';
import { readImages } from './read-attachments.ts';
import { findReservedOptions } from './reserved-options.ts';
import type { StartingCall } from './validate-options.ts';

export interface PrepareContext {
  readonly clock: Clock;
  readonly registry: AdapterRegistry;
  /** The call that asks for the run, for messages. */
  readonly call: StartingCall;
  readonly place: Place;
  readonly defaults: ClientOptions;
}

const NO_TIMEOUT = 0;

export function prepareRun(
  options: RunOptions,
  { registry, defaults, clock, call, place }: PrepareContext,
): PreparedRun {
  const agent = options.agent ?? defaults.defaultAgent;
  if (agent === undefined) {
    const expected = 'the name of an agent, here or as `defaultAgent` of the client';
    throw new ValidationError([missing('agent', expected)], call);
  }
  const adapter = registry.get(agent);
  const resolved = resolveOptions(options, { defaults, call });
  const images = readImages(options.attachments ?? [], call);
  const input: PromptInput = images.length === 0 ? { text: resolved.prompt } : { text: resolved.prompt, images };
  const mode = chooseMode(adapter, resolved, input, options.mode);
  const { prices = {} } = defaults;
  demandCall(call, [
    ...findReservedOptions({ adapter, mode, native: resolved.native }),
    ...findUnpriced({ agent, mode, options: resolved, prices }),
  ]);
  const runId = options.runId ?? ulid();
  const name = options.name ?? agent;
  return {
    runId,
    name,
    lineage: place({ runId, name, options }),
    agent,
    adapter,
    mode,
    binary: options.binary ?? findBinary(adapter, resolved, clock),
    options: resolved,
    input,
    timeout: options.timeout ?? defaults.timeout ?? NO_TIMEOUT,
    inactivityTimeout: options.inactivityTimeout ?? defaults.inactivityTimeout ?? NO_TIMEOUT,
    interactionTimeoutMs: options.interactionTimeoutMs ?? 300_000,
    interactionGraceMs: options.interactionGraceMs ?? 2_000,
    gracePeriodMs: options.gracePeriodMs ?? 5_000,
    settleMs: options.settleMs ?? 2_000,
    highWaterMark: options.highWaterMark ?? 1_000,
    maxLineBytes: options.maxLineBytes ?? 64 * 1024 * 1024,
    maxTextBytes: options.maxTextBytes ?? DEFAULT_MAX_TEXT_BYTES,
    collectEvents: options.collectEvents ?? false,
    retryPolicy: mergePolicies(defaults.retryPolicy, options.retryPolicy),
    tags: options.tags ?? [],
    storeRequired: options.storeRequired ?? false,
    record: typeof options.record === 'string' ? { dir: options.record } : options.record,
    signal: options.signal,
    leaveRunning: options.leaveRunning,
    onApprovalRequest: options.onApprovalRequest,
    onInputRequired: options.onInputRequired,
    outputSchema: options.outputSchema,
    prices,
    debug: defaults.debug ?? false,
    notes: readNotes({ adapter, mode, options: resolved }),
  };
}

/** Options that shape what the agent does: the part of RunOptions that modes and dialects see. */
const AGENT_OPTIONS = [
  'systemPrompt',
  'attachments',
  'thinkingEffort',
  'thinkingBudgetTokens',
  'temperature',
  'topP',
  'topK',
  'maxTokens',
  'maxCostUsd',
  'maxOutputTokens',
  'sessionId',
  'forkSessionId',
  'checkpointId',
  'maxTurns',
  'sandbox',
  'network',
  'native',
  'skills',
  'agentsDoc',
  'mcpServers',
  'tools',
] as const;

function resolveOptions(
  options: RunOptions,
  { defaults, call }: Pick<PrepareContext, 'defaults' | 'call'>,
): ResolvedOptions {
  const model = options.model ?? defaults.defaultModel;
  return {
    ...Object.fromEntries(
      AGENT_OPTIONS.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
    ),
    ...given({ model, env: options.env && withoutUndefined(options.env) }),
    ...findOutputSchema(options),
    prompt: typeof options.prompt === 'string' ? options.prompt : options.prompt.join('\n\n'),
    cwd: options.cwd ?? currentFolder(call),
    stream: options.stream ?? defaults.stream ?? 'auto',
    approvalMode: options.approvalMode ?? defaults.approvalMode ?? 'prompt',
    systemPromptMode: options.systemPromptMode ?? 'prepend',
    noSession: options.noSession ?? false,
    includeSubagents: options.includeSubagents ?? false,
    keepOpen: options.keepOpen ?? false,
  };
}

// As everywhere: what is undefined is not given.
function withoutUndefined(env: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
}

function currentFolder(call: StartingCall): string {
  try {
    return process.cwd();
  } catch {
    // Why: the folder that the host was started in is gone.
    throw new ValidationError([missing('cwd', 'given, since the current folder does not exist any more')], call);
  }
}

function findBinary(adapter: Adapter, { env, cwd }: ResolvedOptions, clock: Clock): string {
  const path = env?.['PATH'] ?? process.env['PATH'] ?? '';
  const found = findExecutable(adapter.cliCommand, { env: { PATH: path }, cwd, clock });
  if (found === undefined) {
    const [method] = findInstallMethods(adapter.install);
    throw new AgentMuxError(
      'AGENT_NOT_INSTALLED',
      `${adapter.displayName} is not installed: "${adapter.cliCommand}" was not found in the ${path.split(delimiter).filter(Boolean).length} folders of PATH.` +
        `${method === undefined ? '' : ` Install it ${describeInstallMethod(method)}.`} Or give the path of the CLI as \`binary\`.`,
    );
  }
  return found;
}

function findOutputSchema({ outputSchema, jsonSchema }: RunOptions): Pick<ResolvedOptions, 'outputSchema'> {
  const found = outputSchema === undefined ? undefined : findJsonSchema({ schema: outputSchema, jsonSchema });
  return found === undefined || 'wrong' in found ? {} : { outputSchema: found.jsonSchema };
}
