/** Why a question was denied, for protocols that have no place for it: the reason stands under `_meta`, which an agent leaves alone. */
import type { InteractionResponse } from '@agent-mux/core';
import { objectOf, textOf } from './native-value.ts';

const REASON = 'agentMuxReason';

/** Fields of the native answer; none where there is no reason. */
export function metaOfDenial(answer: InteractionResponse): { readonly _meta?: { readonly [REASON]: string } } {
  return answer.type === 'deny' && answer.reason !== undefined ? { _meta: { [REASON]: answer.reason } } : {};
}

/** The reason in a native answer. */
export function reasonOfDenial(native: unknown): string | undefined {
  return textOf(objectOf<typeof REASON>(objectOf<'_meta'>(native)?._meta)?.[REASON]);
}
