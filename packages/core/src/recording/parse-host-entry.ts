/** Checks whether the fields of a line are an action or the words of the host. */
import { isGiver } from '@agent-mux/events/journal';
import { isRecord } from '../field-rules.ts';
import type { HostAction } from '../run/index.ts';

type Fields = Readonly<Partial<Record<string, unknown>>>;

const isText = (value: unknown): value is string => typeof value === 'string';

function isPrompt({ by, id, text, images = [] }: Fields): boolean {
  const areImages =
    Array.isArray(images) &&
    images.every((image) => isRecord(image) && isText(image['mimeType']) && isText(image['data']));
  return isGiver(by) && isText(id) && isText(text) && areImages;
}

/**
 * Whether the value has a type, which is enough to hand it over: the assembler takes any draft without throwing, and a
 * dialect that gets an answer of another form says that it cannot take it.
 */
const isTyped = (value: unknown): boolean => isRecord(value) && isText(value['type']);

/** The check of the fields that each action needs. */
const CHECKS: Readonly<Record<HostAction['action'], (fields: Fields) => boolean>> = {
  prompt: (fields) => isPrompt(fields) && (fields['as'] === 'first' || fields['as'] === 'new-turn'),
  steer: (fields) => isPrompt(fields) && fields['as'] === 'steer',
  answer: ({ by, key, interactionId, response }) =>
    isGiver(by) && isText(key) && (interactionId === undefined || isText(interactionId)) && isTyped(response),
  'tool-result': ({ key, outcome }) => isText(key) && isTyped(outcome),
  probe: () => true,
  close: () => true,
  signal: ({ signal }) => isText(signal),
  'end-input': () => true,
  interrupt: ({ of }) => of === undefined || of === 'turn' || of === 'run',
  abort: ({ reason, by }) => (reason === undefined || isText(reason)) && (by === undefined || isGiver(by)),
  settle: () => true,
  kill: () => true,
  timeout: ({ kind }) => kind === 'run' || kind === 'inactivity',
  draft: ({ draft }) => isTyped(draft),
  retry: ({ attempt, maxAttempts, reason, delayMs }) =>
    isText(reason) && [attempt, maxAttempts, delayMs].every(Number.isFinite),
};

export const HOST_ACTIONS: readonly string[] = Object.keys(CHECKS);

export function isHostAction(fields: Fields): fields is Fields & HostAction {
  const check = Object.entries(CHECKS).find(([name]) => name === fields['action']);
  return check?.[1](fields) ?? false;
}
