/** What rules forbid is found where it is hidden: in here-documents, behind letters and signs, in texts that a program may run. */
import { afterAll, describe, expect, it } from 'vitest';
import { type PolicyRules, policy } from './node.ts';
import {
  HARMLESS_BESIDE_COMMANDS,
  HARMLESS_BESIDE_PATHS,
  HIDDEN_COMMANDS,
  HIDDEN_HOSTS,
  HIDDEN_NUMBERS,
  HIDDEN_PATHS,
} from './testing/hostile-hidden.ts';
import { HARMLESS_TEXTS, REACHING_TEXTS, READING_TEXTS, RUN_TEXTS } from './testing/hostile-texts.ts';
import { makeFolder } from './testing/make-folder.ts';

const folder = makeFolder();
afterAll(() => folder.remove());

const decisionOf = async (command: string, deny: PolicyRules['deny']) => {
  const decide = policy({ allow: [{ kind: 'execute' }], ...(deny && { deny }) }, { home: folder.home });
  return (await decide({ toolKind: 'execute', command, cwd: folder.cwd }, { cwd: folder.cwd })).decision;
};

describe('what a rule forbids', () => {
  it.each([...HIDDEN_COMMANDS, ...RUN_TEXTS])('is not passed as a command: %j (%s)', async (line) => {
    expect(await decisionOf(line, [{ command: 'rm' }])).not.toBe('approve');
  });

  it.each([...HIDDEN_PATHS, ...READING_TEXTS])('is not passed as a path: %j (%s)', async (line) => {
    expect(await decisionOf(line, [{ path: '.env' }])).not.toBe('approve');
    expect(await decisionOf(line, [{ path: '**/.env' }])).not.toBe('approve');
  });

  it.each([
    'cd src && cat .env',
    'cd src && sh -c "cat .env"',
    'cd src; bash <<E\ncat .env\nE',
    'cd src && cat <<E\n$(<.env)\nE',
    "cd src && nodemon --exec 'cat .env'",
  ])('is not passed as a path from another folder: %j', async (line) => {
    expect(await decisionOf(line, [{ path: 'src/.env' }])).not.toBe('approve');
  });

  it.each([...HIDDEN_HOSTS, ...REACHING_TEXTS])('is not passed as a host: %j (%s)', async (line) => {
    expect(await decisionOf(line, [{ host: 'evil.example' }])).not.toBe('approve');
  });

  it.each(HIDDEN_NUMBERS)('is not passed as a number: %j (%s)', async (line) => {
    expect(await decisionOf(line, [{ path: ['file0', 'file3', '/proc/1/**'] }])).not.toBe('approve');
    expect(await decisionOf(line, [{ path: ['file3'] }])).not.toBe('approve');
  });

  it.each([...HARMLESS_BESIDE_COMMANDS, ...HARMLESS_TEXTS])(
    'is not seen where no such command is: %j',
    async (line) => {
      expect(await decisionOf(line, [{ command: 'rm' }, { host: 'evil.example' }])).toBe('approve');
    },
  );

  it.each(HARMLESS_BESIDE_PATHS)('is not seen where no such file is: %j', async (line) => {
    expect(await decisionOf(line, [{ path: ['file3', '**/.env', '~/.ssh/**'] }])).toBe('approve');
  });
});
