import { EVENT_TYPES } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import { demandEntriesOptions, demandListener } from './demand-reader.ts';

const listener = (): void => {};

/** Returns the fields that a call complains about, and none where it takes what it was given. */
function faultsOf(call: () => void): unknown {
  try {
    call();
    return [];
  } catch (error) {
    return (error as { readonly fields: readonly { readonly field: string }[] }).fields.map(({ field }) => field);
  }
}

describe('a listener', () => {
  it.each([...EVENT_TYPES, 'activity'])('may listen to %s', (type) => {
    expect(faultsOf(() => demandListener('on()', type, listener))).toEqual([]);
    expect(faultsOf(() => demandListener('on()', type, listener, {}))).toEqual([]);
  });

  it('may hear again of every event, but not of the activity, of which nothing is retained', () => {
    for (const replay of [true, false]) {
      expect(faultsOf(() => demandListener('on()', 'log', listener, { replay }))).toEqual([]);
    }
    expect(faultsOf(() => demandListener('on()', 'activity', listener, { replay: true }))).toEqual(['replay']);
  });

  it('is refused with every fault at once', () => {
    expect(faultsOf(() => demandListener('on()', 'no_such', 1, { replay: 1 }))).toEqual(['type', 'listener', 'replay']);
    expect(faultsOf(() => demandListener('on()', undefined, undefined))).toEqual(['type', 'listener']);
    expect(faultsOf(() => demandListener('on()', 'log', listener, { reply: true }))).toEqual(['reply']);
  });

  it('is refused by the name of the call, with what a type is and the nearest one', () => {
    expect(() => demandListener('once()', 'text_delt', listener)).toThrow(/^once\(\): .*"text_delta"/);
    expect(() => demandListener('off()', 'activty', listener)).toThrow('"activity"');
    expect(() => demandListener('off()', undefined, listener)).toThrow(
      'the type of an event, such as "text_delta", or "activity"',
    );
  });
});

describe('a reader of entries', () => {
  it.each([undefined, {}, { observes: true }, { observes: false }])('may be given %o', (options) => {
    expect(faultsOf(() => demandEntriesOptions(options))).toEqual([]);
  });

  it.each([
    [{ observes: 'yes' }, ['observes']],
    [{ observe: true }, ['observe']],
    [null, ['options']],
    [true, ['options']],
  ])('is refused with %o', (options, fields) => {
    expect(faultsOf(() => demandEntriesOptions(options))).toEqual(fields);
    expect(() => demandEntriesOptions(options)).toThrow(/^entries\(\): /);
  });
});
