/**
 * How much work something takes, for tests of how it grows. It counts the time of the processor, because other programs
 * of the machine may hold up the clock.
 */

/** Returns the least microseconds of the processor that two calls took. */
export async function spent(work: () => unknown): Promise<number> {
  const costs: number[] = [];
  for (const _ of [0, 1]) {
    const start = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(start);
    costs.push(user + system);
  }
  return Math.min(...costs);
}

/** How many times as long sixteen times as much takes: 16 where it grows evenly, 256 where it grows with the square. */
export async function growthOf(work: (size: number) => unknown, size: number): Promise<number> {
  await work(1_000);
  const few = await spent(() => work(size));
  // What is over at once says nothing about its growth.
  return (await spent(() => work(16 * size))) / Math.max(2_000, few);
}
