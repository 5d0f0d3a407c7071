/** The writing thread, seen from the thread that uses the store: who waits for it, and whether it still answers. */
import type { Worker } from 'node:worker_threads';
import { AgentMuxError, type RunLog, type RunLogOptions } from '@agent-mux/core';
import type { RunHeader } from '@agent-mux/events/journal';
import { Log } from './log.ts';
import { TreeLines } from './tree-lines.ts';
import type { FromWriter, ToWriter } from './writer/index.ts';

/** How many characters may wait for the disk before whoever appends should stop reading. */
const MOST_BEHIND = 8 * 1024 * 1024;
const CAUGHT_UP = MOST_BEHIND / 2;
/** How many seconds without an answer are awaited. They are counted, so that a host that stood still counts as one. */
const MOST_TICKS = 5;
const TICK_MS = 1_000;

interface OpenTree {
  readonly root: string;
  readonly lines: TreeLines;
  readonly logs: Set<number>;
  /** The number of characters that came. */
  size: number;
  written: number;
}

export class WriterThread {
  readonly #worker: Worker;
  readonly #onCommit: () => void;
  /** The open trees by their numbers. */
  readonly #trees = new Map<number, OpenTree>();
  readonly #logs = new Map<number, Log>();
  #nextLog = 1;
  #nextTree = 1;
  #posted = 0;
  #answered = 0;
  /** The number of barriers that were not reached. */
  #awaited = 0;
  #behind = 0;
  #wasBehind = false;
  #ticks = 0;
  #watch: ReturnType<typeof setInterval> | undefined;
  #broken: Error | undefined;
  #hasExited = false;
  #isClosing = false;
  #whenClosed: (() => void) | undefined;
  #settleReady: (error: Error | undefined) => void = () => undefined;
  /** Resolves when the thread has the file open. */
  readonly ready: Promise<void>;

  constructor(worker: Worker, onCommit: () => void) {
    this.#worker = worker;
    this.#onCommit = onCommit;
    this.ready = new Promise((resolve, reject) => {
      this.#settleReady = (error) => {
        // A host ends when it has nothing to do, except that it must wait for the store.
        worker.unref();
        if (error === undefined) {
          resolve();
        } else {
          reject(error);
        }
      };
    });
    worker.on('message', (message: FromWriter) => this.#take(message));
    worker.on('error', (error) => this.#break(error));
    worker.on('exit', () => {
      this.#hasExited = true;
      if (!this.#isClosing) {
        this.#break(new Error('The thread that writes has ended.'));
      }
      this.#whenClosed?.();
    });
  }

  get isBehind(): boolean {
    return this.#broken === undefined && this.#behind > MOST_BEHIND;
  }

  open({ runId, root }: RunHeader, options: RunLogOptions): RunLog {
    const id = this.#nextLog++;
    const tree = this.#treeOf(root);
    tree.logs.add(id);
    const log = new Log(id, runId, { tree: tree.lines, thread: this, options });
    this.#logs.set(id, log);
    // Earlier lines of other runs in the tree come before it.
    tree.lines.flush();
    this.#post({ kind: 'open', log: id, tree: tree.lines.key, root, secrets: options.secrets });
    if (this.#broken !== undefined) {
      log.giveUp(this.#broken);
    }
    return log;
  }

  #treeOf(root: string): OpenTree {
    const known = [...this.#trees.values()].find((tree) => tree.root === root);
    if (known !== undefined) {
      return known;
    }
    const key = this.#nextTree++;
    const lines = new TreeLines({
      key,
      post: (message) => this.#post(message),
      count: (size) => this.#count(key, size),
    });
    const tree: OpenTree = { root, lines, logs: new Set(), size: 0, written: 0 };
    this.#trees.set(key, tree);
    return tree;
  }

  leave(log: Log): void {
    this.#logs.delete(log.id);
    for (const [key, { lines, logs, size, written }] of this.#trees) {
      if (logs.delete(log.id) && logs.size === 0) {
        this.#trees.delete(key);
        // All is committed, but the answers may still be on their way, and would find no tree.
        lines.reachedAll();
        this.#gain(size - written);
      }
    }
    this.#post({ kind: 'leave', log: log.id });
  }

  /** Commits what there is and ends the thread. Open logs are broken. */
  async close(): Promise<void> {
    if (this.#isClosing) {
      return;
    }
    for (const { lines } of this.#trees.values()) {
      lines.flush();
    }
    this.#isClosing = true;
    // A thread that has ended by itself says nothing more, not even that it ends.
    if (!this.#hasExited) {
      await this.#endThread();
    }
    this.#break(new Error('The store was closed.'));
  }

  async #endThread(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#whenClosed = resolve;
    });
    this.#worker.ref();
    this.#worker.postMessage({ kind: 'close' } satisfies ToWriter);
    this.#rest();
    // A thread that still writes says so with each commit.
    const watch = this.#onSilence(() => void this.#worker.terminate());
    await closed;
    clearInterval(watch);
  }

  #post(message: ToWriter): void {
    if (this.#broken !== undefined || this.#isClosing) {
      return;
    }
    this.#worker.postMessage(message);
    if (message.kind !== 'barrier') {
      return;
    }
    this.#awaited++;
    this.#expect();
  }

  #count(key: number, size: number): number {
    const tree = this.#trees.get(key);
    if (tree !== undefined) {
      tree.size += size;
    }
    this.#behind += size;
    this.#wasBehind ||= this.#behind > MOST_BEHIND;
    this.#expect();
    return ++this.#posted;
  }

  /** Begins to wait for an answer. */
  #expect(): void {
    if (this.#watch !== undefined || this.#broken !== undefined || this.#isClosing) {
      return;
    }
    this.#worker.ref();
    this.#watch = this.#onSilence(() => this.#break(new Error('The disk has not answered for five seconds.')));
    this.#watch.unref();
  }

  /** Calls back once the thread has said nothing for five seconds. The time begins anew with each answer. */
  #onSilence(giveUp: () => void): NodeJS.Timeout {
    this.#ticks = 0;
    return setInterval(() => {
      this.#ticks++;
      if (this.#ticks >= MOST_TICKS) {
        giveUp();
      }
    }, TICK_MS);
  }

  #take(message: FromWriter): void {
    this.#ticks = 0;
    switch (message.kind) {
      case 'committed':
        this.#committed(message);
        break;
      case 'reached':
        this.#trees.get(message.tree)?.lines.reached(message.id);
        this.#awaited--;
        this.#restIfDone();
        break;
      case 'refused':
        for (const log of message.logs) {
          this.#logs.get(log)?.giveUp(new AgentMuxError('VALIDATION_ERROR', message.message));
        }
        break;
      case 'broken':
        this.#break(new Error(message.message));
        break;
      case 'ready':
        this.#settleReady(undefined);
        break;
      case 'closed':
        break;
      default:
        message satisfies never;
    }
  }

  #committed({ upTo, trees }: Extract<FromWriter, { kind: 'committed' }>): void {
    for (const [key, lines, size] of trees) {
      const tree = this.#trees.get(key);
      if (tree === undefined) {
        continue;
      }
      tree.lines.committed(lines);
      this.#gain(size - tree.written);
      tree.written = size;
    }
    this.#answered = Math.max(this.#answered, upTo);
    this.#restIfDone();
    if (trees.length > 0) {
      this.#onCommit();
    }
  }

  /** A barrier may be on its way to the thread when the lines before it are reported as committed. */
  #restIfDone(): void {
    if (this.#answered === this.#posted && this.#awaited === 0) {
      this.#rest();
    }
  }

  #rest(): void {
    clearInterval(this.#watch);
    this.#watch = undefined;
    if (!this.#isClosing) {
      this.#worker.unref();
    }
  }

  #gain(size: number): void {
    this.#behind -= size;
    if (this.#wasBehind && this.#behind <= CAUGHT_UP) {
      this.#tellCaughtUp();
    }
  }

  #tellCaughtUp(): void {
    this.#wasBehind = false;
    for (const log of [...this.#logs.values()]) {
      log.caughtUp();
    }
  }

  #break(error: Error): void {
    if (this.#broken !== undefined) {
      return;
    }
    this.#broken = error;
    this.#settleReady(error);
    this.#rest();
    for (const log of [...this.#logs.values()]) {
      log.giveUp(error);
    }
    this.#wasBehind = false;
  }
}
