/** `amux runs`: what the store has kept. */
import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { hintAtName } from '@agent-mux/events';
import { encodeEntry, isEventEntry } from '@agent-mux/events/journal';
import type { PruneRule, RunFilter, RunSummary, Store, StoredEntry } from '@agent-mux/store';
import { describeEntry } from '../describe-entry.ts';
import type { GivenFlags } from '../flag-table.ts';
import { importFile } from '../import-runs.ts';
import { asDuration, asPath, asWhole } from '../read-value.ts';
import { hasNoStoreYet, openExistingStore } from '../store-place.ts';
import { formatTable } from '../table.ts';
import { firstLine, makeInline, showPainted } from '../terminal.ts';
import { EXIT_FAILED, UsageError } from '../usage-error.ts';
import { createView, type View } from '../view.ts';

export interface RunsCall {
  readonly action: string | undefined;
  /** The id of a run; for `import` the path of a file. */
  readonly id: string | undefined;
  readonly given: GivenFlags;
}

interface Context {
  readonly store: Store;
  readonly view: View;
  readonly id: string;
  readonly given: GivenFlags;
}

interface Action {
  /** The argument that the action takes. */
  readonly takes: 'nothing' | 'maybe a run' | 'a run' | 'a file';
  readonly flags: readonly string[];
  /** Missing where the store need not be there. */
  readonly act?: (context: Context) => Promise<number>;
}

const COMMON = ['store', 'json', 'no-color'];
const ACTIONS: Readonly<Record<string, Action>> = {
  list: { takes: 'nothing', flags: ['agent', 'name', 'cwd', 'tag', 'context', 'state', 'limit'], act: list },
  show: {
    takes: 'a run',
    flags: ['from'],
    act: (context) => show(context, context.store.read(context.id, readFrom(context.given))),
  },
  tail: {
    takes: 'a run',
    flags: ['from'],
    act: (context) => {
      // A reader that goes may do so while the run says nothing.
      const gone = new AbortController();
      context.view.out.onClose(() => gone.abort());
      return show(context, context.store.tail(context.id, { ...readFrom(context.given), signal: gone.signal }));
    },
  },
  export: { takes: 'maybe a run', flags: ['out', 'context'], act: exportRuns },
  import: { takes: 'a file', flags: [] },
  prune: { takes: 'nothing', flags: ['older-than', 'max-bytes', 'dry-run'], act: prune },
  check: { takes: 'nothing', flags: ['rebuild'], act: check },
};

const NO_RUNS = 'No runs.\n';

/** Resolves with the exit code. */
export async function runs({ action = 'list', id, given }: RunsCall): Promise<number> {
  const { act } = demandRunsCall(action, id, given);
  if (action === 'list' && hasNoStoreYet(given)) {
    const { out, isJson, flush } = createView(given);
    await out.write(isJson ? `${JSON.stringify({ ok: true, data: [] })}\n` : NO_RUNS);
    await flush();
    return 0;
  }
  if (act === undefined) {
    return importRuns(id ?? '', given);
  }
  await using store = await openExistingStore(`runs ${action}`, given);
  const view = createView(given);
  const code = await act({ store, view, id: id ?? '', given });
  await view.flush();
  return code;
}

/** Throws UsageError where there is no such action, or where it takes fewer or more arguments. */
export function demandRunsCall(name: string, id: string | undefined, given: GivenFlags): Action {
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action === undefined) {
    throw new UsageError(
      `runs takes ${Object.keys(ACTIONS).join(', ')}, not ${JSON.stringify(name)}.${hintAtName(name, Object.keys(ACTIONS))}`,
    );
  }
  const idle = [...given.keys()].find((flag) => !COMMON.includes(flag) && !action.flags.includes(flag));
  if (idle !== undefined) {
    throw new UsageError(`runs ${name} takes no --${idle}.`);
  }
  if (id !== undefined && action.takes === 'nothing') {
    throw new UsageError(`runs ${name} takes no ${JSON.stringify(id)}. To see one run: amux runs show ${id}.`);
  }
  if ((id ?? '') === '' && (action.takes === 'a run' || action.takes === 'a file')) {
    const what = action.takes === 'a run' ? 'the id of a run. `amux runs` lists them' : 'the file of an export';
    throw new UsageError(`runs ${name} needs ${what}.`);
  }
  return action;
}

async function list({ store, view: { out, isJson, screen }, given }: Context): Promise<number> {
  const text = (flag: string, field: keyof RunFilter): Partial<RunFilter> => {
    const value = given.get(flag)?.at(-1);
    return value === undefined ? {} : { [field]: value };
  };
  const cwd = given.get('cwd')?.at(-1);
  const found = await store.list({
    ...text('agent', 'agent'),
    ...text('name', 'name'),
    ...text('tag', 'tag'),
    ...text('context', 'contextId'),
    ...text('state', 'state'),
    ...(cwd === undefined ? {} : { cwd: asPath(cwd, '--cwd') }),
    ...readWhole(given, 'limit'),
  });
  if (isJson) {
    await out.write(`${JSON.stringify({ ok: true, data: found })}\n`);
  } else if (found.length === 0) {
    await out.write(NO_RUNS);
  } else {
    const [head = '', ...rows] = formatTable([['run', 'agent', 'opened', 'end', 'title'], ...found.map(rowOf)]);
    await out.write(showPainted(`${screen.palette.dim(head)}\n${rows.join('\n')}\n`));
  }
  return 0;
}

function rowOf({ runId, agent, openedAt, state, cause, title, depth }: RunSummary): string[] {
  const opened = new Date(openedAt).toISOString().slice(0, 16).replace('T', ' ');
  return [runId, agent, opened, cause ?? state, `${'  '.repeat(depth)}${firstLine(title, 60)}`];
}

async function show({ view }: Context, entries: AsyncIterable<StoredEntry>): Promise<number> {
  for await (const { entry } of entries) {
    if (view.isJson) {
      await view.out.write(`${encodeEntry(entry)}\n`);
    } else if (isEventEntry(entry)) {
      await view.presenter.event(entry);
    } else {
      const line = describeEntry(entry);
      if (line !== undefined) {
        await view.screen.note(view.screen.palette.dim(makeInline(line)));
      }
    }
    if (view.out.isClosed) {
      break;
    }
  }
  return 0;
}

async function exportRuns({ store, view, id, given }: Context): Promise<number> {
  const contextId = given.get('context')?.at(-1);
  const lines = store.export({
    ...(id === '' ? {} : { runId: id }),
    ...(contextId === undefined ? {} : { contextId }),
  });
  const file = given.get('out')?.at(-1);
  if (file === undefined) {
    for await (const line of lines) {
      await view.out.write(`${line}\n`);
      if (view.out.isClosed) {
        break;
      }
    }
    return 0;
  }
  async function* withEnds(): AsyncGenerator<string> {
    for await (const line of lines) {
      yield `${line}\n`;
    }
  }
  const path = asPath(file, '--out');
  // An existing file belongs to somebody, so it is never overwritten.
  const out = await open(path, 'wx', 0o600).catch((error: unknown) => {
    throw isTaken(error) ? new UsageError(`--out ${file}: ${path} is there already. Name another file.`) : error;
  });
  try {
    await pipeline(withEnds, out.createWriteStream());
  } catch (error) {
    // Half an export is no export.
    await rm(path, { force: true });
    throw error;
  }
  return 0;
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

async function importRuns(id: string, given: GivenFlags): Promise<number> {
  const report = await importFile(asPath(id, 'runs import'), given);
  const view = createView(given);
  await tell(view, report);
  await view.flush();
  return 0;
}

async function prune({ store, view, given }: Context): Promise<number> {
  const age = given.get('older-than')?.at(-1);
  const olderThanMs = age === undefined ? undefined : asDuration(MS_PER_DAY, 'days')(age, '--older-than');
  const maxBytes = readWhole(given, 'max-bytes')['max-bytes'];
  if (olderThanMs === 0) {
    throw new UsageError(`--older-than must be more than 0, not ${JSON.stringify(age)}: all runs would go.`);
  }
  if (olderThanMs === undefined && maxBytes === undefined) {
    throw new UsageError('runs prune needs --older-than <time>, --max-bytes <n>, or both.');
  }
  const rule: PruneRule = {
    ...(olderThanMs === undefined ? {} : { olderThan: Date.now() - olderThanMs }),
    ...(maxBytes === undefined ? {} : { maxBytes }),
    dryRun: given.has('dry-run'),
  };
  await tell(view, await store.prune(rule));
  return 0;
}

const MS_PER_DAY = 86_400_000;

async function check({ store, view, given }: Context): Promise<number> {
  const report = await store.check({ rebuild: given.has('rebuild') });
  await tell(view, report);
  return report.isSound ? 0 : EXIT_FAILED;
}

/** Shows a store's answer, with a line for each field. */
async function tell({ out, isJson }: View, report: object): Promise<void> {
  if (isJson) {
    await out.write(`${JSON.stringify({ ok: true, data: report })}\n`);
    return;
  }
  const rows = Object.entries(report).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ]);
  await out.write(`${formatTable(rows).join('\n')}\n`);
}

function readFrom(given: GivenFlags): { readonly from?: number } {
  const typed = given.get('from')?.at(-1);
  return typed === undefined ? {} : { from: asWhole(0)(typed, '--from') };
}

function readWhole(given: GivenFlags, flag: string): Readonly<Partial<Record<string, number>>> {
  const typed = given.get(flag)?.at(-1);
  return typed === undefined ? {} : { [flag]: asWhole(1)(typed, `--${flag}`) };
}
