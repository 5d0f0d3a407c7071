/** The list of the public surface: what an entry exports, and the sentence of each. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listExports } from './list-exports.ts';
import { renderApi } from './render-api.ts';

function write(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'exports-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
  }
  return join(folder, 'index.ts');
}

describe('the exports of an entry', () => {
  it('are found through stars, names and other names, with the first sentence of each', () => {
    const entry = write({
      'index.ts':
        "/** The door. */\nimport { f } from './b.ts';\nexport * from './a.ts';\nexport { type B as Bee, C } from './b.ts';\nexport { f };\n",
      'a.ts':
        '/** A file. */\n\n/**\n * An A, as of 1.2. It has\n * more.\n * @defaultValue none\n */\nexport interface A {}\n// No docstring.\nexport const bare = 1;\n',
      'b.ts':
        '/** B is a type. */\ntype B = 1;\n/** C is a class! */\nclass C {}\n/** Does `f` */\nfunction f(a: 1): void;\nfunction f() {}\nexport { type B, C, f };\n',
    });
    expect(listExports(entry).map(({ name, kind, sentence }) => [name, kind, sentence])).toEqual([
      ['A', 'type', 'An A, as of 1.2.'],
      ['Bee', 'type', 'B is a type.'],
      ['C', 'class', 'C is a class!'],
      ['bare', 'const', ''],
      ['f', 'function', 'Does `f`'],
    ]);
  });

  it('must lead to a declaration', () => {
    const entry = write({ 'index.ts': "export { lost } from './a.ts';\n", 'a.ts': 'export const other = 1;\n' });
    expect(() => listExports(entry)).toThrow(/a\.ts does not export lost$/);
  });
});

it('every public name of core has its sentence on the page', () => {
  const page = renderApi(join(import.meta.dirname, '../..'), '');
  expect(page).toContain('| `createClient` | function | Makes a client, which starts runs. |');
  expect(page).toContain(
    '| `replayCassette` | function | Plays a recording again, and returns its events and its outcome. |',
  );
});
