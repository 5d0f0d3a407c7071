/** Who may make words for an agent: only what writes them down first, so that nothing is said that the journal does not have. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const CORE = fileURLToPath(new URL('../packages/core/src', import.meta.url));

/** A call of a dialect, however it is reached. */
const CALL = /\bdialect\b(?:\(\))?[?!]?\.(prompt|steer|respond)\b/g;
const TAKEN_APART = /\{[^{}]*\b(?:prompt|steer|respond)\b[^{}]*\}\s*=\s*[\w.#()]*\bdialect\b/;

const sources = readdirSync(CORE, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('testing'))
  .map((path) => ({ path, code: readFileSync(join(CORE, path), 'utf8') }));

it('only prompts and the channel make words for an agent, and the guard and the replay of recordings pass them on', () => {
  const found = sources.flatMap(({ path, code }) => [...code.matchAll(CALL)].map(([, name]) => `${path} ${name}`));
  expect([...new Set(found)].sort()).toEqual([
    'interaction/channel.ts respond',
    'replay/replay-speech.ts prompt',
    'replay/replay-speech.ts respond',
    'replay/replay-speech.ts steer',
    'run/guarded-dialect.ts prompt',
    'run/guarded-dialect.ts respond',
    'run/guarded-dialect.ts steer',
    'run/prompts.ts prompt',
    'run/prompts.ts steer',
  ]);
  expect(sources.filter(({ code }) => TAKEN_APART.test(code)).map(({ path }) => path)).toEqual([]);
});
