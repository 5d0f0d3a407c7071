/** What the list of runs says about a run, and which runs it contains. */
import type { SeenCause } from '@agent-mux/events/journal';
import { type Database, isGone, keepable, type Row, type SqlValue } from './file/index.ts';

export interface RunSummary {
  readonly runId: string;
  /** The id of the run at the top of its tree. */
  readonly root: string;
  readonly parent?: string;
  readonly contextId: string;
  readonly name: string;
  readonly agent: string;
  /** The depth in the tree; 0 for a root. */
  readonly depth: number;
  /** The state; `lost` means that the host has gone without ending the run. */
  readonly state: 'open' | 'closed' | 'lost';
  /** Why the run ended; absent while it is open. */
  readonly cause?: SeenCause;
  /** The opening in milliseconds since the epoch. */
  readonly openedAt: number;
  readonly closedAt?: number;
  /** The id to resume with. */
  readonly sessionId?: string;
  /** The model that was asked for. */
  readonly model?: string;
  readonly cwd: string;
  /** The first line of the prompt, at most 120 characters. */
  readonly title: string;
  /** US dollars; absent where the agent has told none yet. */
  readonly costUsd?: number;
  readonly tags: readonly string[];
}

/** A filter; a run must match everything that is given. */
export interface RunFilter {
  readonly runId?: string;
  readonly root?: string;
  readonly parent?: string;
  readonly contextId?: string;
  readonly name?: string;
  readonly agent?: string;
  readonly cwd?: string;
  readonly tag?: string;
  readonly state?: RunSummary['state'];
  readonly cause?: SeenCause;
  /** Takes runs opened at this moment or later, in milliseconds since the epoch. */
  readonly since?: number;
  /** Takes runs opened before this moment. */
  readonly before?: number;
  /** The most runs. @defaultValue 50 */
  readonly limit?: number;
}

const TEXTS: Readonly<Record<string, string>> = {
  runId: 'run.run_id = ?',
  root: 'tree.root = ?',
  parent: 'run.parent = ?',
  contextId: 'tree.context = ?',
  name: 'run.name = ?',
  agent: 'run.agent = ?',
  cwd: 'run.cwd = ?',
  tag: 'EXISTS (SELECT 1 FROM json_each(run.tags) WHERE value = ?)',
  cause: 'run.cause = ?',
};
/** Texts that the table of runs may say in other signs than the run. */
const ROW_TEXTS: ReadonlySet<string> = new Set(['name', 'agent', 'cwd']);
const NUMBERS: Readonly<Record<string, string>> = { since: 'run.opened >= ?', before: 'run.opened < ?' };

const SELECT = `SELECT run.*, tree.root AS root, tree.context AS context, tree.owner AS owner FROM run JOIN tree ON tree.id = run.tree`;
const PAGE = 500;

/** Lists runs, the newest first. */
export function listRuns(db: Database, filter: RunFilter): RunSummary[] {
  const { limit = 50, state, cause, ...others } = filter;
  const terms: string[] = [];
  const values: SqlValue[] = [];
  function demand(term: string, ...more: SqlValue[]): void {
    terms.push(term);
    values.push(...more);
  }
  for (const [field, value] of Object.entries({
    ...others,
    ...(cause === undefined || cause === 'lost' ? {} : { cause }),
  })) {
    if (value !== undefined) {
      demand(TEXTS[field] ?? NUMBERS[field] ?? '', ROW_TEXTS.has(field) ? keepable(String(value)) : value);
    }
  }
  if (state !== undefined) {
    demand(state === 'closed' ? 'run.closed_pos IS NOT NULL' : 'run.closed_pos IS NULL');
  }
  if (cause === 'lost') {
    demand('run.closed_pos IS NULL');
  }
  const where = terms.length === 0 ? '' : `WHERE ${terms.join(' AND ')}`;
  const page = db.prepare(`${SELECT} ${where} ORDER BY run.opened DESC, run.run_id DESC LIMIT ? OFFSET ?`);
  const found: RunSummary[] = [];
  const size = Math.min(limit, PAGE);
  // The file does not say whether a run is lost, so rows are taken until enough of them fit.
  for (let offset = 0; found.length < limit; offset += size) {
    const rows = page.all(...values, size, offset);
    const fit = rows
      .map(describeRun)
      .filter((run) => (state ?? run.state) === run.state && (cause ?? run.cause) === run.cause);
    found.push(...fit.slice(0, limit - found.length));
    if (rows.length < size) {
      break;
    }
  }
  return found;
}

function describeRun(row: Row): RunSummary {
  const text = (name: string): string => String(row[name] ?? '');
  const isClosed = row['closed_pos'] !== null;
  const owner = row['owner'];
  const state = isClosed
    ? 'closed'
    : isGone(owner === null || owner === undefined ? null : String(owner))
      ? 'lost'
      : 'open';
  return {
    runId: text('run_id'),
    root: text('root'),
    ...(row['parent'] === null ? {} : { parent: text('parent') }),
    contextId: text('context'),
    name: text('name'),
    agent: text('agent'),
    depth: Number(row['depth']),
    state,
    ...(isClosed ? { cause: text('cause') as SeenCause } : state === 'lost' ? { cause: 'lost' } : {}),
    openedAt: Number(row['opened']),
    ...(isClosed ? { closedAt: Number(row['closed']) } : {}),
    ...(row['session_id'] === null ? {} : { sessionId: text('session_id') }),
    ...(row['model'] === null ? {} : { model: text('model') }),
    cwd: text('cwd'),
    title: text('title'),
    ...(row['cost'] === null ? {} : { costUsd: Number(row['cost']) }),
    tags: JSON.parse(text('tags')),
  };
}
