/** Which process writes a tree, so that others can tell whether it is still there. */
import { readFileSync, readlinkSync } from 'node:fs';
import { identify } from '@agent-mux/core/cassette';

interface Owner {
  readonly pid: number;
  /** When the process started: another one may get its number. */
  readonly start: number;
  /** Of the machine: after another start of it nobody of before is there. */
  readonly boot?: string;
  /** Processes of another container are not seen from here. */
  readonly space?: string;
}

let own: string | undefined;

/** This process, as the store writes it down. */
export function ownOwner(): string {
  own ??= JSON.stringify(describeSelf());
  return own;
}

/** Whether nobody writes the tree any more. A process that cannot be seen from here counts as there. */
export function isGone(owner: string | null): boolean {
  if (owner === null) {
    return true;
  }
  if (owner === ownOwner()) {
    return false;
  }
  const { pid, start, boot, space } = parseOwner(owner);
  const here = parseOwner(ownOwner());
  if (boot !== here.boot) {
    return true;
  }
  if (space !== here.space) {
    return false;
  }
  const found = identify(pid);
  return found === undefined || found.start !== start || found.isZombie;
}

function describeSelf(): Owner {
  const boot = readText(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  const space = readText(() => readlinkSync('/proc/self/ns/pid'));
  return {
    pid: process.pid,
    start: identify(process.pid)?.start ?? 0,
    ...(boot === undefined ? {} : { boot }),
    ...(space === undefined ? {} : { space }),
  };
}

function parseOwner(owner: string): Owner {
  try {
    return JSON.parse(owner);
  } catch {
    // Why: what cannot be read names nobody who could be there.
    return { pid: 0, start: 0 };
  }
}

function readText(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    // Why nothing is done: other systems have no such file, and then it tells nobody apart.
    return undefined;
  }
}
