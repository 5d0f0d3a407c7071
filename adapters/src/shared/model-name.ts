/** The model that a CLI names, and who serves it. */
import type { ModelName } from '@agent-mux/core';
import { textOf } from './native-value.ts';

/** The model; undefined where none is named, since a provider alone says nothing. */
export function modelNamed(native: unknown, nativeProvider?: unknown): ModelName | undefined {
  const model = textOf(native) ?? '';
  const provider = textOf(nativeProvider) ?? '';
  if (model === '') {
    return undefined;
  }
  return provider === '' ? { model } : { model, provider };
}
