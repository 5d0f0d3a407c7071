/**
 * Runs the program's own tools when the agent calls them, and hands back the outcome. A call that nobody can run is
 * refused.
 */
import { showValue } from '@agent-mux/events';
import type { Dialect, EventDraft, HostTool, HostToolOutcome, Writes } from '../adapter/index.ts';
import { describeError } from '../describe-error.ts';

export type HostToolCall = Extract<EventDraft, { type: 'host_tool_call' }>;

export interface HostToolsOptions {
  readonly runId: string;
  readonly tools: readonly HostTool[];
  /** Returns the dialect of the current attempt. */
  readonly dialect: () => Dialect;
  readonly say: (writes: Writes) => void;
  /** Takes a result that is about to be handed back. */
  readonly onResult: (key: string, outcome: HostToolOutcome) => void;
  /** Returns why nothing is granted at the moment and no tool is run. */
  readonly refusal: () => string | undefined;
  /** Returns the id that the events of a call carry. */
  readonly publicId: (toolCallId: string) => string;
  readonly onWarning: (message: string) => void;
  /** Reports that the answer could not be handed back. */
  readonly onFault: (error: unknown) => void;
}

export class HostTools {
  readonly #options: HostToolsOptions;
  readonly #running = new Map<string, AbortController>();
  #called = false;

  constructor(options: HostToolsOptions) {
    this.#options = options;
  }

  /** Whether a tool runs, so that the agent waits for the program, and not the other way round. */
  get isRunning(): boolean {
    return this.#running.size > 0;
  }

  /** Whether any was run, because an attempt is then not repeated. */
  get wasCalled(): boolean {
    return this.#called;
  }

  /** Runs a tool that the CLI called, once the events of the call are out. */
  call({ key, toolCallId, toolName, input }: HostToolCall): void {
    const refusal = this.#options.refusal();
    if (refusal !== undefined) {
      this.#say(key, { type: 'error', message: `The tool was not run: ${refusal}.` });
      return;
    }
    this.#called = true;
    // A CLI that uses a key again waits for the new call alone.
    this.settle(key);
    const controller = new AbortController();
    this.#running.set(key, controller);
    const { runId, publicId } = this.#options;
    const context = { runId, toolCallId: publicId(toolCallId), signal: controller.signal };
    void this.#run(toolName, input, context)
      .then((outcome) => this.#return(key, controller, outcome))
      .catch(this.#options.onFault);
  }

  /** Settles a call that was answered, or that nobody waits for any more. */
  settle(key: string): void {
    this.#running.get(key)?.abort();
    this.#running.delete(key);
  }

  /** Aborts all calls, because the attempt is over. */
  close(): void {
    for (const key of [...this.#running.keys()]) {
      this.settle(key);
    }
  }

  async #run(toolName: string, input: unknown, context: Parameters<HostTool['run']>[1]): Promise<HostToolOutcome> {
    const { tools, onWarning } = this.#options;
    const tool = tools.find(({ name }) => name === toolName);
    if (tool === undefined) {
      onWarning(`The agent called "${toolName}", a tool of its client that this run does not offer; it was told so.`);
      return { type: 'error', message: `This client offers no tool "${toolName}".` };
    }
    try {
      const text: unknown = await tool.run(input, context);
      if (typeof text === 'string') {
        return { type: 'output', text };
      }
      onWarning(`The tool "${toolName}" returned ${showValue(text)} and not a string: its call has failed.`);
      return { type: 'error', message: `The tool "${toolName}" gave no text.` };
    } catch (error) {
      return { type: 'error', message: describeError(error) };
    }
  }

  #return(key: string, controller: AbortController, outcome: HostToolOutcome): void {
    // Nobody waits for this call any more, and its key may be that of another one by now.
    if (this.#running.get(key) !== controller) {
      return;
    }
    this.#running.delete(key);
    this.#say(key, outcome);
  }

  #say(key: string, outcome: HostToolOutcome): void {
    const writes = this.#options.dialect().returnHostTool?.(key, outcome) ?? 'gone';
    if (writes !== 'gone') {
      this.#options.onResult(key, outcome);
      this.#options.say(writes);
    }
  }
}
