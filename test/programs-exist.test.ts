/** npm links a program only if its file is there when a clone is installed: nothing that a build makes can be one. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['packages/agent-mux', 'packages/core', 'packages/events', 'packages/testkit', 'adapters'];

it('each program of a package is a file of the repository', () => {
  const programs = FOLDERS.flatMap((folder) => {
    const { bin = {} } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
    return Object.values<string>(bin).map((path) => join(folder, path));
  });
  expect(programs).toContain('packages/agent-mux/bin/amux.js');
  const tracked = execFileSync('git', ['ls-files', '-s', '--', ...programs], { cwd: ROOT, encoding: 'utf8' });
  // 100755: whoever links it need not make it executable.
  expect(
    tracked
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(0, 6), line.split('\t')[1]]),
  ).toEqual(programs.map((path) => ['100755', path]));
});
