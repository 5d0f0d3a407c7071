/** What `npm test` tries of cases that are many: of each kind a share, another one each time. With AMUX_FULL=1 it tries all of them. */
const { AMUX_FULL, AMUX_SEED, CI } = process.env;

export const IS_FULL: boolean = AMUX_FULL === '1';

/** Whether `.ci/run` or something like it has started the tests: it has time for a larger share. */
export const IS_CI: boolean = (CI ?? '') !== '';

/** Which share it is: AMUX_SEED draws the same again. */
export const DRAW_SEED: number = Number(AMUX_SEED ?? Date.now() % 2 ** 31);

/** One of `every` cases of each kind, and of each kind at least one, in their order. */
export function drawn<T>(
  cases: readonly T[],
  { every, kindOf, seed = DRAW_SEED }: { every: number; kindOf: (each: T) => string; seed?: number },
): readonly T[] {
  if (IS_FULL) {
    return cases;
  }
  const sizes = new Map<string, number>();
  for (const each of cases) {
    sizes.set(kindOf(each), (sizes.get(kindOf(each)) ?? 0) + 1);
  }
  const places = new Map<string, number>();
  return cases.filter((each) => {
    const kind = kindOf(each);
    const place = places.get(kind) ?? 0;
    places.set(kind, place + 1);
    // A kind of fewer cases than that gives one all the same.
    return place % every === seed % Math.min(every, sizes.get(kind) ?? 1);
  });
}
