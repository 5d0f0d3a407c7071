/** Another process that reads what this one has stored. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ReadRun } from './read-run.ts';

export interface StoreReader extends AsyncDisposable {
  /** Rejects with what the other process says of a run that cannot be read. */
  read(runId: string): Promise<ReadRun>;
}

export function startStoreReader(file: string): StoreReader {
  const child = spawn(process.execPath, [...readingProgram(), file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const waiting: ((line: string) => void)[] = [];
  createInterface({ input: child.stdout })
    .on('line', (line) => waiting.shift()?.(line))
    .on('close', () => {
      for (const take of waiting.splice(0)) {
        take(JSON.stringify({ error: 'The reading process has ended.' }));
      }
    });
  return {
    async read(runId) {
      const answer: ReadRun | { readonly error: string } = JSON.parse(
        await new Promise<string>((resolve) => {
          waiting.push(resolve);
          child.stdin.write(`${runId}\n`);
        }),
      );
      if ('error' in answer) {
        throw new Error(answer.error);
      }
      return answer;
    },
    [Symbol.asyncDispose]: () => end(child),
  };
}

function readingProgram(): readonly string[] {
  const hosts = process.env['AMUX_TEST_HOSTS'];
  if (hosts !== undefined) {
    return [join(hosts, 'read-runs.mjs')];
  }
  // Nothing is built for the tests on real CLIs.
  return ['--conditions=agent-mux-source', '--import', 'tsx', join(import.meta.dirname, 'read-runs.ts')];
}

async function end(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close');
  child.stdin?.end();
  await closed;
}
