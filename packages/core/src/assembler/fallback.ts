/** Says once per capability, just before its first output, that this agent does not stream it. */
import type { AgentName, StreamCapability } from '@agent-mux/events';
import type { Streams } from './contract.ts';
import type { Output } from './output.ts';

const WHAT: Readonly<Record<StreamCapability, string>> = {
  text: 'text: messages come whole',
  thinking: 'thinking: blocks come whole',
  tool_calls: 'tool input: calls come with their whole input',
};

export class Fallback {
  readonly #out: Output;
  readonly #agent: AgentName;
  readonly #mode: boolean | 'auto';
  /** What had output already: before its first the agent's lack is told, never after. */
  readonly #seen = new Set<StreamCapability>();
  readonly #told = new Set<StreamCapability>();
  readonly #streams: Streams;

  constructor(out: Output, options: { agent: AgentName; stream: boolean | 'auto'; streams: Streams }) {
    this.#out = out;
    this.#agent = options.agent;
    this.#mode = options.stream;
    this.#streams = options.streams;
  }

  /** Whether its output comes in pieces. What was once said to come whole does so for the rest of the run. */
  isStreamed(capability: StreamCapability): boolean {
    return !this.#told.has(capability) && this.#does(capability);
  }

  /** To be called before each block and call that is seen; most have nothing to tell. */
  before(capability: StreamCapability): void {
    if (this.#seen.has(capability)) {
      return;
    }
    this.#seen.add(capability);
    if (this.#mode !== false && !this.#does(capability)) {
      this.#told.add(capability);
      const reason = `${this.#agent} does not stream ${WHAT[capability]}`;
      this.#out.put({ type: 'stream_fallback', capability, reason });
    }
  }

  #does(capability: StreamCapability): boolean {
    switch (capability) {
      case 'text':
        return this.#streams.text;
      case 'thinking':
        return this.#streams.thinking;
      case 'tool_calls':
        return this.#streams.toolInput;
      default:
        return capability satisfies never;
    }
  }
}
