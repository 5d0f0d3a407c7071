/** Says once per capability, just before its first output, that this agent does not stream it. */
import type { StreamCapability } from '@agent-mux/events';
import type { AssemblerOptions, Streams } from './contract.ts';
import type { Output } from './output.ts';

const CAPABILITIES: Readonly<Record<StreamCapability, { readonly stream: keyof Streams; readonly lack: string }>> = {
  text: { stream: 'text', lack: 'text: messages come whole' },
  thinking: { stream: 'thinking', lack: 'thinking: blocks come whole' },
  tool_calls: { stream: 'toolInput', lack: 'tool input: calls come with their whole input' },
};

export class Fallback {
  readonly #out: Output;
  /** The capabilities with output so far: a lack is reported before the first output of one, never after. */
  readonly #seen = new Set<StreamCapability>();
  readonly #told = new Set<StreamCapability>();
  readonly #options: Pick<AssemblerOptions, 'agent' | 'stream' | 'streams'>;

  constructor(out: Output, options: Pick<AssemblerOptions, 'agent' | 'stream' | 'streams'>) {
    this.#out = out;
    this.#options = options;
  }

  /**
   * Whether the output comes in pieces. A capability that was once reported to come whole does so for the rest of the
   * run.
   */
  isStreamed(capability: StreamCapability): boolean {
    return !this.#told.has(capability) && this.#does(capability);
  }

  /**
   * Reports a lack, if there is one. It is called before each visible block and call, and most have nothing to report.
   */
  before(capability: StreamCapability): void {
    if (this.#seen.has(capability)) {
      return;
    }
    this.#seen.add(capability);
    const { agent, stream } = this.#options;
    if (stream !== false && !this.#does(capability)) {
      this.#told.add(capability);
      const reason = `${agent} does not stream ${CAPABILITIES[capability].lack}`;
      this.#out.put({ type: 'stream_fallback', capability, reason });
    }
  }

  #does(capability: StreamCapability): boolean {
    return this.#options.streams()[CAPABILITIES[capability].stream];
  }
}
