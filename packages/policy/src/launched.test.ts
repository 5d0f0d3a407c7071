/** Programs that others start are judged by their own options, and a name that only the project defines is no command of Git. */
import { afterAll, describe, expect, it } from 'vitest';
import { type PolicyRules, policy } from './node.ts';
import { LAUNCHED_COMMANDS } from './testing/hostile-launched.ts';
import { makeFolder } from './testing/make-folder.ts';

const folder = makeFolder();
afterAll(() => folder.remove());

const decide = async (rules: PolicyRules, command: string) =>
  policy(rules, { home: folder.home })({ toolKind: 'execute', command, cwd: folder.cwd }, { cwd: folder.cwd });

it.each([
  'uv run pytest -q tests',
  'uv run python -m pytest -x',
  'poetry run pytest -k name',
  'pipx run ruff check src',
  'npm exec vitest -- run src/a.test.ts',
  'pnpm exec vitest run --reporter=verbose',
  'pnpm vitest run',
  'yarn jest --ci src',
  'bunx vitest run',
  'npx tsx src/a.ts --config x',
  'npx eslint src --max-warnings=0',
  'npx tsc --noEmit',
  'bundle exec rspec spec/a_spec.rb',
  'docker run alpine',
  'git status --short',
  'git stash list',
  'git shortlog -sn',
  'cargo build --release',
])('what is started does no more than it is known for: %s', async (command) => {
  expect(await decide({ allow: [{ command: LAUNCHED_COMMANDS }] }, command)).toMatchObject({ decision: 'approve' });
});

describe('a command that Git itself does not have', () => {
  it.each([
    [{ allow: [{ command: 'git' }] }, 'git st', 'ask'],
    [{ allow: [{ command: 'git s*' }] }, 'git st', 'ask'],
    [{ allow: [{ command: 'git s*' }] }, 'git status', 'approve'],
    [{ allow: [{ command: 'git *' }] }, 'git st', 'ask'],
    // A rule may name it, because its author knows what it is.
    [{ allow: [{ command: 'git st' }] }, 'git st', 'approve'],
    [{ allow: [{ command: 'git st' }] }, 'git st -sb', 'approve'],
    [{ allow: [{ kind: 'execute' }], deny: [{ command: 'git push' }] }, 'git up', 'ask'],
    [{ allow: [{ kind: 'execute' }], deny: [{ command: 'git push --force' }] }, 'git up', 'ask'],
    [{ allow: [{ kind: 'execute' }], deny: [{ command: 'git push' }] }, 'git pull', 'approve'],
    [{ allow: [{ kind: 'execute' }], deny: [{ command: 'git push' }] }, 'git --version', 'approve'],
  ] as const)('with %j, %s: %s', async (rules, command, decision) => {
    expect(await decide(rules, command)).toMatchObject({ decision });
  });

  it('is told as such', async () => {
    const { reason } = await decide({ allow: [{ command: 'git s*' }] }, 'git st');
    expect(reason).toContain('`git st` is no command of Git: the repository may call anything so');
  });
});

it.each([
  ['pip install', 'python -m pip install evil'],
  ['pytest', 'uv run python -m pytest'],
])('a rule that forbids %s finds it in %s', async (command, line) => {
  const rules: PolicyRules = { allow: [{ kind: 'execute' }], deny: [{ command }] };
  expect(await decide(rules, line)).toMatchObject({ decision: 'deny' });
});
