/** Chooses what to play on the real CLIs, from the paths that changed since each agent was played whole. */
import { isHeard, isOf, isOfSharedRooms, isOfSharedTests } from './hearing.ts';
import type { LiveAgent } from './list-live-agents.ts';

/** How much of an agent is played: `six` are the most telling scenarios of each mode, `smoke` is one answer in the first mode. */
export type LiveLevel = 'whole' | 'six' | 'smoke';

export interface LiveChoice {
  readonly levels: Readonly<Record<string, LiveLevel>>;
  /** Whether the tests that belong to no single agent are played. */
  readonly isSharedPlayed: boolean;
  /** One line for each decision, for people. */
  readonly why: readonly string[];
}

/** The changes, or a sentence where nobody can know them. */
export type Changes =
  | { readonly paths: readonly string[]; readonly pins: readonly string[] }
  | { readonly unknown: string };

/** The name of the tests of no single agent, which are a part of the proof beside the agents. */
const SHARED = 'shared';

interface Decision {
  readonly level: LiveLevel;
  readonly why?: string;
}

/** Chooses the levels. `changesOf` takes the name of an agent, or `shared`, because each was played whole on a commit of its own. */
export function chooseLive(changesOf: (name: string) => Changes, agents: readonly LiveAgent[]): LiveChoice {
  const decided = agents.map((agent) => ({ name: agent.name, ...decide(changesOf(agent.name), agent, agents) }));
  const shared = changesOf(SHARED);
  const isOneWhole = decided.some(({ level }) => level === 'whole');
  const isSharedPlayed = isOneWhole || 'unknown' in shared || shared.paths.some((path) => concernsAll(path, agents));
  const why = [
    ...tellDecisions(decided),
    ...('unknown' in shared && decided.every(({ level }) => level === 'smoke')
      ? [`${shared.unknown} So the tests of no single agent are played.`]
      : []),
  ];
  if (why.length === 0) {
    why.push(
      isSharedPlayed
        ? 'The command line or tests of no single agent changed: those tests.'
        : 'Nothing changed that a CLI could notice: one answer of each agent.',
    );
  }
  return {
    levels: Object.fromEntries(decided.map(({ name, level }) => [name, level])),
    isSharedPlayed,
    why,
  };
}

function decide(changes: Changes, agent: LiveAgent, agents: readonly LiveAgent[]): Decision {
  if ('unknown' in changes) {
    return { level: 'six', why: `${changes.unknown} So it is taken that the shared rooms changed` };
  }
  const heard = changes.paths.filter(isHeard);
  const own = [
    ...heard.filter((path) => isOf(agent, path)),
    ...changes.pins.filter((pin) => pin === agent.name).map((pin) => `the pin of ${pin}`),
  ];
  if (own.length > 0) {
    return { level: 'whole', why: `${tell(own)} changed` };
  }
  const inRooms = heard.filter((path) => isOfRooms(path, agents));
  return inRooms.length > 0 ? { level: 'six', why: `${tell(inRooms)} changed` } : { level: 'smoke' };
}

function isOfRooms(path: string, agents: readonly LiveAgent[]): boolean {
  return isOfSharedRooms(path) && !agents.some((agent) => isOf(agent, path));
}

function concernsAll(path: string, agents: readonly LiveAgent[]): boolean {
  return isHeard(path) && (isOfRooms(path, agents) || isOfSharedTests(path));
}

/** Describes the decisions, with one line for all agents that share one. */
function tellDecisions(decided: readonly (Decision & { readonly name: string })[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { name, level, why } of decided) {
    if (why !== undefined) {
      const words = level === 'whole' ? `${why}: all of` : `${why}: six scenarios of each mode of`;
      groups.set(words, [...(groups.get(words) ?? []), name]);
    }
  }
  return [...groups].map(
    ([words, names]) => `${words} ${names.length === decided.length ? 'all agents' : names.join(', ')}.`,
  );
}

function tell(paths: readonly string[]): string {
  const [first = '', ...more] = paths;
  return more.length === 0 ? first : `${first} and ${more.length} more`;
}
