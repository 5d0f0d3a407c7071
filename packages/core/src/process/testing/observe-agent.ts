/** Starts an agent and keeps everything that it says, for the tests of this folder. */
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../../clock.ts';
import { AgentProcess } from '../agent-process.ts';
import type { SpawnOptions } from '../spawn-options.ts';

export interface ObservedAgent extends Pick<AgentProcess, 'closed' | 'write' | 'endInput' | 'stop' | 'signal'> {
  readonly process: AgentProcess;
  /** The lines that it wrote to stdout. */
  readonly lines: string[];
  /** Every callback, in order. */
  readonly calls: string[];
  /** Resolves with the next line that is JSON with this value under `fake`. */
  said(kind: string): Promise<Record<string, unknown>>;
  /** Resolves when a line contains the text, or at once if one has already. */
  line(text: string): Promise<string>;
}

let count = 0;

export function observeAgent(
  command: { readonly file: string; readonly args: readonly string[] },
  overrides: Partial<SpawnOptions> = {},
): ObservedAgent {
  const [lines, calls, waiting]: [string[], string[], Set<() => void>] = [[], [], new Set()];
  count += 1;
  const agent = new AgentProcess({
    ...command,
    runId: `TEST${process.pid}X${count}`,
    env: process.env,
    cwd: process.cwd(),
    stdin: 'open',
    framing: 'lines',
    maxLineBytes: 64 * 1024 * 1024,
    gracePeriodMs: 300,
    eagerRead: false,
    clock: systemClock,
    on: {
      line(text, source, partial) {
        if (source === 'stdout') {
          lines.push(text);
        }
        if (calls.length < 10_000) {
          calls.push(`${source}${partial ? ' partial' : ''}: ${text.slice(0, 200)}`);
        }
        for (const check of waiting) {
          check();
        }
      },
      lost: ({ source, bytes }) => calls.push(`${source} lost: ${bytes}`),
      stdinError: (error) => calls.push(`stdinError: ${'code' in error ? error.code : error.message}`),
      spawnError: (error) => calls.push(`spawnError: ${'code' in error ? error.code : error.message}`),
      fullDisk: () => calls.push('full disk'),
      fault: (error) => calls.push(`fault: ${error instanceof Error ? error.message : typeof error}`),
    },
    ...overrides,
  });
  const line = (text: string): Promise<string> =>
    new Promise((resolve) => {
      const check = (): void => {
        const found = lines.find((candidate) => candidate.includes(text));
        if (found === undefined) {
          return;
        }
        waiting.delete(check);
        resolve(found);
      };
      waiting.add(check);
      check();
    });
  return {
    process: agent,
    closed: agent.closed,
    write: (message) => agent.write(message),
    endInput: () => agent.endInput(),
    stop: () => agent.stop(),
    signal: (name) => agent.signal(name),
    lines,
    calls,
    line,
    said: async (kind) => JSON.parse(await line(`{"fake":"${kind}"`)),
  };
}

/** Waits for a state of the machine that nothing announces: it looks every 10 ms. */
export async function until(isTrue: () => boolean, limitMs = 10_000): Promise<void> {
  for (let waitedMs = 0; !isTrue(); waitedMs += 10) {
    if (waitedMs > limitMs) {
      throw new Error(`Waited ${limitMs} ms in vain for: ${isTrue}`);
    }
    await delay(10);
  }
}
