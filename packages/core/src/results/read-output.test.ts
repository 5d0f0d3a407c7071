import { describe, expect, it } from 'vitest';
import { rawOutput, readOutput } from './read-output.ts';

const SCHEMA = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] } as const;

describe('the output of an agent', () => {
  it.each([
    ['what the CLI reports, whatever its text', { told: { n: 1 }, text: '{"n":2}' }, { n: 1 }],
    ['what the CLI reports, also where that is null', { told: null, text: '{"n":2}' }, null],
    ['its text, where the CLI reports nothing', { told: undefined, text: ' {"n":2}\n' }, { n: 2 }],
    ['nothing, where its text is no JSON', { told: undefined, text: 'Two.' }, undefined],
  ])('is %s', (_what, source, raw) => {
    expect(rawOutput(source)).toEqual(raw);
  });

  it('that fits is given as it is', async () => {
    expect(await readOutput({ told: undefined, text: '{"n":2}' }, SCHEMA)).toEqual({ raw: { n: 2 }, value: { n: 2 } });
  });

  it.each([
    ['is no JSON', 'Two.', /^The answer does not fit `outputSchema`: the answer is no JSON\.$/],
    ['does not fit', '{"n":"2"}', /^The answer does not fit `outputSchema`: .*n.*\.$/],
  ])('that %s is an error that can be tried again', async (_what, text, message) => {
    expect(await readOutput({ told: undefined, text }, SCHEMA)).toEqual({
      error: { code: 'OUTPUT_INVALID', message: expect.stringMatching(message), recoverable: true },
    });
  });

  it('is an error where the schema itself fails', async () => {
    const broken = {
      '~standard': {
        version: 1,
        vendor: 'toy',
        validate() {
          throw new Error('boom');
        },
      },
    } as const;
    expect(await readOutput({ told: 1, text: '' }, broken as never)).toEqual({
      error: expect.objectContaining({
        message: 'The answer does not fit `outputSchema`: the schema failed: boom.',
      }),
    });
  });
});
