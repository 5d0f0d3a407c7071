/** The grounds of the parts that are played on real CLIs. */
import { agentOfPin, isHeard, isOf, isOfSharedRooms, isOfSharedTests } from '../live/hearing.ts';
import { filesBehind } from '../live/import-graph.ts';
import { type LiveAgent, listLiveTests } from '../live/list-live-agents.ts';
import type { Ground, ReadFile } from './ground.ts';
import { lockedBehind } from './locked.ts';

const PLAYERS = /^tools\/(?:test-real\.ts|install-agents\.mjs|live\/play-files\.ts)$/;
const LOCK = 'package-lock.json';
/** The packages of the lock file that run while a CLI is played. execa and split2 are bundled into core when it is built. */
const AT_WORK = ['@agent-mux/core', '@agent-mux/adapters', '@agent-mux/testkit', 'execa', 'split2', 'vitest', 'tsx'];
const AGENTS = 'test/agents';

/** The ground of one agent on its own CLI, without anything that only the others use. */
export function groundOfAgent(root: string, agent: LiveAgent, agents: readonly LiveAgent[]): Ground {
  const others = agents.filter(({ name }) => name !== agent.name);
  const isOfAnother = (path: string): boolean => others.some((other) => isOf(other, path));
  const support = supportOf(root, (path) => isOf(agent, path));
  return {
    includes: (path) =>
      isHeard(path) &&
      path !== LOCK &&
      (isOf(agent, path) || support.has(path) || PLAYERS.test(path) || (isOfSharedRooms(path) && !isOfAnother(path))),
    extract: (read) => [...lockedBehind(read(LOCK), AT_WORK), ...pinsOf(read, agent.name)],
  };
}

/** The ground of the command line and of what belongs to no single agent, on all CLIs. */
export function groundOfShared(root: string, agents: readonly LiveAgent[]): Ground {
  const isOfOne = (path: string): boolean => agents.some((agent) => isOf(agent, path));
  const support = supportOf(root, (path) => !isOfOne(path));
  const isTestOfOne = (path: string): boolean => /^test\/real\/[^/]+$/.test(path) && isOfOne(path);
  return {
    includes: (path) =>
      isHeard(path) &&
      path !== LOCK &&
      !isTestOfOne(path) &&
      (isOfSharedRooms(path) ||
        isOfSharedTests(path) ||
        /^adapters\/|^test\/agents\//.test(path) ||
        support.has(path) ||
        PLAYERS.test(path)),
    extract: (read) => lockedBehind(read(LOCK), ['agent-mux', ...AT_WORK]),
  };
}

/** The files that the live tests use from others' folders. */
function supportOf(root: string, isWanted: (path: string) => boolean): ReadonlySet<string> {
  const files = listLiveTests(root)
    .filter(isWanted)
    .flatMap((path) => [...filesBehind(root, path)]);
  return new Set(files.filter((path) => path.startsWith('test/support/')));
}

/** The pins of its CLI in the shared folder, in all versions. */
function pinsOf(read: ReadFile, agent: string): readonly string[] {
  const text = read(`${AGENTS}/package.json`) ?? '{}';
  const { dependencies = {} }: { readonly dependencies?: Readonly<Record<string, string>> } = JSON.parse(text);
  const names = Object.keys(dependencies).filter((name) => agentOfPin(name) === agent);
  return [...names.map((name) => `${name} ${dependencies[name]}`), ...lockedBehind(read(`${AGENTS}/${LOCK}`), names)];
}
