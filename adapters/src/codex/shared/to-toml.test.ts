/** How settings stand on the command line of Codex, which cuts a path at each dot (0.169.0). */
import { expect, it } from 'vitest';
import { settingWords } from './to-toml.ts';

it.each([
  [
    'a text, a number and a switch',
    { model: 'say "hi"', top: 1, on: false },
    ['model="say \\"hi\\""', 'top=1', 'on=false'],
  ],
  [
    'each key of a table',
    { tui: { theme: 'dark', keys: { send: 'enter' } } },
    ['tui.theme="dark"', 'tui.keys.send="enter"'],
  ],
  [
    'a table as a whole where a key has more than a word',
    { env: { 'A.B': 'x', C: 1 } },
    ['env={"A.B" = "x", "C" = 1}'],
  ],
  ['a table without keys', { tui: {} }, ['tui={}']],
  ['a list, also of tables', { notify: ['a', { b: [1, true] }] }, ['notify=["a", {"b" = [1, true]}]']],
  ['a list without items', { notify: [] }, ['notify=[]']],
  [
    'nothing of what has no value',
    { model: undefined, profile: null, tui: { theme: null, on: true } },
    ['tui.on=true'],
  ],
])('writes %s', (_what, settings, words) => {
  expect(settingWords(settings)).toEqual(words.flatMap((word) => ['-c', word]));
});
