import { expect, it } from 'vitest';
import { readStderr } from './stderr-lines.ts';

// The lines are as 0.61.0 writes them: the first two come from one recording, the others from its source.
it.each<[line: string, drafts: ReturnType<typeof readStderr>]>([
  ['Attempt 1 failed: Resource exhausted, please retry in 2s.', []],
  ['Suggested retry after 2s.. Retrying after 5034ms...', [{ type: 'rate_limited', retryAfterMs: 5034 }]],
  ['Attempt 1 failed with status 429. Retrying with backoff...', [{ type: 'rate_limited' }]],
  [
    'Attempt 1 failed with 429 error (no Retry-After header). Retrying with backoff... Error',
    [{ type: 'rate_limited' }],
  ],
  ['Attempt 1 failed with status 503. Retrying with backoff...', []],
  ['Attempt 2 failed: Resource exhausted. Max attempts reached', []],
  ['Ripgrep is not available. Falling back to GrepTool.', []],
])('hears of limits in: %s', (line, drafts) => {
  expect(readStderr(line)).toEqual(drafts);
});
