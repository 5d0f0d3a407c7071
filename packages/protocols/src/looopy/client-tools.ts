/** Tools of a run that a remote program runs: their calls wait until it has sent what came of them. */

export interface ClientToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

interface CallContext {
  readonly runId: string;
  readonly toolCallId: string;
  readonly signal: Signal;
}

/** An `AbortSignal`, as far as it is needed. */
interface Signal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** As the `tools` of a run take them. */
export interface ClientTool extends ClientToolDefinition {
  readonly run: (input: unknown, context: CallContext) => Promise<string>;
}

export type ToolOutcome = { readonly result: string } | { readonly error: string };

export interface ClientTools {
  /** For the `tools` of the run. */
  readonly tools: readonly ClientTool[];
  /** For the `clientTools` of the projection. */
  readonly names: readonly string[];
  /**
   * What came of a call, by the id of its `input-required`. The agent may not have asked the program for it yet: then it waits.
   * Throws a TypeError where the id is that of no call of a tool, and where the call has a result already.
   */
  settle(inputId: string, outcome: ToolOutcome): void;
}

/** The ids of calls of a client's tools begin so. */
export const CLIENT_CALL = 'tool:';

export function createClientTools(definitions: readonly ClientToolDefinition[]): ClientTools {
  const waiting = new Map<string, (outcome: ToolOutcome) => void>();
  const early = new Map<string, ToolOutcome>();
  const settled = new Set<string>();
  const run: ClientTool['run'] = (_input, { runId, toolCallId, signal }) =>
    new Promise((resolve, reject) => {
      // In a tree two runs may use one id, and only the root's own calls are told without that of their run.
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
        // A CLI may use an id again in its next run. Of two that wait for it, the plain one is that of the first.
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
