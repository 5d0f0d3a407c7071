/**
 * Checks the arguments of the calls by which a run is read, because nobody would hear of a type that does not exist.
 */
import { EVENT_TYPES } from '@agent-mux/events';
import { checkArgument, checkOptions, demandCall } from '../demand-call.ts';
import { boolean, callback, type Rule } from '../field-rules.ts';

const TYPES: readonly string[] = [...EVENT_TYPES, 'activity'];
const TYPE: Rule = {
  expected: 'the type of an event, such as "text_delta", or "activity"',
  accepts: (value) => TYPES.includes(value as string),
  choices: TYPES,
};
const LISTENING = { replay: boolean };
const READING = { observes: boolean };

/** Throws ValidationError with every fault. */
export function demandListener(call: string, type: unknown, listener: unknown, options?: unknown): void {
  demandCall(call, [
    ...checkArgument(TYPE, type, 'type'),
    ...checkArgument(callback, listener, 'listener'),
    // The activity is only known for the present, so there is nothing of the past to replay.
    ...checkOptions(type === 'activity' ? {} : LISTENING, options),
  ]);
}

/** Throws ValidationError with every fault. */
export function demandEntriesOptions(options: unknown): void {
  demandCall('entries()', checkOptions(READING, options));
}
