/** Checks and copies what a host publishes, so that nobody can change it afterwards. */
import type { JsonValue, NoteEntry } from '@agent-mux/events/journal';
import { checkArgument, checkOptions, demandCall } from '../demand-call.ts';
import type { ValidationFieldError } from '../errors.ts';
import { isRecord, type Rule, rule } from '../field-rules.ts';
import { given } from '../given.ts';
import { isPlainJson } from '../readers/index.ts';

/** The length of the note as JSON, in bytes of UTF-8. */
const MAX_BYTES = 1024 * 1024;
/** The length of a name, in UTF-16 code units: what is long belongs into the data. */
const MAX_NAME = 1024;

const filled = (expected: string): Rule => ({
  expected,
  accepts: (value) => typeof value === 'string' && value !== '',
  inner: (value, field) => findLength(field, value as string),
});
const KIND = filled('a string that is not empty');
const LANE = filled('the id of a subagent');
const DATA: Rule = rule(
  'JSON: texts, finite numbers, booleans, null, and arrays and plain objects of them, 64 deep at most',
  isPlainJson,
);

/** Throws ValidationError with every fault, and what is expected instead. */
export function demandNote(kind: unknown, data: unknown, options: unknown): Pick<NoteEntry, 'kind' | 'lane' | 'data'> {
  const wrong = checkArgument(DATA, data, 'data');
  // The text that is measured is also the one that is kept, so it is made once.
  const json = wrong.length > 0 ? '' : JSON.stringify(data);
  demandCall('publish()', [
    ...checkArgument(KIND, kind, 'kind'),
    ...wrong,
    ...findSize(json),
    ...checkOptions({ lane: LANE }, options),
  ]);
  const lane = isRecord(options) ? options['lane'] : undefined;
  return { kind: String(kind), ...given({ lane: lane as string | undefined }), data: JSON.parse(json) as JsonValue };
}

function findLength(field: string, { length }: string): ValidationFieldError[] {
  const expected = `of ${MAX_NAME} characters at most`;
  const message = `\`${field}\` may have ${MAX_NAME} characters, and has ${length}.`;
  return length > MAX_NAME ? [{ field, message, received: length, expected }] : [];
}

function findSize(json: string): ValidationFieldError[] {
  const bytes = Buffer.byteLength(json);
  const expected = `of ${MAX_BYTES} bytes at most`;
  const message = `\`data\` may have ${MAX_BYTES} bytes as JSON, and has ${bytes}. Publish where it can be found instead.`;
  return bytes > MAX_BYTES ? [{ field: 'data', message, received: bytes, expected }] : [];
}
