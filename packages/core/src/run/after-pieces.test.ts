import { expect, it } from 'vitest';
import { AfterPieces } from './after-pieces.ts';
import { Faults } from './faults.ts';

function setUp(act: () => void = () => {}) {
  const done: unknown[][] = [];
  const faults = new Faults((message) => done.push(['fault', message]));
  const after = new AfterPieces({
    faults,
    on: {
      told: () => void done.push(['told']),
      heard: (...given) => void done.push(['heard', ...given]),
      handled(...given) {
        done.push(['handled', ...given]);
        act();
      },
    },
  });
  return { after, done };
}

it('does what is due once for all pieces of a turn of the event loop, at the moment of the last, and again for the next ones', async () => {
  const { after, done } = setUp();
  after.note(5);
  after.note(6);
  expect(done).toEqual([]);
  await Promise.resolve();
  expect(done).toEqual([['told'], ['heard', 6, 'stdout'], ['handled', 'stdout']]);
  after.note(7);
  await Promise.resolve();
  expect(done.slice(3)).toEqual([['told'], ['heard', 7, 'stdout'], ['handled', 'stdout']]);
});

it('ends the run alone, and goes on, where that fails', async () => {
  const { after, done } = setUp(() => {
    throw new Error('boom');
  });
  after.note(5);
  await Promise.resolve();
  await Promise.resolve();
  expect(done.at(-1)).toEqual(['fault', expect.stringContaining('boom')]);
  after.note(6);
  await Promise.resolve();
  expect(done.at(-1)).toEqual(['handled', 'stdout']);
});
