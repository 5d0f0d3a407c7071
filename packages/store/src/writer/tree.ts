/** One tree in the writing thread: lines come in, and redacted lines wait for their chunk. */
import { createLineRedactor, createRedactor, type LineChange, type LineRedactor } from '@agent-mux/core/cassette';
import { createEntryDecoder } from '@agent-mux/events/journal';
import { foldRow, type RunRow } from '../file/index.ts';

/** What a line brings with it. */
interface Item {
  readonly log: number;
  /** Its length when it came. */
  readonly size: number;
  readonly isFact: boolean;
}

/** Lines that become one row. */
export interface Batch {
  readonly lines: readonly string[];
  /** The lines that differ from what was given, as JSON; null where there are none. */
  readonly hidden: string | null;
  readonly size: number;
}

/** The most lines of a chunk. */
export const MAX_LINES = 512;
export const MAX_SIZE: number = 256 * 1024;

/** The names of texts that come in pieces. A line of a log may begin like a long key, and mostly no other line continues it. */
const TEXTS = { delta: 1, line: 16 };

export class Tree {
  readonly key: number;
  readonly root: string;
  /** The context as the first entry has it once secrets are removed from it; undefined before that. */
  context: string | undefined;
  /** The id of its row, once there is one. */
  id: number | undefined;
  /** The number of committed entries. */
  entries = 0;
  /** The number of lines of this thread. */
  lines = 0;
  size = 0;
  readonly logs: Set<number> = new Set();
  readonly runs: Map<string, RunRow> = new Map();
  /** Runs whose rows have changed since the last commit. */
  readonly changed: Set<string> = new Set();
  readonly #secrets = new Set<string>();
  readonly #redactor: LineRedactor<Item>;
  #ready: string[] = [];
  #readySize = 0;
  #takenSize = 0;
  #secretAt: number[] = [];
  #begunAt: number[] = [];
  #nextPos = 0;
  /** Runs that a `close` names as successors, and that have not begun. */
  readonly #awaited = new Set<string>();

  constructor({ key, root }: Pick<Tree, 'key' | 'root'>) {
    this.key = key;
    this.root = root;
    const redactor = createRedactor({ looks: 'keys' });
    const take = (line: string, item: Item, change: LineChange): void => {
      if (change !== 'none') {
        (change === 'secret' ? this.#secretAt : this.#begunAt).push(this.#ready.length);
      }
      this.#ready.push(line);
      this.#readySize += line.length;
      this.#takenSize += item.size;
      if (item.isFact) {
        this.#fold(line, this.#nextPos);
      }
      this.#nextPos++;
    };
    this.#redactor = createLineRedactor(redactor, take, { texts: TEXTS });
  }

  /** Goes on with a tree that is in the file already. */
  continueFrom(id: number, entries: number, runs: readonly RunRow[]): void {
    this.id = id;
    this.entries = entries;
    this.#nextPos = entries;
    for (const row of runs) {
      this.runs.set(row.run_id, row);
    }
  }

  /** Hides secrets in all runs of the tree, because a caller repeats what it is told. */
  hide(secrets: readonly string[]): void {
    const before = this.#secrets.size;
    for (const value of secrets) {
      this.#secrets.add(value);
    }
    if (this.#secrets.size === before) {
      return;
    }
    const all = [...this.#secrets].map((value) => ({ kind: 'key', value }));
    this.#redactor.hide(createRedactor({ secrets: all, looks: 'keys' }));
  }

  /** Adds a line. `text` is the number of the text of its log that the line is a piece of; 0 where it is none. */
  add(line: string, text: number, item: Item): void {
    this.#redactor.push(line, text === 0 ? '' : `${item.log}.${text}`, item);
  }

  /** Ends a text: what it ended with is the beginning of nothing. */
  endText(log: number, text: number): void {
    this.#redactor.end(`${log}.${text}`);
  }

  /** Ends all texts of the log. */
  endLog(log: number): void {
    this.#redactor.endAll((text) => text.startsWith(`${log}.`));
  }

  /** Releases everything that was held, because somebody waits. */
  mask(): void {
    this.#redactor.mask();
  }

  /** Whether all of its runs are over, and none is to take over. */
  get isClosed(): boolean {
    return this.#awaited.size === 0 && [...this.runs.values()].every(({ closed }) => closed !== null);
  }

  get isFull(): boolean {
    return this.#ready.length >= MAX_LINES || this.#readySize >= MAX_SIZE;
  }

  get hasReady(): boolean {
    return this.#ready.length > 0;
  }

  take(): Batch {
    const [secrets, beginnings] = [this.#secretAt, this.#begunAt];
    const hidden = secrets.length + beginnings.length === 0 ? null : JSON.stringify({ secrets, beginnings });
    const batch = { lines: this.#ready, hidden, size: this.#takenSize };
    this.#ready = [];
    this.#readySize = 0;
    this.#takenSize = 0;
    this.#secretAt = [];
    this.#begunAt = [];
    return batch;
  }

  #fold(line: string, pos: number): void {
    const entry = createEntryDecoder().decode(line);
    if ('entry' in entry && entry.entry === 'open') {
      this.#awaited.delete(entry.runId);
      this.context ??= entry.header.contextId;
    }
    if ('entry' in entry && entry.entry === 'close' && entry.handoffTo !== undefined) {
      this.#awaited.add(entry.handoffTo);
    }
    const row = foldRow(this.runs.get(entry.runId), entry, pos);
    if (row === undefined) {
      return;
    }
    this.runs.set(entry.runId, row);
    this.changed.add(entry.runId);
  }
}
