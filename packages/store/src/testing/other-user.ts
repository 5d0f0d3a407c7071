/** A program of a user who may not do everything: root writes into any folder. */
import { execFileSync } from 'node:child_process';
import { chownSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NOBODY = 65_534;

/** Only root can become another user. */
export const canBeNobody: boolean = process.getuid?.() === 0;

export function giveToNobody(...paths: readonly string[]): void {
  for (const path of paths) chownSync(path, NOBODY, NOBODY);
}

/**
 * Runs the body of an asynchronous function, which has `store` (this package), `fs`, and `args`. Gives the lines that it printed; `temp`
 * is a folder that everybody may enter.
 */
export function asNobody(body: string, args: readonly string[], temp: string = tmpdir()): string[] {
  const script = `
    process.setgid(${NOBODY}); process.setuid(${NOBODY});
    const store = await import(process.argv[1]);
    const fs = await import('node:fs');
    const args = process.argv.slice(2);
    ${body}`;
  const program = join(import.meta.dirname, '..', 'index.ts');
  const options = ['--conditions=agent-mux-source', '--import', 'tsx', '--input-type=module', '-e', script, program];
  return execFileSync(process.execPath, [...options, ...args], {
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: temp, TSX_DISABLE_CACHE: '1' },
  })
    .trim()
    .split('\n');
}
