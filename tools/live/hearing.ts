/** Which files a real CLI could notice a change of, and whose they are. */
import type { LiveAgent } from './list-live-agents.ts';

/** What all agents run through, and what plays them. */
const SHARED_ROOMS =
  /^(?:packages\/(?:core|events|testkit)\/|test\/real\/support\/|vitest\.real\.config\.ts$|package-lock\.json$)/;
/** What is tried on a real CLI beside the scenarios: the command line with all packages that it is made of, and the tests of no single agent. */
const SHARED_TESTS = /^(?:packages\/|test\/real\/[^/]+\.test\.ts$)/;
/** Unit tests and words say nothing to a CLI. */
const UNHEARD = /(?:^|\/)(?:packages|adapters)\/.*\.test\.ts$|\.md$/;

export function isHeard(path: string): boolean {
  return !UNHEARD.test(path);
}

export function isOfSharedRooms(path: string): boolean {
  return SHARED_ROOMS.test(path);
}

export function isOfSharedTests(path: string): boolean {
  return SHARED_TESTS.test(path);
}

/** Its adapter, its stage and what both are made of, its fixtures, its tests, and a pin in a folder of its own. */
export function isOf({ name, files }: LiveAgent, path: string): boolean {
  return (
    files.has(path) ||
    [`adapters/src/${name}/`, `fixtures/${name}/`, `test/agents/${name}/`, `test/real/support/stages/${name}`].some(
      (start) => path.startsWith(start),
    ) ||
    path === `test/real/${name}.test.ts`
  );
}

/** `claude-197` is a second pin of claude. */
export function agentOfPin(name: string): string {
  return name.replace(/-\d+$/, '');
}
