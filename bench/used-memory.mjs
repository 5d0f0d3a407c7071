/** The memory that a process keeps alive. */
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Heap and external memory in MB, after a collection. */
export async function usedMb() {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  collect();
  await delay(100);
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 / 1024;
}
