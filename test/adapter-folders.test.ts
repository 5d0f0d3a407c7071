/** Every adapter lies in a folder of its name, and what one looks for there has the same name in each. */
import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { builtInAdapters } from '@agent-mux/adapters';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../adapters/src/', import.meta.url));

/** Folders that several adapters share, and that are none themselves. */
const SHARED = ['acp', 'pi-family', 'shared'];
const NEEDED = ['command.ts', 'conformance.test.ts', 'dialect', 'index.ts', 'native.ts', 'tool-kinds.ts'];
/** Of CLIs whose sessions can be read. */
const OPTIONAL = ['session.ts'];

/** Without tests; a dialect that outgrew its file is a folder with an index. */
function listNames(agent: string): string[] {
  return readdirSync(`${root}${agent}`)
    .filter((name) => name === 'conformance.test.ts' || !name.endsWith('.test.ts'))
    .map((name) => (name === 'dialect.ts' ? 'dialect' : name))
    .sort();
}

describe('the adapters', () => {
  it('have a folder each, and no other folder has none', () => {
    const folders = readdirSync(root).filter((name) => statSync(`${root}${name}`).isDirectory());
    const agents = builtInAdapters.map(({ agent }) => agent);
    expect(folders.filter((name) => !SHARED.includes(name)).sort()).toEqual([...agents].sort());
  });

  it.each(builtInAdapters.map(({ agent }) => agent))('of %s has the same file names as the others', (agent) => {
    const names = listNames(agent);
    expect(names.filter((name) => !OPTIONAL.includes(name))).toEqual(NEEDED);
  });

  it.each(builtInAdapters)('of $agent has a session.ts if and only if it can read sessions', ({ agent, sessions }) => {
    expect(listNames(agent).includes('session.ts')).toBe(sessions !== undefined);
  });
});
