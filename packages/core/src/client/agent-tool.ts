/** Tools by which an agent itself calls another one, or hands over to it. */
import { types } from 'node:util';
import type { HostTool, RunOptions } from '../adapter/index.ts';
import { checkGiven, demandCall } from '../demand-call.ts';
import { callback, check, checkFields, filledText, isRecord, matching, type Rule, rule } from '../field-rules.ts';
import type { RunHandle } from '../readers/index.ts';
import { jsonSchemaOfObject } from '../schema/index.ts';
import type { AgentMuxClient } from './client.ts';
import { findCalledRunErrors } from './validate-options.ts';

/** The run that a tool starts: all options of a run but its prompt, or a function of what the agent asks for. */
export type CalledRun =
  | Omit<RunOptions, 'prompt'>
  | ((prompt: string, input: Readonly<Record<string, unknown>>) => RunOptions);

/** The options of `agentTool`. */
export interface AgentToolOptions {
  /** The name, of letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  /** The description for the model: what the other agent does and when to ask it. */
  readonly description: string;
  /** The run that a call of the tool starts. Its prompt is what the agent writes. */
  readonly run: CalledRun;
  /**
   * The JSON Schema of what the agent gives; it must have a text `prompt`. @defaultValue an object with `prompt` alone
   */
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  /**
   * Takes each run that is started, in the same turn, so that the program can listen to it or answer its questions. A
   * throw ends the run.
   */
  readonly onStart?: (run: RunHandle) => void;
}

/** The options of `handoffTool`. */
export type HandoffToolOptions = AgentToolOptions;

const RULES = {
  name: matching(/^[A-Za-z0-9_-]{1,64}$/, 'at most 64 letters, digits, "_" and "-"'),
  description: filledText,
  run: rule('the options of a run without its prompt, or a function that gives all of them', isCalledRun),
  inputSchema: jsonSchemaOfObject,
  onStart: callback,
} satisfies Readonly<Record<string, Rule>>;

const A_CLIENT: Rule = rule(
  'what createClient() gives',
  (value) => isRecord(value) && typeof value['call'] === 'function',
);

const INPUT_SCHEMA = {
  type: 'object',
  properties: {
    prompt: { type: 'string', description: 'What the other agent is asked to do, with all that it needs to know.' },
  },
  required: ['prompt'],
} as const;

/**
 * Makes a tool of `RunOptions.tools` by which the agent calls another one: it starts a run below its own, and the call
 * gives back the final text of that run, or of the last run that took over from it. A run that does not complete is an
 * error of the call, which says why. It is ended when nobody waits for the call any more. Throws ValidationError, also
 * for what is wrong with the options of the run.
 */
export function agentTool(client: AgentMuxClient, options: AgentToolOptions): HostTool {
  demandOptions(client, options, 'agentTool()');
  return toolOf(options, async (runOptions, { runId, toolCallId, signal }) => {
    const called = client.call({ runId }, { ...runOptions, parentCall: toolCallId });
    const stop = (): void => void called.tree.abort(called.runId);
    signal.addEventListener('abort', stop, { once: true });
    tellStart(called, options);
    // Only the program that was just told of the run could give it another prompt.
    void called.end();
    const result = await called.tree.result(called.runId).finally(() => signal.removeEventListener('abort', stop));
    if (result.error === null) {
      return result.text;
    }
    throw new Error(`${options.name} did not complete (${result.exitReason}): ${result.error.message}`);
  });
}

/**
 * Makes a tool of `RunOptions.tools` by which the agent hands its task over: when its turn is done its run ends, and
 * another one takes its place. The call returns at once and says so. Throws ValidationError.
 */
export function handoffTool(client: AgentMuxClient, options: HandoffToolOptions): HostTool {
  demandOptions(client, options, 'handoffTool()');
  return toolOf(options, async (runOptions, { runId }) => {
    const successor = client.handoff({ runId }, runOptions);
    tellStart(successor, options);
    return `${options.name} takes over when you have finished. Say nothing more about the task, and end your turn.`;
  });
}

// A run that nobody was told of is aborted, because nobody would look after it.
function tellStart(run: RunHandle, { onStart }: AgentToolOptions): void {
  const giveUp = (): void => void run.tree.abort(run.runId);
  try {
    const returned: unknown = onStart?.(run);
    if (types.isPromise(returned)) {
      returned.catch(giveUp);
    }
  } catch (error) {
    giveUp();
    throw error;
  }
}

function toolOf(
  { name, description, inputSchema = INPUT_SCHEMA, run }: AgentToolOptions,
  act: (options: RunOptions, context: Parameters<HostTool['run']>[1]) => Promise<string>,
): HostTool {
  return {
    name,
    description,
    inputSchema,
    run(input, context) {
      const prompt = isRecord(input) ? input['prompt'] : undefined;
      if (!filledText.accepts(prompt) || !isRecord(input)) {
        throw new Error(`${name} takes a \`prompt\`, which must be ${filledText.expected}.`);
      }
      const words = String(prompt);
      return act(typeof run === 'function' ? run(words, input) : { ...run, prompt: words }, context);
    },
  };
}

// A prompt is reported as a whole; where it is undefined it is not given.
function withoutPrompt({ prompt: _, ...others }: Record<string, unknown>): Record<string, unknown> {
  return others;
}

function isCalledRun(value: unknown): boolean {
  return typeof value === 'function' || (isRecord(value) && value['prompt'] === undefined);
}

function demandOptions(client: unknown, options: unknown, call: string): void {
  if (!isRecord(options)) {
    demandCall(call, checkGiven(RULES, options));
    return;
  }
  const absent = ['name', 'description', 'run'].filter((name) => options[name] === undefined);
  demandCall(call, [
    ...check(A_CLIENT, client, 'client'),
    ...checkFields(RULES, options),
    ...(isRecord(options['run']) ? findCalledRunErrors(withoutPrompt(options['run']), 'run.') : []),
    ...checkFields(RULES, {}, '', absent),
  ]);
}
