/** Changes single fields of what a CLI printed, in the shortest recording that has such a field, and replays the rest as it was. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Adapter } from '@agent-mux/core';
import {
  type Cassette,
  type CassetteEntry,
  type Replay,
  readCassette,
  readText,
  replayCassette,
} from '@agent-mux/core/cassette';
import { listFixtures } from '@agent-mux/testkit';
import { DRAW_SEED } from './drawn.ts';

const ROOT = fileURLToPath(new URL('../../fixtures', import.meta.url));
const fixtures = await listFixtures(ROOT);

type Fields = Record<string, unknown>;

/** A field of a message of the agent's. */
export interface Field {
  readonly cassette: Cassette;
  readonly scenario: string;
  /** The whole message. */
  readonly message: Fields;
  /** The kinds of the objects around it and its own name, such as `assistant message.content[].type`. */
  readonly path: string;
  readonly name: string;
  readonly value: unknown;
  /** What comes of the recording where the field has another value; undefined: where it is left out. */
  readonly replayWith: (value: unknown) => Replay;
}

/** Each field once for each `keyOf` that is not undefined. */
export async function* fieldsOf(
  adapter: Adapter,
  keyOf: (field: Omit<Field, 'replayWith'>) => string | undefined,
): AsyncGenerator<Field> {
  const seen = new Set<string>();
  const own = fixtures
    .filter(({ agent }) => agent === adapter.agent)
    .map((fixture) => ({ ...fixture, size: readFileSync(fixture.cassette).length }))
    .sort((a, b) => a.size - b.size);
  for (const { cassette: path, scenario } of own) {
    const cassette = await readCassette(path);
    for (const [at, entry] of cassette.entries.entries()) {
      const message = entry.dir === 'out' ? parse(readText(entry)) : undefined;
      if (message === undefined) {
        continue;
      }
      for (const place of placesIn(message, '')) {
        const field = {
          cassette,
          scenario,
          message,
          path: place.path,
          name: place.name,
          value: place.within[place.name],
        };
        const key = keyOf(field);
        if (key === undefined || seen.has(key)) {
          continue;
        }
        seen.add(key);
        const replayWith = (value: unknown): Replay => replayChanged({ cassette, at, message, place, value }, adapter);
        yield { ...field, replayWith };
      }
    }
  }
}

/**
 * Draws one of so many places, others with each seed. Returns the name of a field that is in one of them, which all fields have that stand
 * at the same place of messages of one kind.
 */
export function drawPlaces(every: number): (field: Pick<Field, 'cassette' | 'message' | 'path'>) => string | undefined {
  const places = new Map<string, number>();
  return ({ cassette, message, path }) => {
    const key = `${cassette.header.mode} ${kindOf(message)} ${path}`;
    const place = places.get(key) ?? places.size;
    places.set(key, place);
    return place % every === DRAW_SEED % every ? key : undefined;
  };
}

/** What distinguishes messages of one protocol. */
export function kindOf(message: Readonly<Record<string, unknown>>): string {
  const marks = ['type', 'subtype', 'method'].map((name) => message[name]);
  return [...marks, ...['event', 'item', 'params', 'part'].map((name) => innerKind(message[name]))].join('/');
}

function innerKind(value: unknown): string {
  if (typeof value !== 'object' || value === null) {
    return '';
  }
  const { type, sessionUpdate, update, item, event } = value as Readonly<Record<string, unknown>>;
  return [type, sessionUpdate, innerKind(update), innerKind(item), innerKind(event)].filter(Boolean).join('/');
}

interface Place {
  readonly within: Fields;
  readonly name: string;
  readonly path: string;
}

interface Change {
  readonly cassette: Cassette;
  readonly at: number;
  readonly message: Fields;
  readonly place: Place;
  readonly value: unknown;
}

function replayChanged({ cassette, at, message, place, value }: Change, adapter: Adapter): Replay {
  const { within, name } = place;
  const was = within[name];
  within[name] = value;
  const text = JSON.stringify(message);
  within[name] = was;
  const entries = cassette.entries.map((entry, index): CassetteEntry => {
    if (index !== at || entry.dir === 'host' || entry.dir === 'exit') {
      return entry;
    }
    const { base64: _, ...rest } = entry;
    return { ...rest, text };
  });
  return replayCassette({ ...cassette, entries }, adapter);
}

function* placesIn(value: unknown, path: string): Generator<Place> {
  if (Array.isArray(value)) {
    for (const item of value) {
      yield* placesIn(item, `${path}[]`);
    }
    return;
  }
  if (!isFields(value)) {
    return;
  }
  for (const [name, item] of Object.entries(value)) {
    const inner = path === '' ? name : `${path}.${name}`;
    yield { within: value, name, path: inner };
    yield* placesIn(item, inner);
  }
}

function parse(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    // Because not all that a CLI prints is a message.
    return undefined;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
