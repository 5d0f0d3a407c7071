import { expect, it } from 'vitest';
import { readBytes, readText } from './format.ts';

it('gives a message as a dialect sees it, and as it was on the wire', () => {
  const text = { dir: 'out', text: 'ü' } as const;
  expect([readText(text), readBytes(text)]).toEqual(['ü', Buffer.from([0xc3, 0xbc])]);
  // A byte that is not UTF-8 is seen as a replacement character.
  const bytes = { dir: 'out', base64: '/2E=' } as const;
  expect([readText(bytes), readBytes(bytes)]).toEqual(['\ufffda', Buffer.from([0xff, 0x61])]);
  const empty = { dir: 'out', text: '' } as const;
  expect([readText(empty), readBytes(empty)]).toEqual(['', Buffer.alloc(0)]);
});
