/** Tools of a run that a remote program runs: their calls wait until it has sent the results. */

export interface ClientToolDefinition {
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

interface CallContext {
  readonly runId: string;
  readonly toolCallId: string;
  readonly signal: Signal;
}

/** The part of an `AbortSignal` that is needed. */
interface Signal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** A tool in the form that the `tools` of a run take. */
export interface ClientTool extends ClientToolDefinition {
  readonly run: (input: unknown, context: CallContext) => Promise<string>;
}

export type ToolOutcome = { readonly result: string } | { readonly error: string };

export interface ClientTools {
  /** The tools for the `tools` of the run. */
  readonly tools: readonly ClientTool[];
  /** The names for the `clientTools` of the projection. */
  readonly names: readonly string[];
  /**
   * Gives the result of a call, by the id of its `input-required`. If the agent has not asked the program for it yet, the result waits.
   * Throws a TypeError where the id is that of no call of a tool, and where the call has a result already.
   */
  settle(inputId: string, outcome: ToolOutcome): void;
}

/** The prefix of the ids of calls of a client's tools. */
export const CLIENT_CALL = 'tool:';

export function createClientTools(definitions: readonly ClientToolDefinition[]): ClientTools {
  const waiting = new Map<string, (outcome: ToolOutcome) => void>();
  const early = new Map<string, ToolOutcome>();
  const settled = new Set<string>();
  const run: ClientTool['run'] = (_input, { runId, toolCallId, signal }) =>
    new Promise((resolve, reject) => {
      // Two runs of a tree may use one id, and only the root's own calls are told without the id of their run.
      const ids = [toolCallId, `${runId}/${toolCallId}`];
      const forget = (): void => {
        for (const id of ids) {
          if (waiting.get(id) === settle) {
            waiting.delete(id);
          }
        }
        signal.removeEventListener('abort', abort);
      };
      const abort = (): void => {
        forget();
        reject(new Error('Nobody waits for the result any more.'));
      };
      const settle = (outcome: ToolOutcome): void => {
        forget();
        for (const id of ids) {
          if (!waiting.has(id)) {
            settled.add(id);
          }
        }
        if ('result' in outcome) {
          resolve(outcome.result);
        } else {
          reject(new Error(outcome.error));
        }
      };
      const known = ids.find((id) => early.has(id));
      const outcome = known === undefined ? undefined : early.get(known);
      if (known !== undefined && outcome !== undefined) {
        early.delete(known);
        settle(outcome);
        return;
      }
      signal.addEventListener('abort', abort, { once: true });
      for (const id of ids) {
        // A CLI may use an id again in its next run. If both calls wait for it, the plain id is that of the first.
        settled.delete(id);
        if (!waiting.has(id)) {
          waiting.set(id, settle);
        }
      }
      if (signal.aborted) {
        abort();
      }
    });
  return {
    tools: definitions.map((definition) => ({ ...definition, run })),
    names: definitions.map(({ name }) => name),
    settle(inputId, outcome) {
      if (!inputId.startsWith(CLIENT_CALL)) {
        throw new TypeError(`Cannot take the result of ${inputId}: it asks for no call of a tool.`);
      }
      const id = inputId.slice(CLIENT_CALL.length);
      const settle = waiting.get(id);
      if (settle !== undefined) {
        settle(outcome);
        return;
      }
      if (settled.has(id) || early.has(id)) {
        throw new TypeError(`Cannot take the result of ${inputId}: ${inputId} has a result already.`);
      }
      early.set(id, outcome);
    },
  };
}
