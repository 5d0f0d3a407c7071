/** The options of a client, and those that its calls take besides the options of a run. */
import type { Adapter, ClientDefaults, Prices, RunOptions } from '../adapter/index.ts';
import type { RunStore } from '../run/index.ts';

/** The adapters and defaults of a client; each run may set its own. */
export interface ClientOptions extends ClientDefaults {
  /** @defaultValue none for `@agent-mux/core`; all built-in ones for `agent-mux` */
  readonly adapters?: readonly Adapter[];
  readonly defaultAgent?: string;
  readonly defaultModel?: string;
  /** Whether to put the native text on each event, as `raw`. @defaultValue false */
  readonly debug?: boolean;
  /**
   * The store that keeps every run; `openStore()` of `@agent-mux/store` opens one. The client does not close it.
   * @defaultValue none
   */
  readonly store?: RunStore;
  /**
   * The prices of models, for `maxCostUsd` of agents that report no cost, or another one than you pay. @defaultValue
   * only what agents tell counts
   */
  readonly prices?: Prices;
  /** How deeply runs may call each other, from 0 to 64; the root of a tree is at depth 0. @defaultValue 8 */
  readonly maxDepth?: number;
}

/** The options of `call`. */
export interface CallOptions extends RunOptions {
  /** The `toolCallId` of the parent's tool call that asks for the run. @defaultValue none */
  readonly parentCall?: string;
}

/** The options of `handoff`. */
export interface HandoffOptions extends RunOptions {
  /**
   * Whether to interrupt the running turn, and drop the prompts that wait, instead of letting them end. @defaultValue
   * false
   */
  readonly now?: boolean;
}
