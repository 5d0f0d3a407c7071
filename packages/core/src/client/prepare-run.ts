/** Turns options into a prepared run, or throws what is wrong with them. It starts nothing. */
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
import {
  AGENT_DEFAULTS,
  findUnpriced,
  mergePolicies,
  noteOnUnasked,
  type Place,
  type PreparedRun,
  readNotes,
} from '../run/index.ts';
import { findJsonSchema } from '../schema/index.ts';
import type { ClientOptions } from './client-options.ts';
import { AGENT_OPTIONS } from './option-rules.ts';
import { readImages } from './read-attachments.ts';
import { findReservedOptions } from './reserved-options.ts';
import type { StartingCall } from './validate-options.ts';

export interface PrepareContext {
  readonly clock: Clock;
  readonly registry: AdapterRegistry;
  /** The call that asks for the run, for error messages. */
  readonly call: StartingCall;
  readonly place: Place;
  readonly defaults: ClientOptions;
}

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
    ...findReservedOptions({ adapter, mode, options: resolved }),
    ...findUnpriced({ agent, mode, options: resolved, prices }),
  ]);
  const runId = options.runId ?? ulid();
  const name = options.name ?? agent;
  const { signal, leaveRunning, onApprovalRequest, onInputRequired } = options;
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
    ...withDefaults(RUN_DEFAULTS, options, defaults),
    retryPolicy: mergePolicies(defaults.retryPolicy, options.retryPolicy),
    record: typeof options.record === 'string' ? { dir: options.record } : options.record,
    ...given({ signal, leaveRunning, onApprovalRequest, onInputRequired }),
    outputSchema: options.outputSchema,
    prices,
    debug: defaults.debug ?? false,
    notes: [...readNotes({ adapter, mode, options: resolved }), ...noteOnUnasked(resolved, options)],
  };
}

/** The values that a run has where neither it nor its client sets one. */
const RUN_DEFAULTS = {
  timeout: 0,
  inactivityTimeout: 0,
  interactionTimeoutMs: 300_000,
  interactionGraceMs: 2_000,
  gracePeriodMs: 5_000,
  settleMs: 2_000,
  highWaterMark: 1_000,
  maxLineBytes: 64 * 1_024 * 1_024,
  maxTextBytes: DEFAULT_MAX_TEXT_BYTES,
  collectEvents: false,
  tags: [],
  storeRequired: false,
} satisfies Partial<RunOptions>;

/** Returns for each of these the value of the run, else of the client, else the default. */
function withDefaults<T extends Partial<RunOptions>>(
  table: T,
  options: RunOptions,
  defaults: ClientOptions,
): Required<Pick<RunOptions, keyof T & keyof RunOptions>> {
  const told: Record<string, unknown> = { ...table, ...given(defaults), ...given(options) };
  return Object.fromEntries(Object.keys(table).map((name) => [name, told[name]])) as never;
}

function resolveOptions(
  options: RunOptions,
  { defaults, call }: Pick<PrepareContext, 'defaults' | 'call'>,
): ResolvedOptions {
  const model = options.model ?? defaults.defaultModel;
  return {
    ...given(Object.fromEntries(AGENT_OPTIONS.map((name) => [name, options[name]]))),
    ...given({ model, env: options.env && (given(options.env) as Record<string, string>) }),
    ...findOutputSchema(options),
    prompt: typeof options.prompt === 'string' ? options.prompt : options.prompt.join('\n\n'),
    cwd: options.cwd ?? currentFolder(call),
    ...withDefaults(AGENT_DEFAULTS, options, defaults),
  };
}

function currentFolder(call: StartingCall): string {
  try {
    return process.cwd();
  } catch {
    // The folder that the host was started in is gone.
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
