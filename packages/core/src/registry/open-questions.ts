/**
 * Ends the CLIs that were asked for something, with their groups: after the answer, or when this process is ended
 * before it.
 */
import type { ChildProcess } from 'node:child_process';

export interface OpenQuestion {
  /** Kills whatever is left of it. */
  end(): void;
}

const open = new Set<ChildProcess>();
/** The signals that are passed on, because a CLI in a group of its own gets no Ctrl-C from the terminal. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Starts a CLI and keeps it until it is ended. Throws what `start` throws. */
export function openQuestion<C extends ChildProcess>(start: () => C): OpenQuestion & { readonly child: C } {
  // Signals are heard before the start, so that one that comes in between waits until the child is known.
  if (open.size === 0) {
    hearSignals('on');
  }
  try {
    const child = start();
    open.add(child);
    return { child, end: () => end(child) };
  } finally {
    if (open.size === 0) {
      hearSignals('off');
    }
  }
}

function end(child: ChildProcess): void {
  if (!open.delete(child)) {
    return;
  }
  killGroup(child);
  if (open.size === 0) {
    hearSignals('off');
  }
}

function hearSignals(how: 'on' | 'off'): void {
  process[how]('exit', killAll);
  for (const signal of SIGNALS) {
    process[how](signal, pass);
  }
}

function killAll(): void {
  for (const child of open) {
    killGroup(child);
  }
}

/** Ends the CLIs and repeats the signal, so that it has the effect that it would have had without us. */
function pass(signal: NodeJS.Signals): void {
  killAll();
  open.clear();
  hearSignals('off');
  if (process.listenerCount(signal) === 0) {
    process.kill(process.pid, signal);
  }
}

function killGroup(child: ChildProcess): void {
  // Without a pid no process was started, so there is no group to kill.
  if (child.pid === undefined) {
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nobody is left in it, or the system knows no groups.
    child.kill('SIGKILL');
  }
}
