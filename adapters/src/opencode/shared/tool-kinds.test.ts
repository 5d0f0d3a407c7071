import { expect, it } from 'vitest';
import { TOOL_KINDS } from './tool-kinds.ts';

it('names also the tools of opencode that do nothing of a kind, so that one which it lacks is one that nobody has judged', () => {
  const ofNoKind = Object.entries(TOOL_KINDS).flatMap(([name, kind]) => (kind === 'other' ? [name] : []));
  expect(ofNoKind).toEqual(['skill', 'question', 'invalid']);
});
