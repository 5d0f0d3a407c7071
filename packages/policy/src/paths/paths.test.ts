/** Paths against globs: links, `..`, letters of any case, roots, hidden names, and files that are not there yet. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { ApprovalFacts } from '@agent-mux/events';
import { afterAll, describe, expect, it } from 'vitest';
import { growthOf } from '../../../../test/support/spent.ts';
import { type PolicyRules, policy } from '../node.ts';
import { makeFolder } from '../testing/make-folder.ts';

const folder = makeFolder();
afterAll(() => folder.remove());
const { cwd, home, outside } = folder;
mkdirSync(join(outside, 'deep'));
symlinkSync('deep', join(cwd, 'src/inner'));
symlinkSync(join(outside, 'missing'), join(cwd, 'src/dangling'));
symlinkSync('../../outside', join(cwd, 'src/up'));
symlinkSync(join(home, '.ssh'), join(cwd, 'src/keys'));

const place = (path: string): string => path.replace(/^CWD/, cwd).replace(/^HOME/, home).replace(/^OUT/, outside);
const decide = (rules: PolicyRules, path: string, kind: ApprovalFacts['toolKind'] = 'read') =>
  policy(rules, { home })({ toolKind: kind, paths: [place(path)] }, { cwd });

type Row = readonly [glob: string, path: string, why: string];

const ALLOWED: readonly Row[] = [
  ['src/**', 'CWD/src/a.ts', 'a file'],
  ['src/**', 'CWD/src/deep/b.ts', 'a file further below'],
  ['src/**', 'CWD/src', 'the folder itself'],
  ['src/**', 'CWD/src/new/file.ts', 'a new file in a new folder'],
  ['src/**', 'CWD/src/./a.ts', 'a dot in it'],
  ['src/**', 'CWD//src///a.ts', 'slashes twice'],
  ['src/**', 'CWD/test/../src/a.ts', 'up and down again'],
  ['src/**', 'CWD/sources/a.ts', 'a link to the folder'],
  ['src/**', 'CWD/src/inner/b.ts', 'a link within the folder'],
  ['src/**', 'CWD/src/inner/new.ts', 'a new file below that link'],
  ['src/*', 'CWD/src/a.ts', 'one name'],
  ['src/*.ts', 'CWD/src/a.ts', 'one name with an end'],
  ['src/?.ts', 'CWD/src/a.ts', 'one letter'],
  ['src/{a,b}.ts', 'CWD/src/a.ts', 'one of two'],
  ['{src,test}/**', 'CWD/test/x', 'one of two folders'],
  ['**/*.ts', 'CWD/src/deep/b.ts', 'an end anywhere'],
  ['**', 'CWD/src/a.ts', 'everything'],
  ['src/.env', 'CWD/src/.env', 'a hidden name that is said'],
  ['.git/**', 'CWD/.git/hooks/x', 'a hidden folder that is said'],
  ['**/.*', 'CWD/src/.env', 'a pattern of hidden names'],
  ['~/.ssh/**', 'HOME/.ssh/known_hosts', 'below the home folder'],
  ['package.json', 'CWD/package.json', 'a plain name'],
  ['./package.json', 'CWD/package.json', 'a plain name behind a dot'],
];

const NOT_ALLOWED: readonly Row[] = [
  ['src/**', 'CWD/package.json', 'beside it'],
  ['src/**', 'CWD/src/../package.json', 'out by `..`'],
  ['src/**', 'CWD/src/../../outside/secret', 'out of the project by `..`'],
  ['src/**', 'CWD/src/new/../../package.json', 'out behind a folder that is not there'],
  ['src/**', 'CWD/src/a.ts/../../package.json', 'out behind a file'],
  ['src/**', 'CWD/src/up/secret', 'a link out of it'],
  ['src/**', 'CWD/src/up/new', 'a new file below such a link'],
  ['src/**', 'CWD/src/up/../package.json', '`..` behind a link, which goes up where it leads'],
  ['src/**', 'CWD/src/dangling', 'a link to nothing outside'],
  ['src/**', 'CWD/src/keys/id_rsa', 'a link into the home folder'],
  ['**', 'CWD/link/secret', 'a link out of the project'],
  ['**', 'CWD/link-to-file', 'a link to a file outside'],
  ['**', 'CWD/circle', 'a circle of links'],
  ['**', 'CWD/circle/x', 'below a circle'],
  ['**', 'OUT/secret', 'outside'],
  ['**', '/etc/passwd', 'the system'],
  ['**', 'HOME/.ssh/id_rsa', 'the home folder'],
  ['**', 'CWD/.env', 'a hidden file'],
  ['**', 'CWD/.git/hooks/pre-commit', 'a hidden folder'],
  ['**', 'CWD/harmless', 'a link to a hidden file'],
  ['**', 'CWD-other/x', 'a folder whose name begins alike'],
  ['src/*', 'CWD/src/deep/b.ts', 'a star is one name'],
  ['src/*', 'CWD/src/.env', 'a star takes no hidden name'],
  ['src/?.ts', 'CWD/src/ab.ts', 'one letter, not two'],
  ['src/**', 'CWD/SRC/a.ts', 'another case of letters'],
  ['src/*.ts', 'CWD/src/a.tsx', 'another end'],
  ['src/a.ts', 'CWD/src/a.ts/x', 'below a file'],
  ['src/{a,b}.ts', 'CWD/src/c.ts', 'none of two'],
  ['/src/**', 'CWD/src/a.ts', 'an absolute glob'],
  ['../outside/**', 'OUT/secret', 'a glob that goes up'],
  ['**', 'CWD/src/\0', 'a zero byte'],
  ['~/**', 'HOME/.ssh/id_rsa', 'a hidden name below the home folder'],
];

const DENIED: readonly Row[] = [
  ['**/.env', 'CWD/.env', 'that name'],
  ['**/.env', 'CWD/src/.env', 'that name below'],
  ['**/.env', 'CWD/src/.ENV', 'in another case'],
  ['**/.env', 'CWD/test/.env/x', 'below it'],
  ['**/.env', 'CWD/harmless', 'a link to it'],
  ['**/.env', 'CWD/src/../.env', 'by `..`'],
  ['**/.env', 'OUT/.env', 'anywhere'],
  ['**/.env', 'CWD/src/.e\u200dnv', 'with a sign that is not seen'],
  ['~/.ssh', 'HOME/.ssh', 'the folder'],
  ['~/.ssh', 'HOME/.ssh/id_rsa', 'below it'],
  ['~/.ssh', 'HOME/.SSH/id_rsa', 'in capitals'],
  ['~/.ssh', 'HOME/.ſſh/id_rsa', 'with a letter that is an S to a disk without cases'],
  ['~/.ssh', 'HOME/x/../.ssh/id_rsa', 'by `..` as it is said, or unknown'],
  ['~/.ssh', 'CWD/src/keys/id_rsa', 'by a link'],
  ['/etc/**', '/etc/passwd', 'the system'],
  ['/etc/**', '/etc/../etc/passwd', 'the system by `..`'],
  ['src/**', 'CWD/sources/a.ts', 'by a link'],
  ['*.KEY', 'CWD/a.key', 'an end in another case'],
  ['link', 'CWD/link/secret', 'as it was said'],
  ['**/caf\u00e9', 'CWD/cafe\u0301', 'marks apart'],
];

const NOT_DENIED: readonly Row[] = [
  ['**/.env', 'CWD/src/a.ts', 'another file'],
  ['**/.env', 'CWD/src/a.env', 'an end'],
  ['**/.env', 'CWD/src/.env.example', 'a longer name'],
  ['~/.ssh', 'CWD/src/a.ts', 'elsewhere'],
  ['/etc/**', 'CWD/src/a.ts', 'elsewhere'],
  ['src/deep/**', 'CWD/src/a.ts', 'beside it'],
  ['*.ts', 'CWD/src/a.ts', 'further below'],
];

describe('a path', () => {
  it('there are 80 rows', () => {
    expect([ALLOWED, NOT_ALLOWED, DENIED, NOT_DENIED].flat().length).toBeGreaterThanOrEqual(80);
  });

  it.each(ALLOWED)('is allowed by %j: %j (%s)', async (glob, path) => {
    expect(await decide({ allow: [{ path: glob }] }, path)).toMatchObject({ decision: 'approve' });
  });

  it.each(NOT_ALLOWED)('is not allowed by %j: %j (%s)', async (glob, path) => {
    expect(await decide({ allow: [{ path: glob }] }, path)).toMatchObject({ decision: 'ask' });
  });

  it.each(DENIED)('is denied by %j: %j (%s)', async (glob, path) => {
    const { decision } = await decide({ allow: [{ kind: 'read' }], deny: [{ path: glob }] }, path);
    expect(decision).toBe(path.includes('/x/../') ? 'ask' : 'deny');
  });

  it.each(NOT_DENIED)('is not denied by %j: %j (%s)', async (glob, path) => {
    expect(await decide({ allow: [{ kind: 'read' }], deny: [{ path: glob }] }, path)).toMatchObject({
      decision: 'approve',
    });
  });

  it('lies in any root that was named, and in no other', async () => {
    const rules = { allow: [{ path: '**' }], roots: [outside] };
    expect(await decide(rules, 'OUT/secret')).toMatchObject({ decision: 'approve' });
    expect(await decide(rules, 'CWD/link/secret')).toMatchObject({ decision: 'approve' });
    expect(await decide(rules, 'HOME/x')).toMatchObject({ decision: 'ask' });
  });

  it('of several must all be allowed, and one is enough to be denied', async () => {
    const paths = [join(cwd, 'src/a.ts'), join(cwd, 'package.json')];
    const ask = policy({ allow: [{ path: 'src/**' }] }, { home });
    expect(await ask({ toolKind: 'read', paths }, { cwd })).toMatchObject({ decision: 'ask' });
    const deny = policy({ allow: [{ kind: 'read' }], deny: [{ path: 'package.json' }] }, { home });
    expect(await deny({ toolKind: 'read', paths }, { cwd })).toMatchObject({ decision: 'deny' });
  });

  it('of a patch is judged by what would be done to it', async () => {
    const changes = [
      { path: join(cwd, 'src/a.ts'), change: 'update' },
      { path: join(cwd, 'src/deep/b.ts'), change: 'delete' },
      { path: join(cwd, 'test/x'), change: 'move', movedTo: join(cwd, 'test/y') },
    ] as const;
    const patch = (rules: PolicyRules) => policy(rules, { home })({ toolKind: 'edit', changes }, { cwd });
    expect(await patch({ allow: [{ kind: 'edit', path: '**' }] })).toMatchObject({ decision: 'ask' });
    expect(await patch({ allow: [{ kind: ['edit', 'delete'], path: '**' }] })).toMatchObject({ decision: 'ask' });
    const all = [{ kind: ['edit', 'delete', 'move'] as const, path: '**' }];
    expect(await patch({ allow: all })).toMatchObject({ decision: 'approve' });
    expect(await patch({ allow: all, deny: [{ kind: 'delete' }] })).toMatchObject({ decision: 'deny' });
    expect(await patch({ allow: all, deny: [{ kind: 'delete', path: 'src/deep/**' }] })).toMatchObject({
      decision: 'deny',
    });
    expect(await patch({ allow: all, deny: [{ kind: 'delete', path: 'src/a.ts' }] })).toMatchObject({
      decision: 'approve',
    });
    expect(await patch({ allow: all, deny: [{ kind: 'move', path: 'test/y' }] })).toMatchObject({ decision: 'deny' });
  });

  it('with a long name is read in time by its length, however many stars the glob has', async () => {
    const decider = policy({ deny: [{ path: '**/*a*a*b' }] }, { home });
    const read = (size: number) =>
      decider({ toolKind: 'read', paths: [join(cwd, 'missing', 'a'.repeat(size))] }, { cwd });
    expect(await growthOf(read, 25_000)).toBeLessThan(100);
  });
});
