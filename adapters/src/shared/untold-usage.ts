/** Why a mode supports no budget: each reason is a clause about the CLI. */
import type { Mode } from '@agent-mux/core';

type Refusals = NonNullable<Mode['refusals']>;

export const TOLD_BY_PROMPT = 'it tells what its model requests have used when all of a prompt are done';

export const USAGE_BY_PROMPT: Refusals = refuse(TOLD_BY_PROMPT);

export const USAGE_BY_RUN: Refusals = refuse('it tells what its model requests have used when it is done');

export const NO_USAGE: Refusals = refuse('it does not tell what its model requests use');

function refuse(why: string): Refusals {
  return { maxTokens: why, maxCostUsd: why };
}
