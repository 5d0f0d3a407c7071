/** The outputs do not depend on how the entries come, and a projection reads no further than its reader does. */
import type { SourceEntry } from '../model/index.ts';
import { project } from '../project.ts';
import { type Broken, createChance, findDifference, foldAll, type Subject, toLines } from './subject.ts';

/** Feeds `project` with chunks of 1, 2, 3, 7, 64 and a random number of entries, with pauses between them. */
export async function isIncremental<Out, State>(
  subject: Subject<Out, State>,
  entries: readonly SourceEntry[],
  { seed = 1, through = project }: { readonly seed?: number; readonly through?: typeof project } = {},
): Promise<Broken> {
  const whole = toLines(foldAll(subject, entries));
  const chance = createChance(seed);
  const sizes: readonly (readonly [string, () => number])[] = [
    ...[1, 2, 3, 7, 64].map((size) => [`of ${size}`, () => size] as const),
    ['by chance', () => 1 + Math.floor(chance() * 9)],
  ];
  const broken: string[] = [];
  for (const [name, nextSize] of sizes) {
    const outputs: Out[] = [];
    for await (const output of through(inChunks(entries, nextSize), subject.projection)) {
      outputs.push(output);
    }
    const difference = findDifference(whole, toLines(outputs));
    if (difference !== undefined) {
      broken.push(`In chunks ${name} ${difference}`);
    }
  }
  return broken;
}

/** Between two outputs, no further entry is read than the one that causes the later output. */
export async function isHeldBack<Out, State>(
  subject: Subject<Out, State>,
  entries: readonly SourceEntry[],
  { through = project }: { readonly through?: typeof project } = {},
): Promise<Broken> {
  const { projection } = subject;
  const state = projection.init();
  const needed: number[] = [];
  entries.forEach((entry, place) => {
    projection.step(state, entry, () => needed.push(place + 1));
  });
  projection.end(state, () => needed.push(entries.length));
  let asked = 0;
  const source = (function* count(): Generator<SourceEntry, undefined, undefined> {
    for (const entry of entries) {
      asked += 1;
      yield entry;
    }
    return undefined;
  })();
  let place = 0;
  for await (const _ of through(source, projection)) {
    const most = needed[place] ?? 0;
    if (asked > most) {
      return [`For output ${place} it has asked for ${asked} entries instead of ${most}.`];
    }
    place += 1;
  }
  return [];
}

async function* inChunks(
  entries: readonly SourceEntry[],
  nextSize: () => number,
): AsyncGenerator<SourceEntry, undefined, undefined> {
  for (let from = 0; from < entries.length; ) {
    const size = nextSize();
    await Promise.resolve();
    yield* entries.slice(from, from + size);
    from += size;
  }
  return undefined;
}
