/** Programs that start another one, which stands among their words: where it begins, as far as their grammar is known. */
import { isTool } from './steered-tools.ts';

const rows = (...lines: readonly string[]): readonly (readonly string[])[] => lines.map((line) => line.split(' '));

/** All that stands behind these words is the program that is started, and what is said to it. */
const HAND_ON = rows(
  ...['npx', 'bunx', 'bun x', 'uvx', 'uv run', 'uv tool run', 'pipx run', 'poetry run', 'pipenv run', 'conda run'],
  ...['bundle exec', 'rbenv exec', 'asdf exec', 'pnpm exec', 'pnpm dlx', 'yarn exec', 'yarn dlx'],
);
/** They take options of their own up to `--`, wherever these stand. */
const READ_ON = rows('npm exec', 'npm x');
/** Which of their words are for what they start is not known here. */
const VAGUE = rows('hatch run', 'mise exec', 'docker run', 'docker exec', 'podman run', 'podman exec', 'kubectl exec');
/** They start the programs of a project by their bare names. */
const BY_NAME: ReadonlySet<string> = new Set(['yarn', 'pnpm', 'bun']);

export interface Launched {
  /** How many words stand before what is started. */
  readonly at: number;
  /** The places of the words that are for it, itself first; undefined where that is not known. */
  readonly places: readonly number[] | undefined;
}

/** What these words start, `vitest` of `npx vitest run`; undefined where they start nothing else. */
export function findLaunched(words: readonly string[], nameOf: (word: string) => string): Launched | undefined {
  const startsWith = (row: readonly string[]): boolean =>
    row.every((word, at) => (at === 0 ? nameOf(words[0] ?? '') : words[at]) === word);
  const from = (at: number): readonly number[] => words.flatMap((_, place) => (place >= at ? [place] : []));
  const at = [...HAND_ON, ...READ_ON, ...VAGUE].find(startsWith)?.length;
  if (at !== undefined) {
    if (VAGUE.some(startsWith)) {
      return { at, places: undefined };
    }
    const dashes = READ_ON.some(startsWith) ? words.indexOf('--', at) : -1;
    const isReadOn = READ_ON.some(startsWith);
    return { at, places: isReadOn ? [at, ...(dashes === -1 ? [] : from(dashes + 1))] : from(at) };
  }
  const name = nameOf(words[0] ?? '');
  if (BY_NAME.has(name) && isTool(nameOf(words[1] ?? ''))) {
    return { at: 1, places: from(1) };
  }
  const module = /^(?:python|pypy)$/.test(name) ? findModule(words) : undefined;
  return module === undefined ? undefined : { at: module, places: from(module) };
}

/** The place of the module of `python -m pytest`. */
function findModule(words: readonly string[]): number | undefined {
  const script = words.findIndex((word, at) => at > 0 && !word.startsWith('-'));
  return script > 1 && words[script - 1] === '-m' ? script : undefined;
}
