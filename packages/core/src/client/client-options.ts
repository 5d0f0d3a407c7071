/** What a client is made with, and what its calls take beside the options of a run. */
import type { Adapter, ClientDefaults, Prices, RunOptions } from '../adapter/index.ts';
import type { RunStore } from '../run/index.ts';

/** Adapters and defaults of a client; each run may set its own. */
export interface ClientOptions extends ClientDefaults {
  /** @defaultValue none for `@agent-mux/core`; all built-in ones for `agent-mux` */
  readonly adapters?: readonly Adapter[];
  readonly defaultAgent?: string;
  readonly defaultModel?: string;
  /** Put the native text on each event, as `raw`. @defaultValue false */
  readonly debug?: boolean;
  /** Keeps every run; `openStore()` of `@agent-mux/store` gives one. The client does not close it. @defaultValue none */
  readonly store?: RunStore;
  /** What models cost, for `maxCostUsd` of agents that tell no money, or another one than you pay. @defaultValue only what agents tell counts */
  readonly prices?: Prices;
  /** How deep runs may call each other; the root of a tree stands at 0. 0 to 64. @defaultValue 8 */
  readonly maxDepth?: number;
}

/** What `call` takes. */
export interface CallOptions extends RunOptions {
  /** `toolCallId` of the tool call of the parent's that asks for the run. @defaultValue none */
  readonly parentCall?: string;
}

/** What `handoff` takes. */
export interface HandoffOptions extends RunOptions {
  /** Interrupt the running turn, and drop the prompts that wait, instead of letting them end. @defaultValue false */
  readonly now?: boolean;
}
