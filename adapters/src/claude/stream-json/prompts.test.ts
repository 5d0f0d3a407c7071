/** When a prompt that was said into a turn has begun, by what Claude Code 2.1.329 and 2.1.197 say of it. */
import { describe, expect, it } from 'vitest';
import { Prompts, promptLine } from './prompts.ts';

const written = (isSteer: boolean): Prompts => {
  const prompts = new Prompts();
  prompts.written({ type: 'user', uuid: 'u1', message: { content: 'more' } }, isSteer);
  return prompts;
};
const settled = (delivered: string) => [{ type: 'steer_settled', key: 'u1', delivered }];

describe.each([
  [true, 'steered'],
  [false, 'new-turn'],
])('a prompt that is taken up while it is %s that a turn runs', (isInTurn, delivered) => {
  it('was told of by its state', () => {
    const prompts = written(true);
    expect(prompts.lifecycle({ type: 'command_lifecycle', state: 'queued', command_uuid: 'u1' }, isInTurn)).toEqual([]);
    const line = { type: 'command_lifecycle', state: 'started', command_uuid: 'u1' };
    expect(prompts.lifecycle(line, isInTurn)).toEqual(settled(delivered));
    expect(prompts.takeBegun()).toEqual([{ uuid: 'u1', text: 'more', isSteer: true }]);
    expect(prompts.areWaiting).toBe(false);
  });

  it('was repeated', () => {
    expect(written(true).replayed({ type: 'user', uuid: 'u1' }, isInTurn)).toEqual(settled(delivered));
    expect(written(false).replayed({ type: 'user', uuid: 'u1' }, isInTurn)).toEqual([]);
  });
});

it('a prompt that is cancelled was refused, and begins nothing', () => {
  const prompts = written(true);
  const line = { type: 'command_lifecycle', state: 'cancelled', command_uuid: 'u1' };
  expect(prompts.lifecycle(line, true)).toEqual(settled('refused'));
  expect(prompts.takeBegun()).toEqual([]);
});

it.each(['', 'u1'])('a prompt with the id "%s" is part of the turn that has ended only where it has none', (uuid) => {
  const prompts = new Prompts();
  prompts.written({ type: 'user', uuid, message: { content: 'more' } }, false);
  prompts.turnEnded();
  expect(prompts.takeBegun()).toEqual([]);
  expect(prompts.areWaiting).toBe(uuid !== '');
});

it('the prompt of a one-shot run begins with the first turn, and was said into none', () => {
  const prompts = new Prompts();
  prompts.given('hello');
  expect(prompts.areWaiting).toBe(true);
  expect(prompts.turnBegan({ type: 'system' })).toEqual([]);
  expect(prompts.takeBegun()).toEqual([{ uuid: '', text: 'hello', isSteer: false }]);
  expect(prompts.areWaiting).toBe(false);
});

it('a prompt has the images that the CLI takes, and no other files', () => {
  const types = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/tiff', 'application/pdf'];
  const images = types.map((mimeType) => ({ mimeType, data: 'AAAA' }));
  const sent = (line: string): unknown => JSON.parse(line).message;
  expect(sent(promptLine({ text: 'look', images }, 'u1'))).toEqual({
    role: 'user',
    content: [
      { type: 'text', text: 'look' },
      ...types.slice(0, 4).map((media_type) => ({
        ...{ type: 'image', source: { type: 'base64', media_type, data: 'AAAA' } },
      })),
    ],
  });
  expect(sent(promptLine({ text: 'look', images: images.slice(4) }, 'u1'))).toEqual({ role: 'user', content: 'look' });
});
