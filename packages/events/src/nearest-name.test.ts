import { describe, expect, it } from 'vitest';
import { hintAtName, nearestName } from './nearest-name.ts';

const NAMES = ['mode', 'model', 'maxTokens', 'maxTurns', 'sandbox', 'when', 'claude', 'pi'];

describe('nearestName()', () => {
  it.each([
    ['two letters changed places', 'cluade', 'claude'],
    ['a letter is missing', 'sandbx', 'sandbox'],
    ['a letter is too many', 'sandboxx', 'sandbox'],
    ['a letter is wrong', 'clauda', 'claude'],
    ['two edits are enough for a long name', 'maxTokans2', 'maxTokens'],
    ['three are too many', 'mxTokans2', undefined],
    ['it is short', 'whn', 'when'],
    ['it is too short for two edits', 'whn1', undefined],
    ['only capitals differ', 'MAXTOKENS', 'maxTokens'],
    ['only capitals differ in a short one', 'PI', 'pi'],
    ['one of its length is as near as a shorter one', 'modle', 'model'],
    ['it is the beginning of one name', 'maxTok', 'maxTokens'],
    ['its capitals differ as well', 'MAXTOK', 'maxTokens'],
    ['it is the beginning of two names', 'maxT', undefined],
    ['four letters are enough for a beginning', 'sand', 'sandbox'],
    ['it is too short for a beginning', 'san', undefined],
    ['nothing is near', 'colour', undefined],
    ['a greeting is no agent', 'hi', undefined],
    ['nothing is typed', '', undefined],
  ])('%s: %j is %j', (_, typed, meant) => {
    expect(nearestName(typed, NAMES)).toBe(meant);
  });

  it('takes as many edits as it is told', () => {
    expect(nearestName('clouds', NAMES)).toBe('claude');
    expect(nearestName('clouds', NAMES, 1)).toBeUndefined();
    expect(nearestName('sand', NAMES, 1)).toBeUndefined();
    expect(nearestName('ran', NAMES, 2)).toBeUndefined();
    expect(nearestName('ran', NAMES, 3)).toBe('when');
  });
});

describe('hintAtName()', () => {
  it.each([
    ['cluade', ' Did you mean "claude"?'],
    ['colour', ''],
    [7, ''],
    [undefined, ''],
  ])('asks of %j: %j', (given, asked) => {
    expect(hintAtName(given, NAMES)).toBe(asked);
  });
});
