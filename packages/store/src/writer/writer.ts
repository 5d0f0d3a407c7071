/** What the writing thread does with each message, and when it commits. */
import type { MessagePort } from 'node:worker_threads';
import { type Database, describeFault, openDatabase, type Sqlite, wholeLines } from '../file/index.ts';
import { Committer } from './commit.ts';
import type { FromWriter, ToWriter, WriterData } from './messages.ts';
import { Tree } from './tree.ts';

/** How long lines wait for others to share a commit with, after up to 10 ms in the thread that they come from. */
const BATCH_MS = 40;

/** How long the end waits for another program that has locked the file; whoever closes the store gives up after five seconds. */
const LEAVE_MS = 1_000;

type Lines = Extract<ToWriter, { kind: 'lines' }>;

export class Writer {
  readonly #port: MessagePort;
  readonly #db: Database;
  readonly #committer: Committer;
  readonly #trees = new Map<number, Tree>();
  readonly #refused = new Set<number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #upTo = 0;
  #isBroken = false;

  constructor(sqlite: Sqlite, { file, owner, sync }: WriterData, port: MessagePort) {
    this.#port = port;
    this.#db = openDatabase(sqlite, file);
    this.#db.exec(`PRAGMA synchronous = ${sync === 'full' ? 'FULL' : 'NORMAL'}`);
    this.#committer = new Committer(this.#db, { file, owner });
  }

  start(): void {
    this.#port.on('message', (message: ToWriter) => {
      if (this.#isBroken && message.kind !== 'close') {
        return;
      }
      try {
        this.#take(message);
      } catch (error) {
        this.#break(error);
      }
    });
    this.#say({ kind: 'ready' });
  }

  #take(message: ToWriter): void {
    switch (message.kind) {
      case 'open':
        this.#open(message);
        break;
      case 'lines':
        this.#lines(message);
        break;
      case 'barrier':
        this.#barrier(message.tree);
        this.#say({ kind: 'reached', tree: message.tree, id: message.id });
        break;
      case 'leave':
        this.#leave(message.log);
        break;
      case 'close':
        this.#close();
        break;
      default:
        message satisfies never;
    }
  }

  #open({ log, tree: key, root, secrets }: Extract<ToWriter, { kind: 'open' }>): void {
    let tree = this.#trees.get(key);
    if (tree === undefined) {
      tree = new Tree({ key, root });
      const reason = this.#committer.begin(tree);
      if (reason !== undefined) {
        this.#refuse([log], reason);
        return;
      }
      this.#trees.set(key, tree);
    }
    tree.logs.add(log);
    tree.hide(secrets);
  }

  #lines({ number, tree: key, parts, text, frames, facts, texts, ends }: Lines): void {
    this.#upTo = number;
    const tree = this.#trees.get(key);
    const lines = wholeLines(text, frames);
    const isFact = new Set(facts);
    let [at, ended] = [0, 0];
    let [run, inRun] = [0, 0];
    for (const [log, count] of parts) {
      for (const end = at + count; at < end; at++) {
        const line = lines.next().value ?? '';
        const [piece, pieces] = texts[run] ?? [0, 0];
        if (++inRun === pieces) {
          [run, inRun] = [run + 1, 0];
        }
        const isKept =
          tree !== undefined && !this.#refused.has(log) && !(isFact.has(at) && this.#isTaken(tree, log, line));
        if (isKept) {
          // The thread that the lines come from counts the line feed too.
          tree.add(line, piece, { log, size: line.length + 1, isFact: isFact.has(at) });
        }
        for (; ends[ended]?.[0] === at; ended++) {
          if (isKept) {
            tree.endText(log, ends[ended]?.[1] ?? 0);
          }
        }
        if (isKept && tree.isFull) {
          this.#commit([tree]);
        }
      }
    }
    this.#timer ??= setTimeout(() => this.#flush(), BATCH_MS);
  }

  /** Whether a line begins a run whose id the store has already. */
  #isTaken(tree: Tree, log: number, line: string): boolean {
    const { entry, runId } = JSON.parse(line);
    if (entry !== 'open') {
      return false;
    }
    if (!tree.runs.has(runId) && !this.#committer.hasRun(runId)) {
      return false;
    }
    this.#refuse([log], `The run ${runId} is in the store already. Give the run another id.`);
    return true;
  }

  #flush(): void {
    this.#timer = undefined;
    try {
      this.#commit([...this.#trees.values()].filter(({ hasReady }) => hasReady));
      this.#say({ kind: 'committed', upTo: this.#upTo, trees: [] });
    } catch (error) {
      this.#break(error);
    }
  }

  #barrier(key: number): void {
    const tree = this.#trees.get(key);
    if (tree === undefined) {
      return;
    }
    tree.mask();
    this.#commit([tree]);
  }

  #commit(trees: readonly Tree[]): void {
    if (trees.length === 0) {
      return;
    }
    const { refused } = this.#committer.commit(trees);
    for (const [tree, reason] of refused) {
      this.#trees.delete(tree.key);
      this.#refuse([...tree.logs], reason);
    }
    // The numbers of messages may be answered only when everything that came with them was read.
    const written = trees.filter(({ key }) => this.#trees.has(key));
    this.#say({ kind: 'committed', upTo: 0, trees: written.map(({ key, lines, size }) => [key, lines, size]) });
  }

  #leave(log: number): void {
    for (const tree of this.#trees.values()) {
      const isOf = tree.logs.delete(log);
      if (isOf) {
        tree.endLog(log);
      }
      if (isOf && tree.logs.size === 0) {
        this.#barrier(tree.key);
        if ([...tree.runs.values()].some(({ closed }) => closed === null)) {
          this.#committer.leave([tree]);
        }
        this.#trees.delete(tree.key);
      }
    }
    this.#refused.delete(log);
  }

  #refuse(logs: readonly number[], message: string): void {
    for (const log of logs) {
      this.#refused.add(log);
    }
    this.#say({ kind: 'refused', logs, message });
  }

  #break(error: unknown): void {
    if (this.#isBroken) {
      return;
    }
    this.#isBroken = true;
    clearTimeout(this.#timer);
    this.#leaveAll(0);
    this.#say({ kind: 'broken', message: describeFault(error) });
  }

  #close(): void {
    clearTimeout(this.#timer);
    try {
      for (const { key } of this.#isBroken ? [] : this.#trees.values()) {
        this.#barrier(key);
      }
    } catch (error) {
      this.#break(error);
    }
    this.#leaveAll(LEAVE_MS);
    try {
      // Another process may be reading, and then the log of changes stays as it is.
      if (!this.#isBroken) {
        this.#db.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)');
      }
      this.#db.close();
    } catch {
      // Everything is committed, and the next process that opens the file finishes the rest.
    }
    this.#say({ kind: 'closed' });
    this.#port.close();
  }

  /**
   * Records that nobody writes the open runs any more: others would take them for open as long as this process lives. The fault that broke
   * the store may be over by now, and may have left room for so little.
   */
  #leaveAll(waitMs: number): void {
    try {
      this.#db.exec(`PRAGMA busy_timeout = ${waitMs}`);
      this.#committer.leave([...this.#trees.values()]);
    } catch {
      // The runs count as lost once this process has gone, as they do where it is killed.
    }
  }

  #say(message: FromWriter): void {
    this.#port.postMessage(message);
  }
}
