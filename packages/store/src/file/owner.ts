/** Which process writes a tree, so that others can see whether it still runs. */
import { readFileSync, readlinkSync } from 'node:fs';
import { identify } from '@agent-mux/core/cassette';

interface Owner {
  readonly pid: number;
  /** The moment when the process started, because another one may get its number. */
  readonly start: number;
  /** The start of the machine: after another start, no earlier process exists. */
  readonly boot?: string;
  /** The container, because processes of another one cannot be seen from here. */
  readonly space?: string;
}

let own: string | undefined;

/** This process, as the store writes it down. */
export function ownOwner(): string {
  own ??= JSON.stringify(describeSelf());
  return own;
}

/** Whether nobody writes the tree any more. A process that cannot be seen from here counts as running. */
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
    // An unreadable owner names no process that could run.
    return { pid: 0, start: 0 };
  }
}

function readText(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    // Other systems have no such file, so the field distinguishes nothing there.
    return undefined;
  }
}
