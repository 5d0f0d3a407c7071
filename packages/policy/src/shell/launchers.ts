/** Programs that start another one, which stands among their words: where it begins, as far as their grammar is known. */
import { isTool } from './steered-tools.ts';

/** How a launcher treats the words behind it; `unknown` where nobody knows which of them it passes on. */
type Grammar = 'hands on' | 'reads on' | 'unknown';

const launchers = (grammar: Grammar, ...lines: readonly string[]) =>
  lines.map((line) => ({ grammar, row: line.split(' ') }));

const LAUNCHERS = [
  // These launchers pass everything behind them on to the program that they start.
  ...launchers(
    'hands on',
    ...['npx', 'bunx', 'bun x', 'uvx', 'uv run', 'uv tool run', 'pipx run', 'poetry run', 'pipenv run', 'conda run'],
    ...['bundle exec', 'rbenv exec', 'asdf exec', 'pnpm exec', 'pnpm dlx', 'yarn exec', 'yarn dlx', 'cmake -E'],
  ),
  // These launchers take options of their own up to `--`, wherever those stand.
  ...launchers('reads on', 'npm exec', 'npm x'),
  ...launchers(
    'unknown',
    ...['hatch run', 'mise exec', 'docker run', 'docker exec', 'podman run', 'podman exec', 'kubectl exec'],
    ...['cargo watch', 'lerna exec', 'nx exec', 'nix run', 'nix shell', 'nix develop', 'lxc exec', 'flatpak run'],
    ...['doppler run', 'op run', 'infisical run', 'aws-vault exec', 'chamber exec', 'foreman run', 'honcho run'],
  ),
];
/** Launchers that start the programs of a project by their bare names. */
const BY_NAME: ReadonlySet<string> = new Set(['yarn', 'pnpm', 'bun']);

export interface Launched {
  /** How many words stand before the started program. */
  readonly at: number;
  /** The places of its words, its own name first; undefined where they are unknown. */
  readonly places: readonly number[] | undefined;
}

/** The program that these words start, `vitest` of `npx vitest run`; undefined where they start no other one. */
export function findLaunched(words: readonly string[], nameOf: (word: string) => string): Launched | undefined {
  const from = (at: number): readonly number[] => words.flatMap((_, place) => (place >= at ? [place] : []));
  const name = nameOf(words[0] ?? '');
  const launcher = LAUNCHERS.find(({ row }) => row.every((word, at) => (at === 0 ? name : words[at]) === word));
  if (launcher !== undefined) {
    const at = launcher.row.length;
    const dashes = words.indexOf('--', at);
    const places = {
      'hands on': from(at),
      'reads on': dashes === -1 ? [at] : [at, ...from(dashes + 1)],
      unknown: undefined,
    };
    return { at, places: places[launcher.grammar] };
  }
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
