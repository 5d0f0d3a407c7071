/** A program of a user who may not do everything: root writes into any folder. */
import { execFileSync } from 'node:child_process';
import { chownSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NOBODY = 65_534;
const HOSTS = process.env['AMUX_TEST_HOSTS'] ?? '';

/** Only root can become another user. */
export const canBeNobody: boolean = process.getuid?.() === 0;

export function giveToNobody(...paths: readonly string[]): void {
  for (const path of paths) {
    chownSync(path, NOBODY, NOBODY);
  }
}

/**
 * Runs the body of an asynchronous function, which has `store` (this package), the `options` of one, `fs`, and `args`. Returns the lines
 * that it printed; `temp` is a folder that everybody may enter.
 */
export function asNobody(body: string, args: readonly string[], temp: string = tmpdir()): string[] {
  const script = `
    process.setgid(${NOBODY}); process.setuid(${NOBODY});
    const store = await import(process.argv[1]);
    const fs = await import('node:fs');
    const options = { writer: ${JSON.stringify(join(HOSTS, 'store-writer.mjs'))} };
    const args = process.argv.slice(2);
    ${body}`;
  const given = ['--input-type=module', '-e', script, join(HOSTS, 'store.mjs'), ...args];
  return execFileSync(process.execPath, given, { encoding: 'utf8', env: { ...process.env, TMPDIR: temp } })
    .trim()
    .split('\n');
}
