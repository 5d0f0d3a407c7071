/** Which processes belong to a run: its group, its descendants, and whoever carries one of its marks. */
import { signalGroup, signalProcess } from './kill-tree.ts';
import { describeLeavable, type LeavableProcess, type LeftProcess } from './left-running.ts';
import type { RunMark } from './marks.ts';
import type { ProcessEntry, ProcessIdentity, ProcessTable } from './process-entry.ts';
import { scanProcesses } from './process-table.ts';

export class RunProcesses {
  readonly mark: RunMark;
  /** The process that was spawned, leader of the run's group. */
  readonly leader: ProcessIdentity;
  /** Members seen earlier: a parent that ends takes the proof of descent with it. */
  readonly #seen = new Map<number, number>();
  #suspended: readonly ProcessEntry[] = [];

  readonly #leaves: ((process: LeavableProcess) => boolean) | undefined;
  /** What the host said of each that it was asked about, by pid and start. */
  readonly #answers = new Map<string, LeftProcess | undefined>();
  readonly #leftGroups = new Set<number>();
  #isEnding = false;

  constructor(mark: RunMark, leader: ProcessIdentity, leaves?: (process: LeavableProcess) => boolean) {
    this.mark = mark;
    this.leader = leader;
    this.#leaves = leaves;
  }

  /** Processes that the host wants to live on. */
  get left(): readonly LeftProcess[] {
    return [...this.#answers.values()].filter((answer) => answer !== undefined);
  }

  /** From now on the host is asked, before the first signal, what may live on; what may is no member any more. */
  beginEnding(): void {
    if (this.#isEnding || this.#leaves === undefined) {
      return;
    }
    this.#isEnding = true;
    this.find(scanProcesses());
  }

  /** Whether no signal may go to this group as a whole. */
  hasLeftIn(group: number): boolean {
    return this.#leftGroups.has(group);
  }

  /** The living members in a table. */
  find(table: ProcessTable): readonly ProcessEntry[] {
    // Nothing that is older than the leader can be of the run; that spares reading the environment of most of the machine.
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

  /** Takes out what may live on, with all that it has started: a server is not much without its workers. */
  #leave(members: Map<number, ProcessEntry>): void {
    // Parents before their children.
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
      this.#answers.set(key, stays ? { pid: entry.pid, command: about.argv.join(' ') } : undefined);
      // The run may have been paused.
      if (stays) {
        signalProcess(entry, 'SIGCONT');
      }
    }
    return this.#answers.get(key);
  }

  /** Stops every member, those too that appear meanwhile: what stands still starts nothing. */
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
    this.#suspended = this.freeze();
  }

  continue(): void {
    for (const member of this.#suspended) {
      signalProcess(member, 'SIGCONT');
    }
    this.#suspended = [];
  }

  /** Asks all members to end. Those that leave the tree by the end of their parents are remembered from this moment. */
  terminate(): void {
    this.beginEnding();
    const members = this.find(scanProcesses());
    // A process that stands still keeps the signal without acting on it.
    for (const signal of ['SIGTERM', 'SIGCONT'] as const) {
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
    this.#suspended = [];
  }

  #isMarked(entry: ProcessEntry): boolean {
    const { env, limit } = this.mark;
    return entry.envMarks().includes(env) || (limit !== undefined && entry.hasLimit(limit));
  }
}

const MAX_FREEZE_ROUNDS = 50;

function addDescendants(candidates: readonly ProcessEntry[], members: Map<number, ProcessEntry>): void {
  let before = -1;
  while (members.size > before) {
    before = members.size;
    for (const entry of candidates) {
      if (members.has(entry.parent)) {
        members.set(entry.pid, entry);
      }
    }
  }
}
