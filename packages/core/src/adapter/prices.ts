/** The prices of models, as a client is told them. */

/** The price of a model, in US dollars for a million tokens. */
export interface ModelPrice {
  readonly inputPerMillion: number;
  readonly outputPerMillion: number;
  /** The price of input that is read from a cache. @defaultValue `inputPerMillion` */
  readonly cachedInputPerMillion?: number;
  /**
   * The price of input that is written to a cache. No event tells how much that is: all input that is read from none counts by the dearer of
   * the two prices. @defaultValue `inputPerMillion`
   */
  readonly cacheWritePerMillion?: number;
}

/** The key is `provider/model`, which is looked up first, or the model alone, in the agent's own words. */
export type Prices = Readonly<Record<string, ModelPrice>>;
