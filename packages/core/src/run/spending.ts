/** The spending of a run: this counts what its agent reports of each model request, and says when it is too much. */
import type { AgentEvent, EventOf, TokenCounts } from '@agent-mux/events';
import type { ModelName, ModelPrice, Outcome } from '../adapter/index.ts';
import { given } from '../given.ts';
import type { PreparedRun } from './prepared-run.ts';
import { adviseOnPrices, findPrice, findPriceOfWanted, priceOf } from './prices.ts';

type Limited = Pick<PreparedRun, 'agent' | 'mode' | 'options' | 'prices'>;

export class Spending {
  readonly #run: Limited;
  /** Whether each request is priced here; otherwise only the total that the agent reports counts. */
  readonly #isPricing: boolean;
  readonly #maxSteps: number;
  #tokens = 0;
  /** The number of requests whose use is told later. */
  #seen = 0;
  #usd = 0;
  /** The cost of all requests that the agent has reported. */
  #told = 0;
  /** A request whose cost is not reported yet; `model` is undefined where the model is not reported either. */
  #unpriced: { readonly model: string | undefined } | undefined;
  #lacksTokens = false;

  constructor(run: Limited) {
    const { options, mode } = run;
    const { supportsMaxTurns, maxCost } = mode.capabilities;
    this.#run = run;
    this.#isPricing = options.maxCostUsd !== undefined && maxCost !== 'native';
    // A CLI that counts its requests itself ends the turn, so nobody else has to.
    this.#maxSteps = supportsMaxTurns ? Number.POSITIVE_INFINITY : (options.maxTurns ?? Number.POSITIVE_INFINITY);
  }

  /** Whether the agent's reports of its requests decide about its end. */
  get isCounting(): boolean {
    const { maxTokens } = this.#run.options;
    return maxTokens !== undefined || this.#isPricing || Number.isFinite(this.#maxSteps);
  }

  /** Takes an event that was emitted. */
  observe(event: AgentEvent): void {
    if (event.type === 'token_usage') {
      this.#use(event);
    } else if (event.type === 'cost') {
      this.#pay(event);
    }
  }

  /** Takes what is known of a request before its usage is reported. */
  see({ inputTokens, outputTokens }: Pick<TokenCounts, 'inputTokens' | 'outputTokens'>): void {
    this.#seen += inputTokens + outputTokens;
  }

  /**
   * Returns why the run has to end, once a message is handled completely. `mainSteps` is the number of requests of the
   * main agent.
   */
  overrun(mainSteps: number): Outcome | undefined {
    if (mainSteps > this.#maxSteps) {
      return { type: 'turn_limit', maxTurns: this.#maxSteps };
    }
    const { maxTokens, maxCostUsd } = this.#run.options;
    return (
      (maxTokens === undefined ? undefined : this.#tooManyTokens(maxTokens)) ??
      (maxCostUsd === undefined ? undefined : this.#tooDear(maxCostUsd))
    );
  }

  #tooManyTokens(maxTokens: number): Outcome | undefined {
    const { agent } = this.#run;
    if (this.#lacksTokens) {
      const message = `\`maxTokens\` cannot be kept: ${agent} does not tell all that a model request has used.`;
      return { type: 'error', code: 'CAPABILITY_ERROR', message };
    }
    const used = this.#tokens + this.#seen;
    return used > maxTokens
      ? exceeded(`The run has used ${used} tokens, and may use ${maxTokens} (\`maxTokens\`).`)
      : undefined;
  }

  #tooDear(maxCostUsd: number): Outcome | undefined {
    if (this.#unpriced !== undefined) {
      return this.#withoutPrice(this.#unpriced.model);
    }
    // It takes away the dust of an addition.
    const usd = Number(this.#usd.toFixed(12));
    return usd > maxCostUsd
      ? exceeded(`The run has cost $${usd}, and may cost $${maxCostUsd} (\`maxCostUsd\`).`)
      : undefined;
  }

  #use(event: EventOf<'token_usage'>): void {
    this.#tokens += event.inputTokens + event.outputTokens;
    const isWhole = event.inputKnown !== false && event.outputKnown !== false;
    this.#lacksTokens ||= !isWhole;
    if (!this.#isPricing) {
      return;
    }
    const price = isWhole ? this.#priceOf(event) : undefined;
    if (price === undefined) {
      this.#unpriced = { model: event.model ?? this.#run.options.model };
    } else {
      this.#usd += priceOf(event, price);
    }
  }

  #pay({ cost }: EventOf<'cost'>): void {
    this.#seen = 0;
    const added = Math.max(0, cost.totalUsd - this.#told);
    this.#told = cost.totalUsd;
    if (!this.#isPricing) {
      this.#usd += added;
    } else if (this.#unpriced !== undefined && cost.priced !== false) {
      this.#usd += added;
      this.#unpriced = undefined;
    }
  }

  // Where the wire names no model, the model that was asked for counts.
  #priceOf({ model, provider }: Partial<ModelName>): ModelPrice | undefined {
    const { prices, options } = this.#run;
    if (model !== undefined) {
      return findPrice(prices, { model, ...given({ provider }) });
    }
    return options.model === undefined ? undefined : findPriceOfWanted(prices, options.model);
  }

  #withoutPrice(model: string | undefined): Outcome {
    const { agent, prices } = this.#run;
    const what = model === undefined ? 'a model that it does not name' : `the model "${model}"`;
    const message = `\`maxCostUsd\` cannot be kept: ${agent} has asked ${what}, and no price is known of it; ${adviseOnPrices(prices, model)}.`;
    return { type: 'error', code: 'VALIDATION_ERROR', message };
  }
}

/** Whether a turn has ended because the run has used or cost too much. */
export function isOverBudget(outcome: Outcome | undefined): boolean {
  return outcome?.type === 'error' && outcome.code === 'BUDGET_EXCEEDED';
}

function exceeded(message: string): Outcome {
  return { type: 'error', code: 'BUDGET_EXCEEDED', message };
}
