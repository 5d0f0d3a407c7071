import { expect, it } from 'vitest';
import { wordsOf } from './recognize.ts';

it.each([
  ['a flag and its value', ['--model', 'm'], { model: 'm' }],
  ['a value in the same word', ['--model=m=n', '--resume='], { model: 'm=n', resume: '' }],
  ['short flags', ['-p', 'go', '-s', 'x'], { prompt: 'go', silent: '' }],
  ['a flag without a value', ['--yolo', '--model', 'm'], { yolo: '', model: 'm' }],
  ['a list up to the next flag', ['--allow-tool', 'a', 'b', '--acp'], { acp: '' }],
  ['a list in the same word', ['--allow-tool=a', '--acp'], { 'allow-tool': 'a', acp: '' }],
  ['no flag that has no name', ['--=x', '--acp', '--', 'y'], { acp: '' }],
  ['a flag that lacks its value', ['--model'], { model: '' }],
  ['nothing in other words', ['go', '-q', '--acp'], { acp: '' }],
])('reads %s', (_name, words, expected) => {
  const { flags, values } = wordsOf(['copilot', ...words]);
  expect({ ...Object.fromEntries([...flags].map((flag) => [flag, ''])), ...Object.fromEntries(values) }).toEqual(
    expected,
  );
});
