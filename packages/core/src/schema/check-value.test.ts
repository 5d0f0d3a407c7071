import { describe, expect, it } from 'vitest';
import { growthOf } from '../../../../test/support/spent.ts';
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
    // Each place was compared with all others.
    expect(await growthOf((count) => checkValue(wrong(count), schema), 500)).toBeLessThan(100);
    const checked = await checkValue(wrong(8_000), schema);
    expect(checked.isFit ? 0 : checked.places.length).toBe(8_000);
  });
});
