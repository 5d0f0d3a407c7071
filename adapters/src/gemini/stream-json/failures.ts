/** What a failed result of stream-json means, and what its exit code adds to it. */
import type { Outcome } from '@agent-mux/core';
import { defined, numberOf, objectOf, outcomeOfFailure, parseJson, textOf } from '../../shared/index.ts';
import { AUTH_GUIDANCE } from '../about.ts';
import type { NativeError, NativeLine } from '../shared/native.ts';

export interface ResultFailure {
  /** The outcome; undefined where the exit code decides it. */
  readonly outcome: Outcome | undefined;
  readonly message: string;
}

export interface LastWords {
  /** The message of an `error` line that nothing came after. */
  readonly message: string | undefined;
  /** The limit to report, should the failure be that one. */
  readonly maxTurns: number;
}

/**
 * The failure of a result; undefined where it is a success. A result right after an `error` line is no success: a loop was detected, or an
 * answer blocked.
 */
export function failureOf(line: NativeLine, { message: last, maxTurns }: LastWords): ResultFailure | undefined {
  const error: NativeError | undefined = objectOf(line.error);
  if (line.status !== 'error' && last === undefined) {
    return undefined;
  }
  const { message, status } = readMessage(textOf(error?.message) ?? last ?? 'Gemini CLI reported a failure.');
  if (error?.type === 'FatalTurnLimitedError' || last === 'Maximum session turns exceeded') {
    return { message, outcome: { type: 'turn_limit', maxTurns } };
  }
  if (error?.type === 'FatalCancellationError') {
    return { message, outcome: { type: 'interrupted' } };
  }
  // Every failure of the model's service has the type `unknown`; most name no status (0.61.0).
  const isUnclear = error?.type === 'unknown' && status === undefined;
  return { message, outcome: isUnclear ? undefined : outcomeOf(message, status) };
}

/** The exit code of HTTP status 400, which is the least; those below it are codes of Gemini CLI's own and signals. */
const LEAST_REFUSAL = 400 - 256;

/** The outcome that the exit code decides, which is the HTTP status modulo 256 where the model's service has refused. */
export function outcomeOfExit(message: string, code: number | null): Outcome {
  return outcomeOf(message, code !== null && code >= LEAST_REFUSAL && code < 256 ? code + 256 : undefined);
}

function outcomeOf(message: string, status: number | undefined): Outcome {
  return outcomeOfFailure({ message, guidance: AUTH_GUIDANCE, status });
}

interface ReadMessage {
  readonly message: string;
  readonly status?: number;
}

/** Reads a message of the form `[API Error: <text or the service's JSON>]`, perhaps with advice after it. */
function readMessage(text: string): ReadMessage {
  const match = /^\[API Error: ([\s\S]*?)\](?:\n[\s\S]*)?$/.exec(text);
  const inner = match?.[1];
  if (inner === undefined) {
    return { message: text };
  }
  const error = objectOf<'message' | 'code'>(objectOf<'error'>(parseJson(inner))?.error);
  return { message: textOf(error?.message) ?? inner, ...defined({ status: numberOf(error?.code) }) };
}
