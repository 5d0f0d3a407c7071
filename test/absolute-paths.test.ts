/** Paths in events are absolute and sure, for all agents and modes: what a command line leaves open is not told. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { builtInAdapters } from '@agent-mux/adapters';
import { isAbsolutePath } from '@agent-mux/core';
import { type Cassette, readCassette, replayCassette } from '@agent-mux/core/cassette';
import type { AgentEvent } from '@agent-mux/events';
import { listFixtures } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../fixtures', import.meta.url));
const fixtures = await listFixtures(ROOT);
const AS_RECORDED = "rm -- 'a.txt'";

it('are absolute in every event of every fixture', async () => {
  const relative: string[] = [];
  for (const { golden, dir } of fixtures) {
    for (const line of (await readFile(golden, 'utf8')).split('\n').filter((text) => text !== '')) {
      const event: AgentEvent = JSON.parse(line);
      const bad = pathsOf(event).filter((path) => !isAbsolutePath(path));
      relative.push(...bad.map((path) => `${dir}: ${event.type} ${path}`));
    }
  }
  expect(relative).toEqual([]);
});

const commandDeletes = fixtures.filter(({ scenario }) => scenario === 'file-delete');

describe.each(commandDeletes)('a file that a command deletes, $agent $mode', ({ agent, cassette: file }) => {
  const adapter = builtInAdapters.find((one) => one.agent === agent);

  it('is told of by the path that the command names', async () => {
    const cassette = await readCassette(file);
    if (adapter === undefined || !isShell(cassette)) {
      return;
    }
    const paths = replayCassette(replaced(cassette, "echo '&&' && rm -- sub/b.txt"), adapter).events.flatMap((event) =>
      event.type === 'file_delete' ? [event.path] : [],
    );
    expect(paths).toEqual(['<cwd>/sub/b.txt']);
  });

  it.each([
    "cd sub && rm -- 'a.txt'",
    "pushd sub && rm -- 'a.txt'",
    "(cd sub && rm -- 'a.txt')",
    "(rm -- 'a.txt')",
    'rm -- "$FILE"',
    'rm -- *.txt',
    "rm -- ~/'a.txt'",
    "rm -- '../a.txt'",
    "git -C sub rm -- 'a.txt'",
    "env -C sub rm -- 'a.txt'",
    "exit 0 && rm -- 'a.txt'",
    "rm -- 'a.txt' || true",
    `echo "x && rm 'a.txt' && y"`,
    "echo 'x && rm a.txt && y'",
    "sh -c 'rm a.txt'",
    'rm -f -- a.txt',
  ])('is not told of after: %s', async (command) => {
    const cassette = await readCassette(file);
    if (adapter === undefined || !isShell(cassette)) {
      return;
    }
    const events = replayCassette(replaced(cassette, command), adapter).events;
    expect(events.filter(({ type }) => type === 'file_delete')).toEqual([]);
  });
});

/** The paths are those of the fields that name a file or a folder; an unknown folder is empty, and said to be unknown. */
function pathsOf(event: AgentEvent): readonly string[] {
  switch (event.type) {
    case 'file_read':
    case 'file_write':
    case 'file_create':
    case 'file_delete':
    case 'file_patch':
    case 'agentdoc_read':
      return [event.path];
    case 'image_output':
      return event.filePath === undefined ? [] : [event.filePath];
    case 'shell_start':
      return event.cwdKnown === false && event.cwd === '' ? [] : [event.cwd];
    default:
      return [];
  }
}

/** Codex deletes by a patch. */
function isShell({ entries }: Cassette): boolean {
  return JSON.stringify(entries).includes(AS_RECORDED);
}

/** The recording with another command, wherever the CLI names it. */
function replaced({ header, entries }: Cassette, command: string): Cassette {
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') {
      return value.replaceAll(AS_RECORDED, () => command);
    }
    if (Array.isArray(value)) {
      return value.map(walk);
    }
    return typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item)]))
      : value;
  };
  const changed = entries.map((entry) =>
    'text' in entry && entry.text !== undefined && entry.text.startsWith('{')
      ? { ...entry, text: JSON.stringify(walk(JSON.parse(entry.text))) }
      : entry,
  );
  return { header, entries: changed };
}
