/** The model that a draft names, and who serves it. */
import type { ModelName } from '../adapter/index.ts';

export interface NamedModel {
  readonly model?: string | undefined;
  readonly provider?: string | undefined;
}

/** Nothing where no model is named: a provider alone says nothing. */
export function modelIn({ model, provider }: NamedModel): Partial<ModelName> {
  if (model === undefined) {
    return {};
  }
  return provider === undefined ? { model } : { model, provider };
}
