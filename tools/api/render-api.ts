/** Renders the page of the docs that lists the public surface of core: each name with one sentence. */
import { join, relative } from 'node:path';
import { type Export, listExports } from './list-exports.ts';

interface Entry {
  readonly name: string;
  /** The path of the file below the sources of core. */
  readonly file: string;
  readonly about: string;
}

const ENTRIES: readonly Entry[] = [
  { name: '@agent-mux/core', file: 'index.ts', about: 'What a client of agents and the author of an adapter need.' },
  {
    name: '@agent-mux/core/cassette',
    file: 'cassette/index.ts',
    about: 'What a test of an adapter needs beside that: recordings, what is taken out of them, and their replay.',
  },
];

/** Renders the page. Throws where a name has no sentence. */
export function renderApi(root: string, generated: string): string {
  const src = join(root, 'packages/core/src');
  return [
    '# The public surface of core',
    '',
    generated,
    '',
    'Each name with the first sentence of its docstring, by the room that declares it; the docstring says more. `agent-mux` exports all of the first entry too.',
    'What is not here is not public, and may change in any version.',
    '',
    ...ENTRIES.flatMap(({ name, file, about }) => {
      const all = listExports(join(src, file));
      return [
        `## \`${name}\``,
        '',
        `${about} ${all.length} names.`,
        '',
        ...byRoom(src, all).flatMap(([room, exports]) => [
          `### ${room}`,
          '',
          '| name | kind | what it is |',
          '|---|---|---|',
          ...exports.map((each) => `| \`${each.name}\` | ${each.kind} | ${sentenceOf(each).replaceAll('|', '\\|')} |`),
          '',
        ]),
      ];
    }),
  ].join('\n');
}

function byRoom(src: string, all: readonly Export[]): readonly (readonly [string, readonly Export[]])[] {
  const rooms = new Map<string, Export[]>();
  for (const each of all) {
    const room = roomOf(relative(src, each.path));
    rooms.set(room, [...(rooms.get(room) ?? []), each]);
  }
  return [...rooms].sort(([a], [b]) => (a < b ? -1 : 1));
}

function roomOf(path: string): string {
  if (path.startsWith('..')) {
    return 'from `@agent-mux/events`';
  }
  const slash = path.indexOf('/');
  return slash < 0 ? 'beside the rooms' : `\`${path.slice(0, slash)}\``;
}

function sentenceOf({ name, path, sentence }: Export): string {
  if (!/[.!?]$/.test(sentence)) {
    throw new Error(`${name} has no sentence at its declaration in ${path}: say what it is`);
  }
  return sentence;
}
