/** Every adapter lies in a folder of its name, and what one looks for there has the same place and name in each. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { builtInAdapters } from '@agent-mux/adapters';
import { describe, expect, it } from 'vitest';
import { EXTRAS, FOLDER_OF_MODES, ROLES, ROOT_FILES, SHARED_FOLDERS, SHARED_ROLES } from './support/adapter-rooms.ts';

const root = fileURLToPath(new URL('../adapters/src/', import.meta.url));

const foldersIn = (path: string): string[] =>
  readdirSync(`${root}${path}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
    .map(({ name }) => name)
    .sort();

/** Names of the sources in a folder, without their ending. */
const sourcesIn = (path: string): string[] =>
  readdirSync(`${root}${path}`)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => name.slice(0, -3))
    .sort();

const testsIn = (path: string): string[] =>
  readdirSync(`${root}${path}`).filter((name) => name.endsWith('.test.ts') && name !== 'conformance.test.ts');

const agents = builtInAdapters.map(({ agent }) => agent);
const rooms = [...agents.flatMap((agent) => foldersIn(agent).map((name) => `${agent}/${name}`)), 'acp', 'pi-family'];

describe('the adapters', () => {
  it('have a folder each, and no other folder has none', () => {
    expect(foldersIn('').filter((name) => !SHARED_FOLDERS.includes(name))).toEqual([...agents].sort());
  });

  it.each(builtInAdapters)('of $agent has the same files at its door as the others', ({ agent, sessions }) => {
    const wanted = [...ROOT_FILES, ...(sessions === undefined ? [] : ['session'])].sort();
    expect(sourcesIn(agent)).toEqual(wanted);
    expect(readdirSync(`${root}${agent}`)).toContain('conformance.test.ts');
  });

  it.each(builtInAdapters)('of $agent has a folder for each of its modes, and one for what they share', (adapter) => {
    const { agent, modes } = adapter;
    const wanted = modes.map(({ name }) => FOLDER_OF_MODES[`${agent} ${name}`] ?? name);
    expect(foldersIn(agent)).toEqual([...new Set([...wanted, 'shared'])].sort());
    for (const folder of wanted) {
      expect(sourcesIn(`${agent}/${folder}`)).toContain('dialect');
    }
  });

  it('have no other name for a mode than its folder without a need', () => {
    const modes = builtInAdapters.flatMap(({ agent, modes }) => modes.map(({ name }) => `${agent} ${name}`));
    expect(Object.keys(FOLDER_OF_MODES).filter((name) => !modes.includes(name))).toEqual([]);
  });
});

describe('a room of an adapter', () => {
  it.each(rooms)('%s has files for the roles that all have, and others from the list alone', (room) => {
    const isShared = room.endsWith('/shared') || SHARED_FOLDERS.includes(room);
    const known = [...Object.keys(ROLES), ...(isShared ? Object.keys(SHARED_ROLES) : []), 'index'];
    const others = sourcesIn(room).filter((name) => !known.includes(name));
    expect(others).toEqual(Object.keys(EXTRAS[room] ?? {}).sort());
  });

  it.each(rooms)('%s has its tests beside what they test', (room) => {
    const sources = sourcesIn(room);
    // One file may have several tests: `tools-patches.test.ts`.
    const isOf = (name: string) =>
      sources.some((source) => new RegExp(`^${source}(?:-[a-z-]+)?\\.test\\.ts$`).test(name));
    expect(testsIn(room).filter((name) => !isOf(name))).toEqual([]);
  });

  it('has a list of others that names no room and no role that is not there', () => {
    expect(Object.keys(EXTRAS).filter((room) => !rooms.includes(room))).toEqual([]);
    const used = new Set(rooms.flatMap(sourcesIn));
    expect([...Object.keys(ROLES), ...Object.keys(SHARED_ROLES)].filter((role) => !used.has(role))).toEqual([]);
  });
});
