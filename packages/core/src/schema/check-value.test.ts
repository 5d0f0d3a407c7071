import { describe, expect, it } from 'vitest';
import { checkValue } from './check-value.ts';

describe('a value that is wrong in many places', () => {
  const schema = {
    type: 'object',
    properties: { items: { type: 'array', items: { type: 'object', properties: { price: { type: 'number' } } } } },
  };
  const wrong = (count: number): unknown => ({ items: Array.from({ length: count }, () => ({ price: 'dear' })) });

  it('is told by the innermost places alone', async () => {
    const checked = await checkValue({ ...Object(wrong(2)), more: 1 }, { ...schema, additionalProperties: false });
    expect(checked.isFit ? [] : checked.places.map(({ path }) => path)).toEqual([
      'items[0].price',
      'items[1].price',
      'more',
    ]);
  });

  it('takes a time that grows as their number does', async () => {
    await checkValue(wrong(1), schema);
    const started = performance.now();
    const checked = await checkValue(wrong(8_000), schema);
    // It took fourteen seconds where each place was compared with all others.
    expect(performance.now() - started).toBeLessThan(4_000);
    expect(checked.isFit ? 0 : checked.places.length).toBe(8_000);
  });
});
