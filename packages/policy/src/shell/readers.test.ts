/** Programs that read their folder without being told to, where something in it is forbidden. */
import { afterAll, describe, expect, it } from 'vitest';
import { policy } from '../node.ts';
import { makeFolder } from '../testing/make-folder.ts';

const folder = makeFolder();
afterAll(() => folder.remove());

const COMMANDS = ['grep', 'rg', 'ag', 'git', 'ls', 'tar', 'find', 'fd', 'tree', 'du', 'cd', 'hg', 'sudo'];

const decisionOf = async (command: string, allow: object = { kind: 'execute' }, deny: string = '**/.env') => {
  const decide = policy({ allow: [allow], deny: [{ path: deny }] }, { home: folder.home });
  return (await decide({ toolKind: 'execute', command, cwd: folder.cwd }, { cwd: folder.cwd })).decision;
};

describe('a path that is forbidden', () => {
  it.each([
    'grep -r S',
    'grep -R S',
    'grep -rn S',
    'grep --recursive S',
    'grep --rec S',
    'grep -r -e S',
    'grep -re S',
    'grep -r -A 3 S',
    'grep -r --include x S',
    'grep -d recurse S',
    'grep -r -- S',
    '/usr/bin/grep -r S',
    'rg S',
    'rg --hidden S',
    'rg --files',
    'rg -g x S',
    'ag S',
    'git grep S',
    'git diff',
    'git diff HEAD~1',
    'git diff --',
    "git diff -- ':!x'",
    'git show',
    'git log -p',
    'git log --patch',
    'git -C . grep S',
    'git add -A',
    'git archive HEAD',
    'hg diff',
    'ls -R',
    'ls -laR',
    'ls --rec',
    'tar xf x.tgz',
    'find -type f',
    "find -L -name '*'",
    'fd S',
    'tree',
    'tree -L 2',
    'du -a',
    'cd src && grep -r S',
    'sudo grep -r S',
    'sh -c "grep -r S"',
    'ls $(rg S)',
  ])('is not known to be left alone by what reads the folder: %j asks', async (line) => {
    expect(await decisionOf(line)).toBe('ask');
  });

  it.each([
    'grep S src/deep/b.ts',
    'grep -r S src/deep',
    'grep -rn S src/deep',
    'grep -r -A 3 S src/deep',
    'grep -r -e S src/deep',
    'rg S src/deep',
    'rg -n S src/deep',
    'git diff -- src/a.ts',
    'git log --oneline -20',
    'git status --short',
    'git push origin main',
    'ls',
    'ls -la',
    'ls -R src/deep',
    "find src/deep -name '*.ts'",
    'npm run build',
  ])('leaves alone what is told where to read, or reads no tree: %j', async (line) => {
    const secret = `${folder.cwd}/test/secret`;
    expect(await decisionOf(line, { kind: 'execute' }, secret)).toBe('approve');
    expect(await decisionOf(`rg S; ${line}`, { kind: 'execute' }, secret)).toBe('ask');
  });

  it.each(['rg S', 'git diff', 'tar xf x'])('is no matter where it lies elsewhere: %j', async (line) => {
    expect(await decisionOf(line, { kind: 'execute' }, '~/.ssh')).toBe('approve');
  });

  it.each([
    ['rg src/a', 'ask'],
    ['rg src/a src/deep', 'approve'],
    ['grep -r src/a', 'ask'],
    ['ls -R', 'ask'],
    ['git diff', 'ask'],
    ['git diff -- src/a.ts', 'approve'],
  ])('an allowed path is not where a program reads that has none among its words: %j: %s', async (line, decision) => {
    expect(
      await decisionOf(line, { command: COMMANDS.slice(0, -1).concat('git diff'), path: 'src/**' }, '~/.ssh'),
    ).toBe(decision);
  });
});
