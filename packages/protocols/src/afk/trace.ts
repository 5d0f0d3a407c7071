/** The trace of a run: a record for each event, and the events back from the records alone. */
import { isObject, show } from '../decode.ts';
import { isCount, isText, refuse } from '../given.ts';
import { findBaseProblems } from './fields.ts';
import type { AfkEvent, AfkTraceRecord } from './types.ts';

export interface TraceStamp {
  readonly seq: number;
  readonly timestamp: number;
  readonly userId: string | null;
}

export function toTraceRecord(event: AfkEvent, { seq, timestamp, userId }: TraceStamp): AfkTraceRecord {
  const { run_id, thread_id, schema_version, type, state, step = null, message = null } = event;
  const data = 'data' in event ? { ...event.data } : null;
  return {
    id: `evt_${run_id}_${seq}`,
    run_id,
    thread_id,
    user_id: userId,
    type: 'trace',
    timestamp,
    seq,
    tags: ['agent_run'],
    payload: { schema_version, type, state, step, message, data },
  };
}

/**
 * The events that the records contain, as they were told. Records of a memory that are no trace are skipped, and one that was appended
 * twice counts once. Throws a TypeError with the place of the record and the wrong field.
 */
export function replayTrace(records: Iterable<unknown>): AfkEvent[] {
  const events: AfkEvent[] = [];
  const known = new Set<unknown>();
  let place = -1;
  for (const record of records) {
    place += 1;
    const what = `replay the record at place ${place} of a trace`;
    if (!isObject(record)) {
      throw refuse(what, 'the record', 'an object', record);
    }
    if (record['type'] !== 'trace') {
      continue;
    }
    const { id, run_id, seq, payload } = record;
    if (!isObject(payload)) {
      throw refuse(what, 'payload', 'an object', payload);
    }
    const event = toEvent(record, payload);
    const problems = findBaseProblems(event);
    if (problems.length > 0) {
      throw new TypeError(`Cannot ${what}: ${problems.join('; ')}`);
    }
    const key = isText(id) ? id : isCount(seq) ? `${show(run_id)} ${seq}` : undefined;
    if (key !== undefined && known.has(key)) {
      continue;
    }
    known.add(key);
    events.push(event as unknown as AfkEvent);
  }
  return events;
}

function toEvent(record: Record<string, unknown>, payload: Record<string, unknown>): Record<string, unknown> {
  const { run_id, thread_id } = record;
  const { schema_version, type, state, step, message, data } = payload;
  return {
    type,
    run_id,
    thread_id,
    state,
    ...(isAbsent(step) ? {} : { step }),
    ...(isAbsent(message) ? {} : { message }),
    ...(isAbsent(data) ? {} : { data }),
    schema_version,
  };
}

function isAbsent(value: unknown): boolean {
  return value === null || value === undefined;
}
