/** Which files can affect a real CLI's tests, and to which agent they belong. */
import type { LiveAgent } from './list-live-agents.ts';

/** Files that the runs of all agents use, and those that play them. */
const SHARED_ROOMS =
  /^(?:packages\/(?:core|events|testkit)\/|test\/real\/support\/|vitest\.real\.config\.ts$|package-lock\.json$)/;
/** Files that the other live tests use: the command line with all its packages, and the tests of no single agent. */
const SHARED_TESTS = /^(?:packages\/|test\/real\/[^/]+\.test\.ts$)/;
/** Unit tests with the folders that serve them alone, and docs: they affect no CLI. */
const UNHEARD = /(?:^|\/)(?:packages|adapters)\/.*(?:\.test\.ts$|\/testing\/)|\.md$/;

export function isHeard(path: string): boolean {
  return !UNHEARD.test(path);
}

export function isOfSharedRooms(path: string): boolean {
  return SHARED_ROOMS.test(path);
}

export function isOfSharedTests(path: string): boolean {
  return SHARED_TESTS.test(path);
}

/**
 * Returns whether a file belongs to an agent: to its adapter, its stage, its environment on a model server or what these are made of, to its
 * fixtures or its tests, or to a pin in a folder of its own.
 */
export function isOf({ name, files }: LiveAgent, path: string): boolean {
  return (
    files.has(path) ||
    [`adapters/src/${name}/`, `fixtures/${name}/`, `test/agents/${name}/`, `test/real/support/stages/${name}`].some(
      (start) => path.startsWith(start),
    ) ||
    path === `test/real/${name}.test.ts`
  );
}

/** The agent of a pin: `claude-197` is a second pin of claude. */
export function agentOfPin(name: string): string {
  return name.replace(/-\d+$/, '');
}
