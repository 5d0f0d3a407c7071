/** Renders the rooms of each package with their sentences, what each may import, and the files of the two largest rooms. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LAYERS } from './rooms.ts';

/** Rooms whose files are listed one by one, because nobody would find them without a list. */
const LISTED = ['assembler', 'run', 'readers', 'results'];

/** The sentences of rooms that have no `index.ts`. */
const WITHOUT_DOOR: Readonly<Record<string, string>> = {
  'adapters/.': 'All built-in adapters in one list.',
  'agent-mux/cli': 'The `amux` binary.',
};

export function renderRooms(root: string): string {
  return [
    ...Object.entries(LAYERS).flatMap(([name, { packages, rooms }]) => [
      `### ${name}`,
      '',
      packages.length === 0 ? 'It imports no package of ours.' : `It may import ${packages.map(quote).join(', ')}.`,
      '',
      '| room | what it is | may import |',
      '|---|---|---|',
      ...Object.entries(rooms).map(
        ([room, others]) =>
          `| \`${room}\` | ${sentenceOf(root, name, room)} | ${others.map(quote).join(', ') || '–'} |`,
      ),
      '',
    ]),
    ...LISTED.flatMap((room) => renderFiles(root, room)),
  ].join('\n');
}

function renderFiles(root: string, room: string): readonly string[] {
  const folder = join(root, 'packages/core/src', room);
  return [
    `### The files of \`core/${room}\``,
    '',
    '| file | what it answers |',
    '|---|---|',
    ...readdirSync(folder)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'index.ts')
      .sort()
      .map((name) => `| \`${name.slice(0, -3)}\` | ${firstSentence(join(folder, name))} |`),
    '',
  ];
}

function sentenceOf(root: string, name: string, room: string): string {
  const folder = join(root, name === 'adapters' ? 'adapters/src' : `packages/${name}/src`, room);
  const door = join(folder, 'index.ts');
  if (existsSync(door)) {
    return firstSentence(door);
  }
  return WITHOUT_DOOR[`${name}/${room}`] ?? '';
}

/** The text of the comment at the head of a file. */
function firstSentence(path: string): string {
  const [, comment = ''] = /^(?:#!.*\n)?\/\*\*([\s\S]*?)\*\//.exec(readFileSync(path, 'utf8')) ?? [];
  return comment.replaceAll(/\n \*/g, ' ').replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim();
}

function quote(name: string): string {
  return `\`${name}\``;
}
