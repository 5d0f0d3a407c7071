/** `amux compare`: several agents on one task, each in a git worktree of its own, side by side; then a table and what each has changed. */
import { mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentMuxClient, RunHandle, RunResult } from '@agent-mux/core';
import { exitCodeOfResult } from '../../exit-codes.ts';
import { demandAgent } from '../demand-agent.ts';
import { demandStartable } from '../demand-startable.ts';
import { type Board, createBoard } from '../demo/board.ts';
import { createTally, type Tally } from '../demo/tally.ts';
import type { Mistake } from '../describe-error.ts';
import { tryOut } from '../find-mistakes.ts';
import { checkRun } from '../find-run-mistakes.ts';
import type { GivenFlags } from '../flag-table.ts';
import { followRun } from '../follow-run.ts';
import { createCliClient, createTrialClient } from '../load-adapters.ts';
import { asPair, asPath } from '../read-value.ts';
import type { FlagOptions, ReadFlags } from '../run-options.ts';
import { standSideBySide } from '../side-by-side.ts';
import { listenForSignals } from '../signals.ts';
import { createSink } from '../sink.ts';
import { openWantedStore } from '../store-place.ts';
import { summarize } from '../summarize.ts';
import { formatTable } from '../table.ts';
import { makeVisible } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { createView, type View } from '../view.ts';
import {
  addWorktree,
  type Changes,
  findChanges,
  openRepository,
  type Repository,
  removeWorktree,
  type Worktree,
} from '../worktree.ts';

export interface CompareArguments {
  readonly agents: readonly string[];
  readonly given: GivenFlags;
  readonly read: ReadFlags;
}

/** One agent with its worktree. */
interface Lane {
  readonly agent: string;
  readonly tree: Worktree;
  readonly tally: Tally;
  result?: RunResult;
  changes?: Changes;
  /** Whether all its changes were shown, so that nothing is lost with the worktree. */
  isShown: boolean;
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
  try {
    for (const agent of agents) {
      const tree = await addWorktree(repository, join(folder, agent));
      lanes.push({ agent, tree, tally: createTally(tree.cwd), isShown: false });
    }
    await introduce(view, repository, options);
    // All runs are created in one go: if one of them is refused, none has started.
    const handles = lanes.map(({ agent, tree: { cwd } }) => client.run({ ...asked(agent), cwd }));
    await follow(lanes, handles, view);
    for (const lane of lanes) {
      lane.changes = await findChanges(repository, lane.tree);
    }
    await show(lanes, view);
    await view.flush();
  } finally {
    await client.close();
    await clear(lanes, { repository, folder, view, isKept: given.has('keep') });
  }
  return (
    lanes.map(({ result }) => (result === undefined ? 1 : exitCodeOfResult(result))).find((code) => code !== 0) ?? 0
  );
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

async function follow(lanes: readonly Lane[], handles: readonly RunHandle[], view: View): Promise<void> {
  const err = createSink(process.stderr);
  const columns = (): number => process.stderr.columns ?? 80;
  const places = lanes.map(({ agent, tree: { cwd } }) => ({ agent, cwd }));
  using board: Board | undefined = view.isJson
    ? undefined
    : createBoard({ err, palette: view.screen.palette, agents: places, columns });
  using _ = listenForSignals({
    interrupt: async () => void (await Promise.all(handles.map((handle) => handle.interrupt()))),
    abort: async () => void (await Promise.all(handles.map((handle) => handle.abort()))),
  });
  await Promise.all(
    handles.map(async (handle, index) => {
      const lane = lanes[index];
      const presenter: View['presenter'] = {
        async event(event) {
          lane?.tally.see(event);
          await board?.see(handle.agent, event);
        },
        result: async ({ exitReason }) => board?.end(handle.agent, exitReason),
      };
      const result = await followRun(handle, { ...view, presenter }, 'deny', { hasSignals: true });
      if (lane !== undefined) {
        lane.result = result;
      }
    }),
  );
}

async function show(lanes: readonly Lane[], { out, screen, isJson }: View): Promise<void> {
  if (isJson) {
    const data = lanes.map(({ agent, tree, result: { events: _, ...result } = {}, changes }) => ({
      agent,
      worktree: tree.path,
      result,
      ...changes,
    }));
    await out.write(`${JSON.stringify({ ok: true, data })}\n`);
  } else {
    const columns = lanes.map(({ agent, tally, result, changes }) => [
      ['', agent] as const,
      ...(result === undefined ? [] : tally.rows(result)),
      ['changes', changes?.summary || 'none'] as const,
    ]);
    await out.write(`\n${formatTable(standSideBySide(columns)).join('\n')}\n`);
    for (const { agent, result, changes } of lanes) {
      if (result !== undefined && result.error !== null) {
        await screen.note(`\n${agent}: ${summarize(result, screen.palette)}`);
      }
      if (changes !== undefined && changes.diff !== '') {
        // A terminal is never sent foreign control characters; a pipe gets a patch that can be applied.
        await out.write(`\n# ${agent}\n${out.isTty ? makeVisible(changes.diff) : changes.diff}`);
      }
    }
  }
  await out.flush();
  for (const lane of lanes) {
    lane.isShown = !out.isClosed;
  }
}

interface Clearing {
  readonly repository: Repository;
  readonly folder: string;
  readonly view: View;
  readonly isKept: boolean;
}

/** Removes the worktrees whose changes were shown, or that have none; says where the others are. */
async function clear(lanes: readonly Lane[], { repository, folder, view, isKept }: Clearing): Promise<void> {
  const left: string[] = [];
  for (const { agent, tree, changes, isShown } of lanes) {
    const isUnchanged = async (): Promise<boolean> =>
      (changes ?? (await findChanges(repository, tree).catch(() => undefined)))?.diff === '';
    if (isKept || !(isShown || (await isUnchanged()))) {
      left.push(`${agent}: ${tree.path}`);
    } else {
      await removeWorktree(repository, tree);
    }
  }
  if (left.length === 0) {
    await rmdir(folder);
  } else {
    const how = '`git worktree remove --force <path>` removes one.';
    await view.screen.note(`\n${left.join('\n')}\n${view.screen.palette.dim(`Kept: ${how}`)}`);
  }
  await view.flush();
}
