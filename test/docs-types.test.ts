/** The programs of the pages are TypeScript, and hold under all strict rules of the compiler as a reader would paste them. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { listPages, readBlocks } from './support/docs-blocks.ts';

const ROOT = join(import.meta.dirname, '..');

/** What a page takes for granted where a program goes on from one that stands before it, or from the reader's own. */
const GIVEN = `
declare global {
  const mux: import('agent-mux').AgentMuxClient;
  const run: import('agent-mux').RunHandle;
  const sessionId: string;
  const mode: import('@agent-mux/core').Mode;
  const myAdapter: import('@agent-mux/core').Adapter;
  function send(value: unknown): void;
}
export {};
`;
/** What programs of single pages take from the reader's own, where a global name would hide mistakes on other pages. */
const GIVEN_ON: Readonly<Record<string, string>> = {
  'docs/protocols/a2a.md': `
declare const [id, contextId, taskId]: readonly [string, string, string];
declare const message: Parameters<typeof handleMessage>[1];
`,
  'docs/protocols/afk.md': `
declare const panel: { show(event: unknown): void };
declare const memory: { append(record: unknown): void };
declare const spans: { add(name: string, attributes: unknown): void };
declare function count(name: string, by: number): void;
`,
  'docs/protocols/ag-ui.md': `
declare const response: import('node:http').ServerResponse;
declare const input: { readonly resume: Parameters<typeof resume>[1] };
`,
  'docs/protocols/cagent.md': `
declare function show(event: unknown): void;
`,
  'docs/protocols/looopy.md': `
declare const response: import('node:http').ServerResponse;
declare function ask(event: unknown): Promise<Parameters<typeof provideInput>[1]>;
`,
  'docs/protocols/ui-messages.md': `
declare const messages: Parameters<typeof import('@agent-mux/protocols/ui-messages').handleChat>[1];
declare function textOf(all: typeof messages): string;
declare function isAnswered(options: { messages: readonly unknown[] }): boolean;
declare const part: { readonly approval: { readonly id: string } };
declare function useChat(options: import('ai').ChatInit<import('ai').UIMessage>): import('ai').AbstractChat<import('ai').UIMessage>;
`,
};
/** What the reader has beside the program. */
const BESIDE = `
import type { Adapter } from '@agent-mux/core';
export declare const echo: Adapter;
export declare const myAdapter: Adapter;
`;

const CONFIG = {
  extends: join(ROOT, 'tsconfig.test.json'),
  compilerOptions: {
    // A reader's: its programs are no library.
    isolatedDeclarations: false,
    noPropertyAccessFromIndexSignature: false,
    paths: { 'agent-mux-adapter-echo': ['./index.ts'] },
  },
  include: ['**/*.ts'],
  exclude: [],
};

it('every program of the pages compiles under strict rules', async () => {
  // Below the root, so that packages are found as a reader's are.
  mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, 'node_modules/.cache/docs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(CONFIG));
  writeFileSync(join(folder, 'given.ts'), GIVEN);
  writeFileSync(join(folder, 'index.ts'), BESIDE);
  const blocks = listPages(ROOT).flatMap((page) => readBlocks(ROOT, page));
  expect(blocks.length).toBeGreaterThan(20);
  for (const { page, index, code } of blocks) {
    writeFileSync(
      join(folder, `${page.replaceAll(/[/.]/g, '-')}-${index}.ts`),
      `${code}${GIVEN_ON[page] ?? ''}export {};\n`,
    );
  }
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  const { stdout } = await promisify(execFile)(tsc, ['-p', folder, '--pretty', 'false'], { cwd: ROOT }).catch(
    (error: { readonly stdout: string }) => error,
  );
  expect(stdout).toBe('');
});

it.each(listPages(ROOT))('%s says where `await using` runs, if it shows it', (page) => {
  const isShown = readBlocks(ROOT, page).some(({ code }) => code.includes('await using'));
  expect(readFileSync(join(ROOT, page), 'utf8').includes('`await using` is for TypeScript, and for Node 24')).toBe(
    isShown,
  );
});

// The README of a package is read in the registry, where the package is then.
it.each(listPages(ROOT).filter((page) => !page.startsWith('packages')))(
  '%s installs no package of ours from the registry',
  (page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    expect(text).not.toMatch(/npm (?:i|install|add)(?: -\S+)* (?:\S+ )*(?:@agent-mux\/|agent-mux(?![\w/-]))/);
  },
);

it.each(listPages(ROOT))('%s shows no JavaScript', (page) => {
  expect(readFileSync(join(ROOT, page), 'utf8')).not.toMatch(/^```(?:js|javascript|mjs)$/m);
});

it.each(['first-run', 'approvals', 'turns', 'budgets', 'structured-output', 'testing', 'sessions', 'write-an-adapter'])(
  'docs/%s.md begins with a program of at most fifteen lines',
  (name) => {
    const [, language, code = ''] =
      /^```(\w*)\n([\s\S]*?)^```$/m.exec(readFileSync(join(ROOT, 'docs', `${name}.md`), 'utf8')) ?? [];
    expect(language).toBe('ts');
    expect(
      code
        .trimEnd()
        .split('\n')
        .filter((line) => line !== '').length,
    ).toBeLessThanOrEqual(15);
  },
);
