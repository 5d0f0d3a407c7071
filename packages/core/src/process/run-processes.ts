/** The processes that belong to a run: its group, its descendants, and every process with one of its marks. */
import { continueProcess, signalGroup, signalLivingGroup, signalProcess } from './kill-tree.ts';
import { describeLeavable, type LeavableProcess, type LeftProcess } from './left-running.ts';
import type { RunMark } from './marks.ts';
import type { ProcessEntry, ProcessIdentity, ProcessTable } from './process-entry.ts';
import { scanProcesses } from './process-table.ts';
import { unlessShort } from './shortage.ts';

export class RunProcesses {
  readonly mark: RunMark;
  /** The process that was spawned, which leads the run's group. */
  readonly leader: ProcessIdentity;
  /** The members seen earlier, because a parent that ends takes the proof of descent with it. */
  readonly #seen = new Map<number, number>();
  /** The members that were stopped; undefined where the group was stopped as a whole, because they could not be found. */
  #suspended: readonly ProcessEntry[] | undefined = [];

  readonly #leaves: ((process: LeavableProcess) => boolean) | undefined;
  /** The host's answer about each process that it was asked about, by pid and start. */
  readonly #answers = new Map<string, LeftProcess | undefined>();
  readonly #leftGroups = new Set<number>();
  #isEnding = false;

  constructor(mark: RunMark, leader: ProcessIdentity, leaves?: (process: LeavableProcess) => boolean) {
    this.mark = mark;
    this.leader = leader;
    this.#leaves = leaves;
  }

  /** The processes that the host wants to live on. */
  get left(): readonly LeftProcess[] {
    return [...this.#answers.values()].filter((answer) => answer !== undefined);
  }

  /**
   * Begins the ending: from now on the host is asked, before the first signal, which processes may live on. Such a
   * process is no member any more.
   */
  beginEnding(): void {
    if (this.#isEnding || this.#leaves === undefined) {
      return;
    }
    const table = scanProcesses();
    this.#isEnding = true;
    this.find(table);
  }

  /** Whether no signal may go to this group as a whole. */
  hasLeftIn(group: number): boolean {
    return this.#leftGroups.has(group);
  }

  /** Finds the living members in a table. */
  find(table: ProcessTable): readonly ProcessEntry[] {
    // Nothing that is older than the leader can belong to the run; this saves reading the environment of most of the
    // machine.
    const candidates = table.filter(
      (entry) => !entry.isZombie && entry.start >= this.leader.start && entry.pid > 1 && entry.pid !== process.pid,
    );
    const members = new Map<number, ProcessEntry>();
    const groupIsOurs = table.every(({ pid, start }) => pid !== this.leader.pid || start === this.leader.start);
    for (const entry of candidates) {
      const inGroup = groupIsOurs && entry.group === this.leader.pid;
      if (inGroup || this.#seen.get(entry.pid) === entry.start || this.#isMarked(entry)) {
        members.set(entry.pid, entry);
      }
    }
    addDescendants(candidates, members);
    for (const { pid, start } of members.values()) {
      this.#seen.set(pid, start);
    }
    if (this.#isEnding) {
      this.#leave(members);
    }
    return [...members.values()];
  }

  /**
   * Takes out the processes that may live on, with everything that they have started, because a server is not much
   * without its workers.
   */
  #leave(members: Map<number, ProcessEntry>): void {
    // Parents come before their children.
    for (const entry of [...members.values()].sort((one, other) => one.start - other.start || one.pid - other.pid)) {
      const isLeader = entry.pid === this.leader.pid && entry.start === this.leader.start;
      if (!isLeader && this.#answerFor(entry, members) !== undefined) {
        members.delete(entry.pid);
        this.#leftGroups.add(entry.group);
      }
    }
  }

  #answerFor(entry: ProcessEntry, members: ReadonlyMap<number, ProcessEntry>): LeftProcess | undefined {
    const key = `${entry.pid} ${entry.start}`;
    if (!this.#answers.has(key)) {
      const about = describeLeavable(entry);
      const isOfLeft = !members.has(entry.parent) && this.left.some(({ pid }) => pid === entry.parent);
      const stays = isOfLeft || this.#leaves?.(about) === true;
      this.#answers.set(key, stays ? { pid: entry.pid, command: about.argv.join(' ').trimEnd() } : undefined);
      // The run may have been paused, in which case the process has been stopped.
      if (stays) {
        signalProcess(entry, 'SIGCONT');
      }
    }
    return this.#answers.get(key);
  }

  /** Stops every member, even those that appear meanwhile, because a stopped process starts nothing. */
  freeze(first: ProcessTable = scanProcesses()): readonly ProcessEntry[] {
    const frozen = new Set<string>();
    let members = this.find(first);
    for (let round = 0; round < MAX_FREEZE_ROUNDS; round += 1) {
      const fresh = members.filter((member) => !frozen.has(`${member.pid} ${member.start}`));
      if (fresh.length === 0) {
        break;
      }
      for (const member of fresh) {
        frozen.add(`${member.pid} ${member.start}`);
        signalProcess(member, 'SIGSTOP');
      }
      members = this.find(scanProcesses());
    }
    return members;
  }

  suspend(): void {
    this.#suspended = unlessShort(() => this.freeze());
    if (this.#suspended === undefined) {
      signalLivingGroup(this.leader, 'SIGSTOP');
    }
  }

  continue(): void {
    const members = this.#suspended ?? unlessShort(() => this.find(scanProcesses()));
    if (members === undefined) {
      signalLivingGroup(this.leader, 'SIGCONT');
    }
    for (const member of members ?? []) {
      continueProcess(member);
    }
    this.#suspended = [];
  }

  /**
   * Asks all members to end. From this moment on, members that leave the tree by the end of their parents are
   * remembered. Where they cannot be found, the group alone is asked, unless the host decides what of it lives on.
   */
  terminate(): void {
    const members = unlessShort(() => {
      this.beginEnding();
      return this.find(scanProcesses());
    });
    if (members !== undefined) {
      unlessShort(() => this.#terminate(members));
    } else if (this.#leaves === undefined) {
      for (const signal of ENDING) {
        signalLivingGroup(this.leader, signal);
      }
    }
    this.#suspended = [];
  }

  #terminate(members: readonly ProcessEntry[]): void {
    for (const signal of ENDING) {
      const isWhole = !this.hasLeftIn(this.leader.pid);
      if (isWhole) {
        signalGroup(this.leader, signal);
      }
      for (const member of members) {
        if (!isWhole || member.group !== this.leader.pid) {
          signalProcess(member, signal);
        }
      }
    }
  }

  #isMarked(entry: ProcessEntry): boolean {
    const { env, limit } = this.mark;
    return entry.envMarks().includes(env) || (limit !== undefined && entry.hasLimit(limit));
  }
}

const MAX_FREEZE_ROUNDS = 50;
/** A stopped process keeps the first without acting on it. */
const ENDING = ['SIGTERM', 'SIGCONT'] as const;

function addDescendants(candidates: readonly ProcessEntry[], members: Map<number, ProcessEntry>): void {
  let before: number;
  do {
    before = members.size;
    for (const entry of candidates) {
      if (members.has(entry.parent)) {
        members.set(entry.pid, entry);
      }
    }
  } while (members.size > before);
}
