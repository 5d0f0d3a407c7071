import { expect, it } from 'vitest';
import { shellEnd } from './shell-end.ts';

// The texts are as 0.61.0 shows them.
it.each<[what: string, text: string, end: ReturnType<typeof shellEnd>]>([
  ['one that failed without a word', 'Command exited with code: 3', { exitCode: 3, output: '' }],
  ['one that was cancelled', 'Command cancelled by user.', { output: '' }],
  [
    'one that was cancelled after it had printed something',
    'Command cancelled by user.\n\nOutput before cancellation:\none\ntwo',
    { output: 'one\ntwo' },
  ],
  ['one that went on', 'Command moved to background (PID: 7). Output hidden.', { output: '' }],
  ['one that printed something', 'one\ntwo\n', { output: 'one\ntwo\n' }],
])('tells what a command has printed, and its code where that is all there is: %s', (_what, text, end) => {
  expect(shellEnd(text)).toEqual(end);
});
