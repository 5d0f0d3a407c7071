/** What Codex's errors mean: those of a turn that failed, and of a model request that it tries again. */
import type { EventDraft, Outcome } from '@agent-mux/core';
import {
  defined,
  isNative,
  numberOf,
  objectOf,
  outcomeOfFailure,
  serviceWords,
  textOf,
  waitInWords,
} from '../../shared/index.ts';
import { AUTH_GUIDANCE } from '../about.ts';
import type { NativeParams, NativeTurnError } from './native.ts';

/** The outcome that an error means; undefined where there is no error. */
export function outcomeOfError(native: unknown): Outcome | undefined {
  const error: NativeTurnError | undefined = objectOf(native);
  if (error === undefined) {
    return undefined;
  }
  const { code, status } = readInfo(error.codexErrorInfo);
  return outcomeOfFailure({
    message: textOf(error.message) ?? 'Codex reported an error without a message.',
    guidance: AUTH_GUIDANCE,
    code,
    status,
  });
}

/** What an error says; undefined where there is none, or it has no message. */
export function wordsOfError(native: unknown): string | undefined {
  const message = textOf(objectOf<'message'>(native)?.message);
  return message === undefined ? undefined : serviceWords(message);
}

/** The events of an `error` notification that announces a retry. `attempt` counts the retries of the request, where the text does not. */
export function retryDrafts({ error: native }: NativeParams, attempt: number): readonly EventDraft[] {
  const error: NativeTurnError = objectOf(native) ?? {};
  const { status } = readInfo(error.codexErrorInfo);
  const message = textOf(error.message) ?? '';
  const details = textOf(error.additionalDetails) ?? message;
  const counts = /(\d{1,9})\/(\d{1,9})/.exec(message);
  const delayMs = waitInWords(details);
  const drafts: EventDraft[] = [];
  if (status === 429 || /rate limit|too many requests/i.test(details)) {
    drafts.push({ type: 'rate_limited', ...defined({ retryAfterMs: delayMs }) });
  }
  drafts.push({
    type: 'retry',
    attempt: Number(counts?.[1] ?? attempt),
    // Without a network, it tries without end.
    maxAttempts: Number(counts?.[2] ?? attempt),
    reason: serviceWords(details),
    delayMs: delayMs ?? 0,
  });
  return drafts;
}

/** Reads an error of the form `"unauthorized"` or `{"httpConnectionFailed":{"httpStatusCode":401}}`. */
function readInfo(info: unknown): { readonly code?: string; readonly status?: number } {
  const code = textOf(info);
  if (code !== undefined) {
    return { code };
  }
  if (!isNative(info)) {
    return {};
  }
  const [name, value] = Object.entries(info)[0] ?? [];
  return defined({ code: name, status: numberOf(objectOf<'httpStatusCode'>(value)?.httpStatusCode) });
}
