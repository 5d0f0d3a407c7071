/** `amux compare`: several agents on one task, each in a git worktree of its own, side by side; then a table and what each has changed. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentMuxClient } from '@agent-mux/core';
import { exitCodeOf, exitCodeOfResult } from '../../exit-codes.ts';
import { demandAgent } from '../demand-agent.ts';
import { demandStartable } from '../demand-startable.ts';
import { createTally } from '../demo/tally.ts';
import type { Mistake } from '../describe-error.ts';
import { tryOut } from '../find-mistakes.ts';
import { checkRun } from '../find-run-mistakes.ts';
import type { GivenFlags } from '../flag-table.ts';
import { clearLanes, followLanes, type Lane, showLanes } from '../lanes.ts';
import { createCliClient, createTrialClient } from '../load-adapters.ts';
import { asPair, asPath } from '../read-value.ts';
import type { FlagOptions, ReadFlags } from '../run-options.ts';
import { createStop } from '../stop.ts';
import { openWantedStore } from '../store-place.ts';
import { EXIT_FAILED, UsageError } from '../usage-error.ts';
import { createView, type View } from '../view.ts';
import { addWorktree, openRepository, type Repository } from '../worktree.ts';

export interface CompareArguments {
  readonly agents: readonly string[];
  readonly given: GivenFlags;
  readonly read: ReadFlags;
}

/** Resolves with the exit code: that of the first run which did not complete. */
export async function compare({ agents, given, read }: CompareArguments): Promise<number> {
  const options = read.draft;
  const view = createView(given);
  await using plain = await createCliClient(given, read);
  const prompt = demandSense(plain, agents, given);
  const binaries = readBinaries(agents, given);
  const repository = await openRepository(options.cwd ?? process.cwd());
  const asked = (agent: string) => ({ ...options, ...binaries.get(agent), agent, prompt });
  for (const agent of agents) {
    demandStartable(plain, asked(agent));
  }
  await using store = await openWantedStore(given);
  await using keeping = store === undefined ? undefined : await createCliClient(given, { ...read, store });
  const client = keeping ?? plain;
  const folder = await mkdtemp(join(tmpdir(), 'amux-compare-'));
  const lanes: Lane[] = [];
  // A signal must not end the process while there are worktrees that nobody was told of.
  using stop = createStop();
  const begin = async (): Promise<void> => {
    for (const agent of agents) {
      const tree = await addWorktree(repository, join(folder, agent));
      lanes.push({ agent, tree, tally: createTally(tree.cwd), isShown: false });
      if (stop.isAsked) {
        return;
      }
    }
    await stop.race(introduce(view, repository, options));
    if (stop.isAsked) {
      return;
    }
    // All runs are created in one go: if one of them is refused, none has started.
    const handles = lanes.map(({ agent, tree: { cwd } }) => client.run({ ...asked(agent), cwd }));
    await stop.during(handles, followLanes(lanes, handles, view));
    await stop.race(showLanes(lanes, { repository, view, isOver: () => stop.isAsked }));
    await stop.race(view.flush());
  };
  try {
    await begin();
  } catch (error) {
    // A terminal sends the signal to git too, whose end is no mistake then.
    if (!stop.isAsked) {
      throw error;
    }
  } finally {
    await client.close();
    await clearLanes(lanes, { repository, folder, view, isKept: given.has('keep'), leave: stop.leave });
  }
  const codes = lanes.map(({ result }) => (result === undefined ? EXIT_FAILED : exitCodeOfResult(result)));
  return codes.find((code) => code !== 0) ?? (stop.isAsked ? exitCodeOf('interrupted', undefined) : 0);
}

/** What the command would refuse; it starts nothing and makes nothing. */
export async function findCompareMistakes({ agents, given, read }: CompareArguments): Promise<readonly Mistake[]> {
  const options = read.draft;
  const trial = await createTrialClient(given, read);
  await using client = trial.client;
  const known = new Set(client.adapters.list().map(({ agent }) => agent));
  const wrong = [...trial.mistakes];
  for (const agent of new Set(agents)) {
    wrong.push(...(await tryOut(() => trial.demandAgent(agent, { hint: WHERE_THE_TASK_IS }), given)));
  }
  wrong.push(...(await tryOut(() => demandTask(agents, given), given)));
  const binaries = new Map<string, { readonly binary: string }>();
  const readAll = (): void => {
    for (const [agent, binary] of readBinaries(agents, given)) {
      binaries.set(agent, binary);
    }
  };
  wrong.push(...(await tryOut(readAll, given)));
  for (const agent of new Set(agents)) {
    const binary = binaries.get(agent);
    wrong.push(...(known.has(agent) ? checkRun(client, { ...options, ...binary, agent }, given) : []));
  }
  return wrong;
}

const WHERE_THE_TASK_IS = 'The task stands behind `--`.';

/** The task; throws where the command makes no sense. */
function demandSense(client: AgentMuxClient, agents: readonly string[], given: GivenFlags): string {
  for (const agent of agents) {
    demandAgent(client.adapters, agent, { hint: WHERE_THE_TASK_IS });
  }
  return demandTask(agents, given);
}

function demandTask(agents: readonly string[], given: GivenFlags): string {
  const twice = agents.find((agent, index) => agents.indexOf(agent) !== index);
  if (twice !== undefined) {
    throw new UsageError(`compare takes ${twice} once; it is named twice.`);
  }
  if (agents.length < 2) {
    throw new UsageError('compare needs two agents or more, as in `amux compare claude codex -- "fix the tests"`.');
  }
  const prompts = given.get('prompt') ?? [];
  const [task = ''] = prompts;
  if (prompts.length > 1) {
    throw new UsageError('The task is given twice, behind `--` and with --prompt; give one.');
  }
  if (task.trim() === '') {
    throw new UsageError(
      'There is no task. It stands behind `--`, as in `amux compare claude codex -- "fix the tests"`.',
    );
  }
  return task;
}

function readBinaries(agents: readonly string[], given: GivenFlags): ReadonlyMap<string, { readonly binary: string }> {
  const pairs = (given.get('binary') ?? []).map((text) => asPair(text, '--binary'));
  const stray = pairs.find(([agent]) => !agents.includes(agent));
  if (stray !== undefined) {
    throw new UsageError(
      `--binary names ${JSON.stringify(stray[0])}, which is not compared. Agents: ${agents.join(', ')}.`,
    );
  }
  return new Map(pairs.map(([agent, path]) => [agent, { binary: asPath(path, '--binary') }]));
}

async function introduce(
  { screen, isJson }: View,
  { commit, hasUncommitted }: Repository,
  { approvalMode = 'prompt' }: FlagOptions,
): Promise<void> {
  if (isJson) {
    return;
  }
  const { dim, yellow } = screen.palette;
  const lines = [
    dim(`Each begins with commit ${commit.slice(0, 12)}, in a worktree of its own.`),
    ...(hasUncommitted ? [yellow('What is not committed is in none of them.')] : []),
    ...(approvalMode === 'prompt'
      ? [
          yellow(
            'Several at once cannot ask: what is asked is denied. --yolo grants it, --deny keeps them from asking.',
          ),
        ]
      : []),
  ];
  await screen.note(lines.join('\n'));
}
