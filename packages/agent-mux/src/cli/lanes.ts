/** Several agents with a worktree each: their runs side by side, what they have changed, and what is left of it. */
import { rmdir } from 'node:fs/promises';
import type { RunHandle, RunResult } from '@agent-mux/core';
import { type Board, createBoard } from './demo/board.ts';
import type { Tally } from './demo/tally.ts';
import { followRun } from './follow-run.ts';
import { wrapLines } from './quoted-text.ts';
import { standSideBySide } from './side-by-side.ts';
import { createSink } from './sink.ts';
import { summarize } from './summarize.ts';
import { formatTable } from './table.ts';
import { firstLine, makeVisible } from './terminal.ts';
import type { View } from './view.ts';
import { type Changes, findChanges, isUntouched, type Repository, removeWorktree, type Worktree } from './worktree.ts';

/** One agent with its worktree. */
export interface Lane {
  readonly agent: string;
  readonly tree: Worktree;
  readonly tally: Tally;
  result?: RunResult;
  changes?: Changes;
  /** Why there are no changes to show. */
  changesError?: string;
  /** Whether all its changes were shown, so that nothing is lost with the worktree. */
  isShown: boolean;
}

/** Follows all runs to their results. */
export async function followLanes(lanes: readonly Lane[], handles: readonly RunHandle[], view: View): Promise<void> {
  const err = createSink(process.stderr);
  const columns = (): number => process.stderr.columns ?? 80;
  const places = lanes.map(({ agent, tree: { cwd } }) => ({ agent, cwd }));
  using board: Board | undefined = view.isJson
    ? undefined
    : createBoard({ err, palette: view.screen.palette, agents: places, columns });
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

export interface Showing {
  readonly repository: Repository;
  readonly view: View;
  /** Whether nobody waits for the rest any more. */
  readonly isOver: () => boolean;
}

/** Shows a table and what each has changed. */
export async function showLanes(lanes: readonly Lane[], { repository, view, isOver }: Showing): Promise<void> {
  for (const lane of lanes) {
    if (isOver()) {
      return;
    }
    // What git cannot tell of one worktree takes nothing from the others.
    await findChanges(repository, lane.tree).then(
      (changes) => {
        lane.changes = changes;
      },
      (error: unknown) => {
        lane.changesError = tellError(error);
      },
    );
  }
  if (isOver()) {
    return;
  }
  const { out, isJson } = view;
  await (isJson ? showAsJson(lanes, view) : showToPerson(lanes, view, isOver));
  await out.flush();
  if (isOver()) {
    return;
  }
  for (const lane of lanes) {
    lane.isShown = !out.isClosed && lane.changes?.holdsRepository === false;
  }
}

async function showAsJson(lanes: readonly Lane[], { out }: View): Promise<void> {
  const data = lanes.map(({ agent, tree, result: { events: _, ...result } = {}, changes, changesError }) => ({
    agent,
    worktree: tree.path,
    result,
    ...(changes === undefined ? { changesError } : { diff: changes.diff, summary: changes.summary }),
  }));
  await out.write(`${JSON.stringify({ ok: true, data })}\n`);
}

async function showToPerson(lanes: readonly Lane[], { out, screen }: View, isOver: Showing['isOver']): Promise<void> {
  const columns = lanes.map(({ agent, tally, result, changes, changesError }) => [
    ['', agent] as const,
    ...(result === undefined ? [] : tally.rows(result)),
    ['changes', changesError === undefined ? changes?.summary || 'none' : `not known: ${changesError}`] as const,
  ]);
  await out.write(wrapLines(`\n${formatTable(standSideBySide(columns)).join('\n')}\n`, out.columns));
  for (const { agent, result, changes } of lanes) {
    if (isOver()) {
      return;
    }
    if (result !== undefined && result.error !== null) {
      await screen.note(`\n${agent}: ${summarize(result, screen.palette)}`);
    }
    if (changes !== undefined && changes.diff !== '') {
      // A terminal is never sent foreign control characters; a pipe gets a patch that can be applied.
      const shown = out.isTty ? wrapLines(makeVisible(changes.diff), out.columns) : changes.diff;
      await out.write(`\n# ${agent}\n${shown}`);
    }
  }
}

/** The first mistake that git has told, without its warnings. */
function tellError(error: unknown): string {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
  return firstLine(/^(?:error|fatal): .*/m.exec(said)?.[0] ?? String(error), 120);
}

export interface Clearing {
  readonly repository: Repository;
  readonly folder: string;
  readonly view: View;
  readonly isKept: boolean;
  /** Is called when nothing is left to do but to say what is kept. */
  readonly leave: () => void;
}

/** Removes the worktrees whose changes were shown, or that have none; says where the others are, and why if that is no matter of course. */
export async function clearLanes(
  lanes: readonly Lane[],
  { repository, folder, view, isKept, leave }: Clearing,
): Promise<void> {
  const left: string[] = [];
  for (const { agent, tree, changes, isShown } of lanes) {
    const isFree = !isKept && (isShown || (await isUntouched(repository, tree).catch(() => false)));
    if (!isFree || !(await tryRemove(repository, tree))) {
      left.push(`${agent}: ${tree.path}`);
      left.push(...(changes?.holdsRepository === true ? [HOLDS_REPOSITORY] : []));
    }
  }
  const { dim } = view.screen.palette;
  const lines =
    left.length > 0
      ? [...left, dim('Kept: `git worktree remove --force <path>` removes one.')]
      : (await removeFolder(folder))
        ? []
        : [`Kept: ${folder}, for it holds what an agent wrote beside its worktree.`];
  leave();
  if (lines.length > 0) {
    await view.screen.note(`\n${lines.join('\n')}`);
  }
  await view.flush();
}

/** Whether the worktree is gone: the agent may have locked it, and a terminal sends its signals to git too. */
function tryRemove(repository: Repository, tree: Worktree): Promise<boolean> {
  return removeWorktree(repository, tree).then(
    () => true,
    () => false,
  );
}

const HOLDS_REPOSITORY = '    It holds a git repository of its own, whose content is in no diff.';

/** Whether the folder is gone, which it is not where anything is in it. */
async function removeFolder(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT';
  }
}
