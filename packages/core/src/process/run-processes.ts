/** Which processes belong to a run: its group, its descendants, and whoever carries one of its marks. */
import { signalGroup, signalProcess } from './kill-tree.ts';
import type { RunMark } from './marks.ts';
import { type ProcessEntry, type ProcessIdentity, type ProcessTable, scanProcesses } from './process-table.ts';

export class RunProcesses {
  readonly mark: RunMark;
  /** The process that was spawned, leader of the run's group. */
  readonly leader: ProcessIdentity;
  /** Members seen earlier: a parent that ends takes the proof of descent with it. */
  readonly #seen = new Map<number, number>();
  #suspended: readonly ProcessEntry[] = [];

  constructor(mark: RunMark, leader: ProcessIdentity) {
    this.mark = mark;
    this.leader = leader;
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
      if (inGroup || this.#seen.get(entry.pid) === entry.start || this.#isMarked(entry)) members.set(entry.pid, entry);
    }
    addDescendants(candidates, members);
    for (const { pid, start } of members.values()) this.#seen.set(pid, start);
    return [...members.values()];
  }

  /** Stops every member, those too that appear meanwhile: what stands still starts nothing. */
  freeze(first: ProcessTable = scanProcesses()): readonly ProcessEntry[] {
    const frozen = new Set<string>();
    let members = this.find(first);
    for (let round = 0; round < MAX_FREEZE_ROUNDS; round += 1) {
      const fresh = members.filter((member) => !frozen.has(`${member.pid} ${member.start}`));
      if (fresh.length === 0) break;
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
    for (const member of this.#suspended) signalProcess(member, 'SIGCONT');
    this.#suspended = [];
  }

  /** Asks all members to end. Those that leave the tree by the end of their parents are remembered from this moment. */
  terminate(): void {
    const members = this.find(scanProcesses());
    signalGroup(this.leader, 'SIGTERM');
    for (const member of members) if (member.group !== this.leader.pid) signalProcess(member, 'SIGTERM');
    // A process that stands still keeps the signal without acting on it.
    signalGroup(this.leader, 'SIGCONT');
    for (const member of members) if (member.group !== this.leader.pid) signalProcess(member, 'SIGCONT');
    this.#suspended = [];
  }

  #isMarked(entry: ProcessEntry): boolean {
    if (entry.envMarks().includes(this.mark.env)) return true;
    return this.mark.rttime !== undefined && entry.rttime() === this.mark.rttime;
  }
}

const MAX_FREEZE_ROUNDS = 50;

function addDescendants(candidates: readonly ProcessEntry[], members: Map<number, ProcessEntry>): void {
  let before = -1;
  while (members.size > before) {
    before = members.size;
    for (const entry of candidates) if (members.has(entry.parent)) members.set(entry.pid, entry);
  }
}
