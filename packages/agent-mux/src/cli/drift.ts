/** `amux doctor --drift`: the drift check of the repository, which has the recordings to compare a CLI with. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { UsageError } from './usage-error.ts';

const SCRIPT = 'tools/drift.ts';
/** The exit code where the check could not be made. */
const EXIT_UNKNOWN = 2;

/** The agents whose scenarios the repository can play; a test compares them with it. */
const DRIFT_AGENTS: ReadonlySet<string> = new Set([
  'claude',
  'codex',
  'copilot',
  'gemini',
  'omp',
  'openclaw',
  'opencode',
  'pi',
]);

export const hasDriftCheck = (agent: string): boolean => DRIFT_AGENTS.has(agent);

/** Checks `target`: an agent, or agent@version. Resolves with the exit code of the check, which is 2 also where a signal ended it. */
export async function runDrift(target: string, cwd: string = process.cwd()): Promise<number> {
  const [agent = ''] = target.split('@', 1);
  if (!hasDriftCheck(agent)) {
    throw new UsageError(
      `--drift takes one of ${[...DRIFT_AGENTS].join(', ')}, or <agent>@<version>, not ${JSON.stringify(target)}.`,
    );
  }
  const root = findRepository(cwd);
  if (root === undefined) {
    throw new UsageError(
      '--drift needs the recordings that the tests of agent-mux are made of: run it within a clone of its repository.',
    );
  }
  const args = ['--conditions=agent-mux-source', '--import', 'tsx', SCRIPT, target];
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
  const [code] = await once(child, 'close');
  return typeof code === 'number' ? code : EXIT_UNKNOWN;
}

function findRepository(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (
      existsSync(join(at, SCRIPT)) &&
      readFileSync(join(at, 'package.json'), 'utf8').includes('agent-mux-workspace')
    ) {
      return at;
    }
    if (at === parse(at).root) {
      return undefined;
    }
  }
}
