/** Says what is to be played on the real CLIs, from the paths that changed since everything was. */

/** `six`: the most telling scenarios of each mode. `smoke`: one answer in the first mode. */
export type LiveLevel = 'whole' | 'six' | 'smoke';

export interface LiveChoice {
  readonly levels: Readonly<Record<string, LiveLevel>>;
  /** Whether the tests that belong to no single agent are played. */
  readonly isSharedPlayed: boolean;
  /** One line for each decision, for people. */
  readonly why: readonly string[];
}

export interface LiveAgent {
  readonly name: string;
  /** Files that only this agent and those akin to it are made of. */
  readonly files: ReadonlySet<string>;
}

/** What changed; a sentence instead where nobody can know. */
export type Changes =
  | { readonly paths: readonly string[]; readonly pins: readonly string[] }
  | { readonly unknown: string };

/** What all agents run through, and what plays them. */
const SHARED_ROOMS =
  /^(?:packages\/(?:core|events|testkit)\/|test\/real\/support\/|vitest\.real\.config\.ts$|package-lock\.json$)/;
/** What is tried on a real CLI beside the scenarios: the command line and the tests of no single agent. */
const SHARED_TESTS = /^(?:packages\/agent-mux\/|test\/real\/[^/]+\.test\.ts$)/;
/** Unit tests and words say nothing to a CLI. */
const UNHEARD = /(?:^|\/)(?:packages|adapters)\/.*\.test\.ts$|\.md$/;

export function chooseLive(changes: Changes, agents: readonly LiveAgent[]): LiveChoice {
  const levels: Record<string, LiveLevel> = Object.fromEntries(agents.map(({ name }) => [name, 'smoke']));
  if ('unknown' in changes) {
    return {
      levels: Object.fromEntries(agents.map(({ name }) => [name, 'six'])),
      isSharedPlayed: true,
      why: [
        `${changes.unknown} So it is taken that the shared rooms changed: six scenarios of each mode of all agents.`,
      ],
    };
  }
  const why: string[] = [];
  const heard = changes.paths.filter((path) => !UNHEARD.test(path));
  const ofAgents = new Map(agents.map((agent) => [agent.name, heard.filter((path) => isOf(agent, path))]));
  const inRooms = heard.filter((path) => SHARED_ROOMS.test(path) && !isOfOne(ofAgents, path));
  if (inRooms.length > 0) {
    for (const { name } of agents) levels[name] = 'six';
    why.push(`${tell(inRooms)} changed: six scenarios of each mode of all agents.`);
  }
  for (const [name, paths] of ofAgents) {
    const reasons = [...paths, ...changes.pins.filter((pin) => pin === name).map(() => `the pin of ${name}`)];
    if (reasons.length > 0) {
      levels[name] = 'whole';
      why.push(`${tell(reasons)} changed: all of ${name}.`);
    }
  }
  const isSharedPlayed =
    inRooms.length > 0 || Object.values(levels).includes('whole') || heard.some((path) => SHARED_TESTS.test(path));
  if (isSharedPlayed && why.length === 0)
    why.push('The command line or tests of no single agent changed: those tests.');
  if (!isSharedPlayed) why.push('Nothing changed that a CLI could notice: one answer of each agent.');
  return { levels, isSharedPlayed, why };
}

/** Its adapter, its stage and what both are made of, its fixtures, and a pin in a folder of its own. */
function isOf({ name, files }: LiveAgent, path: string): boolean {
  return (
    files.has(path) ||
    [`adapters/src/${name}/`, `fixtures/${name}/`, `test/agents/${name}/`, `test/real/support/stages/${name}`].some(
      (start) => path.startsWith(start),
    ) ||
    new RegExp(`^test/real/${name}[-.].*test\\.ts$`).test(path)
  );
}

function isOfOne(ofAgents: ReadonlyMap<string, readonly string[]>, path: string): boolean {
  return [...ofAgents.values()].some((paths) => paths.includes(path));
}

function tell(paths: readonly string[]): string {
  const [first = '', ...more] = paths;
  return more.length === 0 ? first : `${first} and ${more.length} more`;
}
