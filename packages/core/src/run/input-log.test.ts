import { describe, expect, it } from 'vitest';
import { InputLog, wordsOf } from './input-log.ts';

const PROGRAM = { kind: 'program' };

describe('the prompts of a run', () => {
  it('have numbers in the order in which they were said, the first one that of each attempt', () => {
    const log = new InputLog('R');
    expect(log.first({ text: 'a' })).toEqual({ action: 'prompt', as: 'first', by: PROGRAM, id: 'R-p1', text: 'a' });
    expect(log.first({ text: 'a' }).id).toBe('R-p1');
    expect(log.newTurn({ text: 'b' })).toEqual({
      ...{ action: 'prompt', as: 'new-turn', by: PROGRAM, id: 'R-p2', text: 'b' },
    });
    expect(log.steer({ text: 'c' })).toEqual({ action: 'steer', as: 'steer', by: PROGRAM, id: 'R-p3', text: 'c' });
    expect(log.first({ text: 'a' }).id).toBe('R-p1');
    expect(log.newTurn({ text: 'd' }).id).toBe('R-p4');
  });

  it('keep a number that they have already', () => {
    const log = new InputLog('R');
    log.first({ text: 'a' });
    const { id } = log.steer({ text: 'b' });
    expect(log.newTurn({ text: 'b' }, id).id).toBe('R-p2');
    expect(log.steer({ text: 'b' }, id).id).toBe('R-p2');
    expect(log.newTurn({ text: 'c' }).id).toBe('R-p3');
  });

  it('begin with one, also where the first words come later', () => {
    const log = new InputLog('R');
    expect(log.newTurn({ text: 'a' }).id).toBe('R-p1');
    expect(log.steer({ text: 'b' }).id).toBe('R-p2');
  });

  it('are of who started the run, and after that of its program', () => {
    const by = { kind: 'person', name: 'ada' } as never;
    const log = new InputLog('R', by);
    expect([log.first({ text: 'a' }).by, log.newTurn({ text: 'b' }).by]).toEqual([by, PROGRAM]);
  });

  it('have their images, and no field for none', () => {
    const images = [{ mediaType: 'image/png', base64: 'AA' }] as never;
    expect(wordsOf({ text: 'a', images, more: 1 } as never)).toEqual({ text: 'a', images });
    expect(Object.keys(wordsOf({ text: 'a' }))).toEqual(['text']);
  });
});
