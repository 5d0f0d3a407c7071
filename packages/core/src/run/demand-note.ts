/** Checks and copies what a host publishes: nobody can change it afterwards. */
import { showValue } from '@agent-mux/events';
import type { JsonValue, NoteEntry } from '@agent-mux/events/journal';
import { AgentMuxError } from '../errors.ts';
import { isRecord } from '../field-rules.ts';
import { isPlainJson } from '../readers/index.ts';

/** Of the note as JSON, in bytes of UTF-8. */
const MAX_BYTES = 1024 * 1024;
/** Of a name, in UTF-16 code units: what is long belongs into the data. */
const MAX_NAME = 1024;

/** Throws VALIDATION_ERROR with what is wrong, and what it should be. */
export function demandNote(kind: unknown, data: unknown, options: unknown): Pick<NoteEntry, 'kind' | 'lane' | 'data'> {
  if (typeof kind !== 'string' || kind === '') {
    throw refuse(`\`kind\` must be a string that is not empty, but is ${showValue(kind)}`);
  }
  demandShort('kind', kind);
  const lane = options === undefined ? undefined : laneOf(options);
  if (!isPlainJson(data)) {
    throw refuse(
      `\`data\` must be JSON: texts, finite numbers, booleans, null, and arrays and plain objects of them, 64 deep at most. It is ${showValue(data)}`,
    );
  }
  const text = JSON.stringify(data);
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_BYTES) {
    throw refuse(
      `\`data\` may have ${MAX_BYTES} bytes as JSON, and has ${bytes}. Publish where it can be found instead`,
    );
  }
  return { kind, ...(lane === undefined ? {} : { lane }), data: JSON.parse(text) as JsonValue };
}

function laneOf(options: unknown): string | undefined {
  const unknown = isRecord(options) ? Object.keys(options).find((name) => name !== 'lane') : undefined;
  if (unknown !== undefined) {
    throw refuse(`\`${unknown}\` is no option; \`lane\` is the only one`);
  }
  const lane = isRecord(options) ? options['lane'] : options;
  if (isRecord(options) && lane === undefined) {
    return undefined;
  }
  if (!isRecord(options) || typeof lane !== 'string' || lane === '') {
    throw refuse(`\`lane\` must be the id of a subagent, but is ${showValue(lane)}`);
  }
  demandShort('lane', lane);
  return lane;
}

function demandShort(name: string, { length }: string): void {
  if (length > MAX_NAME) {
    throw refuse(`\`${name}\` may have ${MAX_NAME} characters, and has ${length}`);
  }
}

function refuse(what: string): AgentMuxError {
  return new AgentMuxError('VALIDATION_ERROR', `publish(): ${what}.`);
}
