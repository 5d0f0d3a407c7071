/** What the SDK of A2A itself makes of the events: its codec, its translator of version 0.3, its server and its client. */
import { formatSSEEvent, SSE_HEADERS, StreamResponse } from '@a2a-js/sdk';
import { legacyPushNotificationToV1StreamResponse } from '@a2a-js/sdk/compat/v0_3';
import { describe, expect, it } from 'vitest';
import { projectAll } from '../project.ts';
import { CORNER_JOURNALS } from '../testing/corner-journals.ts';
import { A2A_SSE_HEADERS, a2a, toSse } from './index.ts';

const options = { forwardSubtasks: true, extension: true } as const;

describe('the SDK of A2A 1.3.0', () => {
  it.each(CORNER_JOURNALS)('P-13: reads and writes again what is told of $name', ({ entries }) => {
    for (const event of projectAll(entries, a2a(options))) {
      expect(StreamResponse.toJSON(StreamResponse.fromJSON(event))).toEqual(event);
    }
  });

  it('P-21: writes server-sent events as we do', () => {
    expect(A2A_SSE_HEADERS).toEqual(SSE_HEADERS);
    for (const event of CORNER_JOURNALS.flatMap(({ entries }) => projectAll(entries, a2a(options)))) {
      expect(toSse(event)).toBe(formatSSEEvent(event));
    }
  });

  it.each(CORNER_JOURNALS)('P-12 P-13: makes version 1.0 of what version 0.3 tells of $name', ({ entries }) => {
    const now = projectAll(entries, a2a(options));
    const before = projectAll(entries, a2a({ ...options, version: '0.3' }));
    const made = before.map((event) => StreamResponse.toJSON(legacyPushNotificationToV1StreamResponse(event)));
    expect(made.map(plain)).toEqual(now.map(plain));
  });
});

/** The event without what version 0.3 keeps elsewhere: names and types of texts and records. */
function plain(event: unknown): unknown {
  return JSON.parse(
    JSON.stringify(event, (name, value: unknown) => {
      if (name !== 'parts' || !Array.isArray(value)) {
        return value;
      }
      return value.map((part: { text?: string; data?: unknown }) =>
        part.text === undefined && part.data === undefined ? part : { text: part.text, data: part.data },
      );
    }),
  );
}
