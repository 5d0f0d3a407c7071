/** Says whether what a program answers is a complete response: it is not known to be what its types say. */
import { showValue } from '@agent-mux/events';
import type { InteractionResponse } from '../adapter/index.ts';
import { AgentMuxError } from '../errors.ts';
import { isJson, isRecord } from '../field-rules.ts';

const IS_COMPLETE: Readonly<Record<InteractionResponse['type'], (response: Record<string, unknown>) => boolean>> = {
  approve: ({ scope, input, detail }) =>
    (scope === undefined || scope === 'once' || scope === 'session') && isJsonOrNone(input) && isTextOrNone(detail),
  deny: ({ reason, interrupt }) => isTextOrNone(reason) && (interrupt === undefined || typeof interrupt === 'boolean'),
  text: ({ text }) => typeof text === 'string',
  answers: ({ answers }) => isRecord(answers) && Object.values(answers).every(isAnswer),
  form: ({ action, content }) =>
    (action === 'accept' || action === 'decline' || action === 'cancel') && isJsonOrNone(content),
};

const isTextOrNone = (value: unknown): boolean => value === undefined || typeof value === 'string';
const isJsonOrNone = (value: unknown): boolean => value === undefined || isJson(value);
const isAnswer = (value: unknown): boolean =>
  typeof value === 'string' || (Array.isArray(value) && value.every((each) => typeof each === 'string'));

/** Throws VALIDATION_ERROR. */
export function demandResponse(response: unknown): void {
  const { type } = (response ?? {}) as { type?: unknown };
  const known = Object.entries(IS_COMPLETE).find(([name]) => name === type);
  if (known === undefined || !known[1](response as Record<string, unknown>)) {
    throw new AgentMuxError(
      'VALIDATION_ERROR',
      `respond(): ${isJson(response) ? JSON.stringify(response) : showValue(response)} is no complete response. Its type must be one of ${Object.keys(IS_COMPLETE).join(', ')}.`,
    );
  }
}
