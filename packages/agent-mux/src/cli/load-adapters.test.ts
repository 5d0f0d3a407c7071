import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { callAmux } from './testing/call-amux.ts';
import { runAmux } from './testing/run-amux.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-adapters-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const EXAMPLE = JSON.stringify(join(import.meta.dirname, '../../../../examples/adapter-echo/index.js'));

let modules = 0;
function writeAdapter(code: string): string {
  const path = join(scratch, `adapter-${modules++}.mjs`);
  writeFileSync(path, `import { echo } from ${EXAMPLE};\nconst { specVersion, ...bare } = echo;\n${code}\n`);
  return path;
}

describe('--adapter', () => {
  it.each([
    ['lacks its version', 'export const a = bare;', 'the adapter "echo": `specVersion` is missing; it must be 1.'],
    [
      'has no whole version',
      'export const a = { ...bare, specVersion: 1.5 };',
      'the adapter "echo": `specVersion` is 1.5, and this agent-mux speaks 1: it must be that number.',
    ],
    ['is none', 'export const a = { agent: "echo" };', 'exports no adapter.'],
  ])('says of an adapter that %s what is wrong', async (_, code, message) => {
    const { code: exitCode, stderr } = await callAmux(['agents', '--adapter', writeAdapter(code)]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });

  it.each(['adapter.ts', 'folder/index.ts', 'adapter.mts'])('loads TypeScript: %s', async (name) => {
    const folder = mkdtempSync(join(scratch, 'typed-'));
    mkdirSync(join(folder, 'folder'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const text = `import { echo } from ${EXAMPLE};\ninterface Named { agent: string }\nconst mine: Named = { agent: 'typed' };\n`;
    writeFileSync(join(folder, name), `${text}export const typed: Named = { ...echo, ...mine };\n`);
    const from = join(folder, name.replace('/index.ts', ''));
    const { code, stdout, stderr } = await runAmux(['agents', '--json', '--adapter', from]);
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout).data).toEqual(expect.arrayContaining([expect.objectContaining({ agent: 'typed' })]));
  });

  // tsx 4.23 has an entry for `require` that finds none of its own files when it is imported.
  it('takes the door of tsx that is meant for an import', async () => {
    const folder = mkdtempSync(join(scratch, 'doors-'));
    const tsx = join(folder, 'node_modules/tsx');
    mkdirSync(tsx, { recursive: true });
    const doors = { import: { types: './none.d.mts', default: './import.mjs' }, require: { default: './require.cjs' } };
    writeFileSync(
      join(tsx, 'package.json'),
      JSON.stringify({ exports: { './package.json': './package.json', './esm/api': doors } }),
    );
    writeFileSync(join(tsx, 'import.mjs'), `export * from ${JSON.stringify(import.meta.resolve('tsx/esm/api'))};\n`);
    writeFileSync(join(tsx, 'require.cjs'), "throw new Error('This is for require().');\n");
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'adapter.ts'), `export { echo as typed } from ${EXAMPLE};\nexport type None = never;\n`);
    const { code, stderr } = await runAmux(['agents', '--json', '--adapter', join(folder, 'adapter.ts')]);
    expect([code, stderr]).toEqual([0, '']);
  });

  it("names what an adapter's command lacks, and no flags", async () => {
    const path = writeAdapter(
      'export const a = { ...echo, modes: echo.modes.map((mode) => ({ ...mode, command: async () => ({}) })) };',
    );
    const { code, stderr } = await runAmux(['run', 'echo', 'hi', '--binary', process.execPath, '--adapter', path]);
    expect(code).toBe(1);
    expect(stderr).toContain('The adapter "echo": command() of mode "');
    expect(stderr).toContain('`cwd` is missing');
    expect(stderr).not.toContain('--');
  });
});
