import { describe, expect, it } from 'vitest';
import { parseApproval, parseChoice, parseField, parseInput } from './parse-answer.ts';

describe('an approval', () => {
  it.each([
    ['y', { type: 'approve', scope: 'once' }],
    [' YES ', { type: 'approve', scope: 'once' }],
    ['a', { type: 'approve', scope: 'session' }],
    ['n', { type: 'deny' }],
    ['d', 'ask-reason'],
    // Only a clear answer grants something.
    ['', undefined],
    ['yy', undefined],
    ['ok', undefined],
  ])('%j', (line, expected) => {
    expect(parseApproval(line, ['once', 'session'])).toEqual(expected);
  });

  it('is not for the session where the agent does not offer it', () => {
    expect(parseApproval('a', ['once'])).toBeUndefined();
  });
});

describe('another input', () => {
  it.each([
    ['a command', 'ls', { command: 'rm', cwd: '/' }, { command: 'ls', cwd: '/' }],
    ['the only text', 'b', { path: 'a', count: 1 }, { path: 'b', count: 1 }],
    ['the whole as JSON', '{"path":"b"}', { path: 'a' }, { path: 'b' }],
    ['nothing', ' ', { path: 'a' }, undefined],
    ['broken JSON', '{"path"', { path: 'a' }, undefined],
    ['text where there are several', 'b', { path: 'a', text: 'x' }, undefined],
    ['text for what is no object', 'b', 'a', undefined],
  ])('%s', (_, line, input, changed) => {
    expect(parseInput(line, input)).toEqual(changed);
  });
});

describe('a choice', () => {
  const options = [{ label: 'Red' }, { label: 'Blue' }];
  it.each([
    ['2', {}, 'Blue'],
    ['blue', {}, 'Blue'],
    ['3', {}, undefined],
    ['green', {}, undefined],
    ['green', { freeText: true }, 'green'],
    ['3', { freeText: true }, undefined],
    ['1, 2', { multiSelect: true }, ['Red', 'Blue']],
    ['1 3', { multiSelect: true }, undefined],
    ['', { freeText: true }, undefined],
  ])('%j with %j', (line, flags, expected) => {
    expect(parseChoice(line, { id: 'q', question: '?', options, ...flags })).toEqual(expected);
  });

  it('is any text where there are no choices', () => {
    expect(parseChoice('42', { id: 'q', question: '?' })).toBe('42');
  });
});

describe('a field of a form', () => {
  it.each([
    ['3', { type: 'integer' }, 3],
    ['3.5', { type: 'integer' }, undefined],
    ['3.5', { type: 'number' }, 3.5],
    ['x', { type: 'number' }, undefined],
    ['yes', { type: 'boolean' }, true],
    ['no', { type: 'boolean' }, false],
    ['maybe', { type: 'boolean' }, undefined],
    ['a', { type: 'string', enum: ['a', 'b'] }, 'a'],
    ['c', { type: 'string', enum: ['a', 'b'] }, undefined],
    ['', { type: 'string' }, undefined],
  ])('%j as %j', (line, schema, expected) => {
    expect(parseField(line, schema)).toBe(expected);
  });
});
