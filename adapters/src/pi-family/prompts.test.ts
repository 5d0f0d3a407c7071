/** Prompts of pi and its forks from the moment they are written, and how they are written. */
import { describe, expect, it } from 'vitest';
import { Prompts, promptCommand } from './prompts.ts';

describe('a prompt', () => {
  it.each<[string, (prompts: Prompts) => void, boolean]>([
    ['waits once it is written', (prompts) => prompts.written({ id: 'a' }), true],
    ['waits where it is the one of a run', (prompts) => prompts.given(), true],
    [
      'waits where it was not accepted before the agent began',
      (prompts) => {
        prompts.written({ id: 'a' });
        prompts.begun();
      },
      true,
    ],
    [
      'waits until the agent begins with it',
      (prompts) => {
        prompts.written({ id: 'a' });
        prompts.accepted('a');
      },
      true,
    ],
    [
      'waits no longer when the agent begins what it has accepted',
      (prompts) => {
        prompts.written({ id: 'a' });
        prompts.accepted('a');
        prompts.begun();
      },
      false,
    ],
    [
      'waits where another one was accepted',
      (prompts) => {
        prompts.written({ id: 'a' });
        prompts.accepted('b');
        prompts.begun();
      },
      true,
    ],
    [
      'that a run was started with waits no longer when the agent begins',
      (prompts) => {
        prompts.given();
        prompts.begun();
      },
      false,
    ],
    [
      'waits no longer when it is dropped',
      (prompts) => {
        prompts.written({ id: 'a' });
        prompts.dropped('a');
      },
      false,
    ],
    [
      'waits where another one is dropped',
      (prompts) => {
        prompts.written({ id: 'a' });
        prompts.dropped('b');
      },
      true,
    ],
  ])('%s', (_what, happens, waits) => {
    const prompts = new Prompts();
    happens(prompts);
    expect(prompts.areWaiting).toBe(waits);
  });
});

const images = [{ mimeType: 'image/png', data: 'AA==' }] as const;

it.each<[Parameters<typeof promptCommand>, object]>([
  [[{ text: 'Go.' }], { type: 'prompt', message: 'Go.' }],
  [[{ text: 'Go.' }, { joins: true }], { type: 'prompt', message: 'Go.', streamingBehavior: 'steer' }],
  [
    [{ text: 'Look.', images }],
    { type: 'prompt', message: 'Look.', images: [{ type: 'image', data: 'AA==', mimeType: 'image/png' }] },
  ],
  [[{ text: ' /compact ' }], { type: 'compact' }],
  [[{ text: '/compact keep\nnames' }], { type: 'compact', customInstructions: 'keep\nnames' }],
  [[{ text: '/compacted' }], { type: 'prompt', message: '/compacted' }],
])('%j is written as %j', (given, command) => {
  expect(promptCommand(...given)).toEqual(command);
});
