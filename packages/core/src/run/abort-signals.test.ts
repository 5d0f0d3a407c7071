import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { onAbortOf } from './abort-signals.ts';

const countOf = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

describe('a signal', () => {
  it('has one listener for all that hear of it, and none once nobody does', () => {
    const { signal } = new AbortController();
    const ends = [1, 2, 3].map(() => onAbortOf(signal, () => {}));
    expect(countOf(signal)).toBe(1);
    ends[0]?.();
    ends[1]?.();
    expect(countOf(signal)).toBe(1);
    ends[2]?.();
    expect(countOf(signal)).toBe(0);
  });

  it('tells all that hear of it, once each, but not those that have ended this', () => {
    const controller = new AbortController();
    const log: string[] = [];
    const hear = (name: string) => onAbortOf(controller.signal, () => log.push(name));
    hear('a');
    const end = hear('b');
    hear('c');
    end();
    controller.abort();
    expect(log).toEqual(['a', 'c']);
    expect(countOf(controller.signal)).toBe(0);
  });

  it('tells those too that another one ends meanwhile', () => {
    const controller = new AbortController();
    const log: string[] = [];
    let end = (): void => {};
    onAbortOf(controller.signal, () => {
      log.push('a');
      end();
    });
    end = onAbortOf(controller.signal, () => log.push('b'));
    controller.abort();
    expect(log).toEqual(['a', 'b']);
  });

  it('is heard again by the next one, which somebody that has ended it twice does not disturb', () => {
    const controller = new AbortController();
    const log: string[] = [];
    const end = onAbortOf(controller.signal, () => log.push('a'));
    end();
    onAbortOf(controller.signal, () => log.push('b'));
    end();
    expect(countOf(controller.signal)).toBe(1);
    onAbortOf(controller.signal, () => log.push('c'));
    expect(countOf(controller.signal)).toBe(1);
    controller.abort();
    expect(log).toEqual(['b', 'c']);
  });

  it('is heard apart from others', () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const log: string[] = [];
    onAbortOf(one.signal, () => log.push('one'));
    onAbortOf(other.signal, () => log.push('other'));
    other.abort();
    expect(log).toEqual(['other']);
  });
});
